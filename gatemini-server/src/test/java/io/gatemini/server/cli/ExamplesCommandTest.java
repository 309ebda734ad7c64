package io.gatemini.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.spi.Json;
import io.gatemini.testing.Table;
import io.gatemini.testing.Values;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code gatemini examples} over a file and tools that are programs of the configuration. */
class ExamplesCommandTest {
  private static final String TOOLS =
      """
      search: {examples: %s}
      composite_tools:
        count_stock: {description: "%s", code: "return 1"}
        list_orders: {description: "List the orders of a shop.", code: "return 2"}
      """;

  private static final String COUNT = "__composite.count_stock";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final Path directory;
  private final Path config;
  private final Path file;

  ExamplesCommandTest(@TempDir Path directory) throws IOException {
    this.directory = directory;
    config = directory.resolve("gatemini.yaml");
    file = directory.resolve("pairs.jsonl");
    configure("pairs.jsonl", "Count what is in store.");
  }

  private void configure(String pairs, String description) throws IOException {
    Files.writeString(config, TOOLS.formatted(pairs, description));
  }

  private int run(String... line) {
    List<String> all = new ArrayList<>(List.of(line));
    all.addAll(List.of("--direct", "-c", config.toString()));
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return CommandLineMain.run(
        new PrintWriter(out, true), new PrintWriter(err, true), all.toArray(String[]::new));
  }

  private static String pair(String request, String tool) {
    return "{\"request\": \"" + request + "\", \"tool\": \"" + tool + "\"}\n";
  }

  @Values(
      "make the zeppelin fly | `bitte die kisten zählen` | 请数一下仓库里的箱子 | посчитай коробки | 4711 |"
          + " `it's \"quoted\" \\ and $HOME`")
  void addsARequestThatFindsItsToolThen(String request) throws IOException {
    assertThat(run("examples", "add", "count_stock", " " + request + "\n")).isZero();
    assertThat(out.toString()).startsWith("added \"").contains("for " + COUNT + " to " + file);
    assertThat(err.toString()).isEmpty();

    assertThat(run("search", "-n", "1", request)).isZero();
    assertThat(out.toString()).startsWith(COUNT);
    assertThat(Json.mapper().readTree(file.toFile()).path("request").asText()).isEqualTo(request);
    assertThat(run("examples", "list")).isZero();
    assertThat(out.toString().lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("counts: " + COUNT),
            line -> assertThat(line).isEqualTo("1 of 1 pairs count, of " + file));
  }

  @Values("`make the zeppelin fly` | ` Make  the zeppelin\tFLY `")
  void refusesDoubles(String again) throws IOException {
    Files.writeString(file, pair("make the zeppelin fly", "count_stock"));
    String before = Files.readString(file);

    assertThat(run("examples", "add", COUNT, again)).isEqualTo(1);

    assertThat(err.toString()).contains("finds " + COUNT + " already, by " + file);
    assertThat(file).hasContent(before.strip());
    assertThat(run("examples", "add", "list_orders", again)).isZero();
  }

  @Test
  void listsTheEffectOfEachLine() throws IOException {
    assertThat(run("examples", "add", "list_orders", "beam me up")).isZero();
    String changed = Files.readString(file).replaceFirst("(\"digest\":\")..", "$1zz");
    Files.writeString(
        file,
        pair("make the zeppelin fly", COUNT)
            + pair("make the zeppelin fly", COUNT)
            + pair("Make the zeppelin fly", "count_stock")
            + pair("ship \\u001b[31m it", "cuont_stock")
            + changed
            + pair("list the orders of a shop", "list_orders")
            + pair("make the zeppelin fly", "list_orders"));

    assertThat(run("examples", "list")).isZero();

    assertThat(out.toString().lines())
        .containsExactly(
            "double: " + COUNT + "  \"make the zeppelin fly\"",
            "    line 1: line 2 says the same; remove one",
            "counts: " + COUNT + "  \"make the zeppelin fly\"",
            "double: count_stock  \"Make the zeppelin fly\"",
            "    line 3: line 2 says the same; remove one",
            "unknown tool: cuont_stock  \"ship  it\"",
            "    line 4: tool \"cuont_stock\" is not known; did you mean \"" + COUNT + "\"?",
            "definition changed: __composite.list_orders  \"beam me up\"",
            "    line 5: add it anew: gatemini examples add __composite.list_orders \"beam me up\"",
            "not needed: list_orders  \"list the orders of a shop\"",
            "    line 6: its tool is first without it; remove it",
            "behind another: list_orders  \"make the zeppelin fly\"",
            "    line 7: its request finds "
                + COUNT
                + " first: another pair has it, or a running"
                + " daemon has not reloaded its configuration",
            "1 of 7 pairs count, of " + file);
    assertThat(run("examples", "list", "--json")).isZero();
    assertThat(Json.mapper().readTree(out.toString()).at("/examples/4/state").asText())
        .isEqualTo("definition_changed");
    assertThat(run("examples", "add", "list_orders", "beam me up")).isZero();
  }

  @Test
  void listsNoneWhereThereIsNoFileYet() {
    assertThat(run("examples", "list")).isZero();
    assertThat(out).hasToString("0 of 0 pairs count, of " + file + System.lineSeparator());
    assertThat(run("examples", "list", "--json")).isZero();
    assertThat(out.toString()).contains("\"examples\":[]");
  }

  @Table(
      """
      pairs.jsonl | `` | 2 | the request is empty
      pairs.jsonl | ` \t` | 2 | the request is empty
      pairs.jsonl | \u200B\u200B | 2 | the request is empty
      . | ship it | 2 | name a file of pairs
      gatemini.yaml/pairs.jsonl | ship it | 2 | name a file of pairs
      none/pairs.jsonl | ship it | 0 | ``
      gatemini.yaml | ship it | 2 | line 1: this is not JSON
      """)
  void saysWhatIsWrong(String pairs, String request, int exitCode, String message)
      throws IOException {
    configure(pairs, "Count what is in store.");

    assertThat(run("examples", "add", COUNT, request)).as(err::toString).isEqualTo(exitCode);

    assertThat(err.toString()).contains(message).doesNotContain("\tat ");
  }

  @Test
  void refusesAMegabyteBeforeItStartsServers() throws IOException {
    Files.writeString(
        config, Files.readString(config) + "backends: {a: {command: touch, args: [x]}}");

    assertThat(run("examples", "add", COUNT, "x".repeat(1 << 20))).isEqualTo(2);

    assertThat(err.toString())
        .contains("\"request\" has 1,048,576 characters, 1,000 at most")
        .hasSizeLessThan(400);
    assertThat(directory.resolve("x")).doesNotExist();
  }

  @Test
  void namesTheLinesForAConfigurationWithoutAFile() throws IOException {
    Files.writeString(config, "backends: {}\n");
    assertThat(run("examples", "list")).isEqualTo(2);
    assertThat(err.toString()).contains("\"search\": {\"examples\": \"examples.jsonl\"}");

    Files.writeString(config, "\"search\": {\"examples\": \"examples.jsonl\"}\nbackends: {}\n");
    run("examples", "list");
    assertThat(out.toString()).endsWith("of " + directory.resolve("examples.jsonl") + "\n");
  }

  /** Adds pairs in a process of its own. */
  static final class AddingProcess {
    public static void main(String[] arguments) {
      for (int i = 0; i < 10; i++) {
        String request = "request %s of process %s".formatted(i, arguments[1]);
        if (CommandLineMain.run(
                new String[] {"examples", "add", COUNT, request, "--direct", "-c", arguments[0]})
            != 0) {
          System.exit(1);
        }
      }
    }
  }

  @Test
  void losesNoPairOfTwoProcesses() throws Exception {
    List<Process> adding = new ArrayList<>();
    for (String name : List.of("one", "two")) {
      adding.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  AddingProcess.class.getName(),
                  config.toString(),
                  name)
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve(name + ".log").toFile())
              .start());
    }
    for (Process one : adding) {
      assertThat(one.waitFor(100, TimeUnit.SECONDS)).isTrue();
      assertThat(one.exitValue()).isZero();
    }

    assertThat(Files.readAllLines(file)).hasSize(20).allMatch(line -> line.startsWith("{"));
  }
}
