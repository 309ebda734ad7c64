package io.gatemini.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.groups.Tuple.tuple;

import io.gatemini.config.ConfigException;
import io.gatemini.config.ConfigException.Place;
import io.gatemini.testing.TestGateway;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The writer of a file sees all its faults at once. */
class AllFaultsTest {
  private static final String FILE =
      """
      backend: {}
      chain_timeout: soon
      health:
        interval: 0s
        intervall: 3s
        max_restarts: many
      registration:
        policy: maybe
      composite_tools:
        a: {description: A., code: "return 1", read_only: perhaps}
        b: {code: "return 1"}
      backends:
        files: {command: x, timeout: soon, tag: [a], retry: {max_retries: -1}}
        both: {command: x, url: "https://x.test"}
        none:
          timeout: 3s
        right: {command: y}
      """;

  @Test
  void areToldTogetherEachWithItsPlace() {
    ConfigException told = catchThrowableOfType(ConfigException.class, () -> ReadConfig.of(FILE));

    assertThat(told.faults())
        .extracting(ConfigException::place)
        .extracting(Place::line, Place::column, Place::key)
        .containsExactly(
            tuple(1, 1, "backend"),
            tuple(2, 1, "chain_timeout"),
            tuple(4, 3, "health.interval"),
            tuple(5, 3, "health.intervall"),
            tuple(6, 3, "health.max_restarts"),
            tuple(8, 3, "registration.policy"),
            tuple(10, 42, "composite_tools.a.read_only"),
            tuple(11, 3, "composite_tools.b"),
            tuple(13, 23, "backends.files.timeout"),
            tuple(13, 38, "backends.files.tag"),
            tuple(13, 56, "backends.files.retry.max_retries"),
            tuple(14, 3, "backends.both"),
            tuple(15, 3, "backends.none"));
    assertThat(String.valueOf(told.getMessage()).lines())
        .hasSize(13)
        .allMatch(line -> line.startsWith("gatemini.yaml, line "));
  }

  @Test
  void nameTheSurfaceAndTheRetrieverThatNobodyHas() {
    String text =
        """
        surface: severs
        search: {retrieval: nme}
        chain_timeout: soon
        backends: {a: {command: x}}
        """;
    ConfigException told =
        catchThrowableOfType(
            ConfigException.class, () -> TestGateway.builder().config("gatemini.yaml", text));

    assertThat(told.faults())
        .extracting(ConfigException::getMessage)
        .containsExactly(
            "gatemini.yaml, line 1: surface: \"severs\" is not known; did you mean \"servers\"?",
            "gatemini.yaml, line 2: search.retrieval: \"nme\" is not known; did you mean \"name\"?",
            "gatemini.yaml, line 3: chain_timeout: \"soon\" is not a duration; write for example"
                + " 500ms, 30s, 5m or 1h");
  }

  @Test
  void leaveTheFirstOfTwoBackendsWithOneNamespace() {
    String text =
        """
        backends:
          a b: {command: x}
          a_b: {command: y}
          c: {command: z}
        """;
    ReadConfig read = ReadConfig.of(text);
    ConfigException told =
        catchThrowableOfType(
            ConfigException.class, () -> ReadConfig.of("secrets: {strict: true}\n" + text));

    String problem =
        "backends.a_b: its tools would begin with \"a_b\", as those of \"a b\" do; add namespace:"
            + " a_b_2";
    assertThat(read.backend("a b").transport()).isEqualTo("stdio");
    assertThat(read.backend("c").transport()).isEqualTo("stdio");
    assertThat(read.backend("a_b").transport()).isEqualTo("unconfigured");
    assertThat(read.backend("a_b").options().toString()).contains(problem.replace("\"", "\\\""));
    assertThat(told).hasMessage("gatemini.yaml, line 4: " + problem);
  }

  @Test
  void areOneForEachOfForty() {
    StringBuilder file = new StringBuilder("backends:\n");
    for (int i = 0; i < 40; i++) {
      file.append("  b").append(i).append(": {command: x, timeout: soon}\n");
    }

    ConfigException told =
        catchThrowableOfType(ConfigException.class, () -> ReadConfig.of(file.toString()));

    assertThat(told.faults()).hasSize(40);
    assertThat(told.faults().get(39).place())
        .isEqualTo(new Place("gatemini.yaml", 41, 21, "backends.b39.timeout"));
  }

  @Test
  void leaveAMissingValueToItsBackend() {
    ReadConfig read =
        ReadConfig.of(
            "backends: {a: {command: '${NO_SUCH}', args: ['${NOR_THIS}']}, b: {command: x}}");
    ConfigException told =
        catchThrowableOfType(
            ConfigException.class,
            () -> ReadConfig.of("backends: {a: {command: '${NO_SUCH}', timeout: soon}}"));

    assertThat(read.backend("a").transport()).isEqualTo("unconfigured");
    assertThat(told.faults())
        .extracting(fault -> fault.place().key())
        .isEqualTo(List.of("backends.a.timeout"));
  }
}
