package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.SandboxConfig;
import io.gatemini.internal.json.JsonText;
import io.gatemini.internal.json.JsonValues;
import io.gatemini.spi.ScriptEngine.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Some 250 expressions on Node, V8 and GraalJS: the engines differ from Node in what the table
 * "Engines" of docs/isolation.md says, and in nothing else.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init") // set by the method that runs first
class EnginesTest {
  private static final String EVALUATED =
      """
      .map(f => {
        try {
          const value = f();
          return typeof value === 'bigint' ? value + 'n' : JSON.stringify(value) ?? String(value);
        } catch (e) {
          return '!' + e.name;
        }
      })""";

  private static final Path TABLE = Path.of("docs/isolation.md");

  private List<Row> rows;
  private List<String> node;

  /** An expression, and why an engine has another value for it, by its name. */
  private record Row(String expression, Map<String, String> differences) {
    static Row of(String line) {
      String[] both = line.split(" ## ", 2);
      Map<String, String> differences = new TreeMap<>();
      if (both.length > 1) {
        for (String difference : both[1].split("; ")) {
          String[] named = difference.split(": ", 2);
          differences.put(named[0], named[1]);
        }
      }
      return new Row(both[0], differences);
    }
  }

  @BeforeAll
  void askNode() throws IOException, InterruptedException {
    try (InputStream in = getClass().getResourceAsStream("expressions.txt")) {
      rows =
          new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.startsWith("#"))
              .map(Row::of)
              .toList();
    }
    assumeTrue(
        Arrays.stream(System.getenv("PATH").split(":"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "node"))),
        "Node is not installed");
    ProcessBuilder builder = new ProcessBuilder("node", "-").redirectErrorStream(true);
    builder
        .environment()
        .putAll(Map.of("LANG", "en_US.UTF-8", "TZ", TimeZone.getDefault().getID()));
    Process process = builder.start();
    process
        .getOutputStream()
        .write(
            ("console.log(JSON.stringify(" + program(UnaryOperator.identity()) + "))")
                .getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().close();
    node = values(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    assertThat(process.waitFor()).isZero();
  }

  private String program(UnaryOperator<String> form) {
    return rows.stream()
        .map(row -> "() => (" + form.apply(row.expression) + ")")
        .collect(Collectors.joining(",\n", "[\n", "]" + EVALUATED));
  }

  private static List<String> values(String json) throws JsonProcessingException {
    JsonNode all = JsonValues.parse(json);
    return IntStream.range(0, all.size()).mapToObj(i -> all.get(i).asText()).toList();
  }

  @Test
  void v8DiffersAsTheTableSays() throws IOException {
    check("v8", SandboxConfig.Engine.V8, UnaryOperator.identity());
  }

  @Test
  void graalJsDiffersAsTheTableSays() throws IOException {
    // A literal that it does not read would end the whole program.
    check("graaljs", SandboxConfig.Engine.GRAALJS, it -> "eval(" + JsonText.quoted(it) + ")");
  }

  private void check(String name, SandboxConfig.Engine engine, UnaryOperator<String> form)
      throws IOException {
    SandboxConfig config =
        SandboxConfig.defaults().engine(engine).isolation(SandboxConfig.Isolation.IN_PROCESS);
    List<String> values;
    try (EngineFixture fixture = new EngineFixture(config)) {
      Outcome outcome = fixture.run("const values = " + program(form) + ";\nreturn values");
      assertThat(outcome.message()).isEmpty();
      values = values(outcome.value().toString());
    }
    String table = Files.readString(TABLE);

    assertThat(
            IntStream.range(0, rows.size())
                .filter(i -> !values.get(i).equals(node.get(i)))
                .filter(i -> !rows.get(i).differences.containsKey(name))
                .mapToObj(
                    i -> rows.get(i).expression + "\n  " + node.get(i) + "\n  " + values.get(i))
                .collect(Collectors.joining("\n")))
        .as("differences that the table lacks: expression, Node, " + name)
        .isEmpty();
    assertThat(
            IntStream.range(0, rows.size())
                .filter(i -> values.get(i).equals(node.get(i)))
                .mapToObj(rows::get)
                .filter(row -> row.differences.containsKey(name))
                .map(Row::expression))
        .as("differences that are none")
        .isEmpty();
    assertThat(
            rows.stream()
                .flatMap(row -> Stream.of(row.differences.values()).flatMap(it -> it.stream())))
        .allSatisfy(row -> assertThat(table).contains("| " + row));
  }
}
