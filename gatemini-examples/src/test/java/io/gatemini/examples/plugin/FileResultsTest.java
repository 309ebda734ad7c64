package io.gatemini.examples.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.ChainRequest;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.PluginInfo;
import io.gatemini.Session;
import io.gatemini.UnknownResultException;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.ResultStore;
import io.gatemini.spi.ResultStoreProvider.Limits;
import io.gatemini.testing.ResultStoreContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store of results that somebody else has written does what the shipped one does. */
class FileResultsTest {
  private static final String LINES =
      IntStream.range(0, 100)
          .mapToObj(i -> "a line with a number: " + i)
          .collect(Collectors.joining("\n"));

  private static final Session ANN = Session.of("ann/../bob");

  private final Path directory;

  FileResultsTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private GatewayBuilder builder() {
    return Gateway.builder()
        .plugin(new FileResultsProvider())
        .pluginConfig(
            "file-results",
            JsonNodeFactory.instance.objectNode().put("directory", directory.toString()))
        .backend(
            "log",
            BackendConfig.inProcess()
                .tool("read", "Reads the log.", "{\"type\": \"object\"}", args -> LINES));
  }

  /** The id of an answer that was too long. */
  private static String reduced(Gateway gateway, Session session) {
    return gateway
        .run(
            ChainRequest.of("{\"tool\": \"log.read\", \"arguments\": {}}")
                .withSession(session)
                .withMaxOutputBytes(500))
        .resultId()
        .orElseThrow();
  }

  private long files() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile).count();
    }
  }

  @Nested
  class Contract extends ResultStoreContract {
    @Override
    protected ResultStore store() {
      return new FileResults(
          directory, new Limits(1 << 20, Duration.ofMinutes(30)), Clock.systemUTC());
    }
  }

  @Test
  void keepsWhatAnAnswerLeavesOutForJavaResourcesAndPrograms() throws Exception {
    try (Gateway gateway = builder().build()) {
      String id = reduced(gateway, Session.local());

      assertThat(files()).isEqualTo(1);
      assertThat(gateway.result(id).text()).isEqualTo(LINES);
      assertThat(gateway.readResource("gatemini://result/" + id + "?lines=2-3").text())
          .contains("a line with a number: 1\na line with a number: 2");
      assertThat(gateway.run("return (await results.get(\"" + id + "\")).length").value().asInt())
          .isEqualTo(LINES.length());
      assertThat(gateway.plugins())
          .filteredOn(plugin -> plugin.kind().equals("result-store"))
          .extracting(PluginInfo::name, PluginInfo::weight)
          .containsExactly(tuple("file-results", 100), tuple("memory", 0));
    }
  }

  @Test
  void isReadByTheSameIdentityAlone() throws Exception {
    String id;
    try (Gateway gateway = builder().build()) {
      id = reduced(gateway, ANN);

      assertThat(gateway.result(id, ANN).text()).isEqualTo(LINES);
      assertThatThrownBy(() -> gateway.result(id, Session.of("bob")))
          .isInstanceOf(UnknownResultException.class);
      assertThatThrownBy(() -> gateway.result(id)).isInstanceOf(UnknownResultException.class);
    }
    try (Gateway next = builder().build()) {
      assertThat(next.result(id, ANN).text()).isEqualTo(LINES);
      next.endSession(ANN);
      assertThatThrownBy(() -> next.result(id, ANN)).isInstanceOf(UnknownResultException.class);
      assertThat(files()).isZero();
    }
  }

  @Test
  void isHeldToTheLimitsOfTheGateway() throws Exception {
    try (Gateway gateway = builder().outputConfig(output -> output.maxStoredBytes(6_000)).build()) {
      String first = reduced(gateway, ANN);
      reduced(gateway, ANN);
      String third = reduced(gateway, ANN);

      assertThat(files()).isEqualTo(2);
      assertThat(gateway.result(third, ANN).text()).isEqualTo(LINES);
      assertThatThrownBy(() -> gateway.result(first, ANN))
          .isInstanceOf(UnknownResultException.class);
    }
    try (Gateway gateway = builder().outputConfig(output -> output.maxStoredBytes(1_000)).build()) {
      assertThat(
              gateway
                  .run(
                      ChainRequest.of("{\"tool\": \"log.read\", \"arguments\": {}}")
                          .withMaxOutputBytes(500))
                  .reductions())
          .contains("original too large to be kept");
    }
  }

  @Test
  void saysWhenAResultExpired() {
    Instant now = Instant.parse("2030-01-01T00:00:00Z");
    String id;
    try (Gateway gateway = builder().clock(Clock.fixed(now, ZoneOffset.UTC)).build()) {
      id = reduced(gateway, ANN);
    }

    Instant later = now.plus(Duration.ofHours(1));
    try (Gateway gateway = builder().clock(Clock.fixed(later, ZoneOffset.UTC)).build()) {
      assertThatThrownBy(() -> gateway.result(id, ANN))
          .isInstanceOf(UnknownResultException.class)
          .hasMessageContaining("expired at 2030-01-01T00:30:00Z, 30 minutes after it was made");
    }
  }

  @Test
  void asksForADirectory() {
    assertThatThrownBy(() -> Gateway.builder().plugin(new FileResultsProvider()).build())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("plugins.file-results: \"directory\" is missing");
  }
}
