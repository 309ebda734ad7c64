package io.gatemini.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.config.GatewaySettings;
import io.gatemini.server.demo.EchoServer;
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
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands over a real MCP server process. */
class CommandLineTest {
  private static final String SAMPLE = "../gatemini-search/src/test/resources/evaluation/sample";

  private final Path config;
  private final Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  CommandLineTest(@TempDir Path directory) {
    this.directory = directory;
    this.config = directory.resolve("gatemini.yaml");
  }

  @BeforeEach
  void configureARealBackend() throws IOException {
    Files.writeString(
        config,
        """
        backends:
          training:
            command: '%s'
            args: ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', -cp, '%s', %s]
        """
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                EchoServer.class.getName()));
  }

  @Values("-c %s tools | tools -c %s | --direct --config=%s tools | tools --direct --config %s")
  void takesSharedOptionsBeforeAndAfterTheCommand(String line) {
    int exitCode = run(line.formatted(config).split(" "));

    assertThat(told()).isEmpty();
    assertThat(out.toString()).isEqualTo("training.echo  Return a text." + System.lineSeparator());
    assertThat(exitCode).isZero();
  }

  @Test
  void searchesAndShowsTools() {
    assertThat(run("search", "echo", "text", "-c", config.toString())).isZero();
    assertThat(run("info", "echo", "-c", config.toString())).isZero();

    assertThat(out.toString())
        .contains("training.echo  Return a text.", "\"required\" : [ \"text\" ]");
  }

  @Test
  void saysWhyAToolWasFound() throws IOException {
    Path named = directory.resolve("named.yaml");
    Files.writeString(named, Files.readString(config) + "\nsearch: {retrieval: name}\n");

    assertThat(run("search", "--explain", "echo", "-c", named.toString())).isZero();

    assertThat(out.toString().lines()).contains("    name 0.5000: name 0.5000");
  }

  @Test
  void callsAToolAndRunsAProgram() throws IOException {
    Path program =
        Files.writeString(
            directory.resolve("program.ts"), "return (await training.echo({text: 'b'})) + 'c';");

    assertThat(run("call", "training.echo", "{\"text\": \"a\"}", "-c", config.toString())).isZero();
    assertThat(run("run", program.toString(), "-c", config.toString())).isZero();

    assertThat(told()).isEmpty();
    assertThat(out.toString().lines()).containsExactly("a", "bc");
  }

  @Test
  void runsAProgramInLua() throws IOException {
    String code = "result(training.echo({text = 'b'}):await() .. 'c')";
    Path named = Files.writeString(directory.resolve("program.lua"), code);
    Path other = Files.writeString(directory.resolve("program"), code);

    assertThat(run("run", named.toString(), "-c", config.toString())).isZero();
    assertThat(run("run", "--language", "lua", other.toString(), "-c", config.toString())).isZero();
    assertThat(run("run", "--language", "ada", other.toString(), "-c", config.toString()))
        .isEqualTo(1);

    assertThat(out.toString().lines()).containsExactly("bc", "bc");
    assertThat(told())
        .contains("there is no language \"ada\" for programs; there is javascript, lua");
  }

  @Test
  void runsAProgramInAMode() throws IOException {
    Path program =
        Files.writeString(
            directory.resolve("program.ts"),
            "console.log('begun'); return (await training.echo({text: 'b'})) + 'c';");

    assertThat(run("run", "--mode", "plan", program.toString(), "-c", config.toString())).isZero();
    assertThat(out.toString())
        .isEqualTo(
            "{\"plan\":[{\"tool\":\"training.echo\",\"arguments\":{\"text\":\"b\"}}],\"calls\":1,"
                + "\"ended\":\"ok\"}"
                + System.lineSeparator());
    assertThat(told()).isEqualTo("begun" + System.lineSeparator());
    err.getBuffer().setLength(0);

    assertThat(run("run", "--mode", "read_only", program.toString(), "-c", config.toString()))
        .isEqualTo(1);
    assertThat(told().lines())
        .satisfiesExactly(
            message -> assertThat(message).startsWith("training.echo: ").endsWith("(line 1)"),
            done -> assertThat(done).isEqualTo("no tool call had completed"),
            console -> assertThat(console).isEqualTo("console:"),
            line -> assertThat(line).isEqualTo("begun"));
  }

  @Test
  void saysOnceWhereAProgramIsNoProgram() throws IOException {
    Path program = Files.writeString(directory.resolve("program.ts"), "const x = 1;\nconst y = ;");
    Path empty = Files.writeString(directory.resolve("empty.ts"), " \n");

    assertThat(run("run", program.toString(), "-c", config.toString())).isEqualTo(1);
    assertThat(told()).startsWith("syntax error: ").containsOnlyOnce("(line 2)");

    assertThat(run("run", empty.toString(), "-c", config.toString())).isEqualTo(2);
    assertThat(told()).contains("the program is empty");
  }

  @Test
  void findsShowsCallsAndRunsCompositeTools() throws IOException {
    Files.writeString(
        config,
        Files.readString(config)
            + """

            composite_tools:
              shout:
                description: Shout a text out loud.
                input_schema: {type: object, properties: {text: {type: string}}, required: [text]}
                code: |
                  const text: string = await training.echo({text: `${params.text}!`});
                  return text.toUpperCase();
            """);
    Path program =
        Files.writeString(
            directory.resolve("program.ts"),
            "return (await __composite.shout({text: 'b'})).length;");

    assertThat(run("search", "shout", "-n", "1", "-c", config.toString())).isZero();
    assertThat(run("info", "shout", "-c", config.toString())).isZero();
    assertThat(run("call", "shout", "{\"text\": \"a\"}", "-c", config.toString())).isZero();
    assertThat(run("run", program.toString(), "-c", config.toString())).isZero();
    assertThat(run("call", "shout", "{}", "-c", config.toString())).isEqualTo(1);

    assertThat(out.toString().lines())
        .contains("__composite.shout  Shout a text out loud.", "A!", "2")
        .anyMatch(line -> line.startsWith("shout(args: {"));
    assertThat(told()).contains("\"text\" is missing");
  }

  @Table(
      """
      call training.echo {} | 1 | text
      call training.ehco {} | 1 | training.echo
      call training.echo {"text" | 2 | the arguments are not valid JSON
      call training.echo [] | 2 | the arguments must be a JSON object
      run missing.ts | 2 | there is no file missing.ts
      config import nosuch | 2 | known clients are claude, claude-code, cursor, vscode
      run --mode dry p.ts | 2 | --mode must be run, read_only or plan, not "dry"
      search --limit 0 x | 2 | --limit must be between 1 and 100
      serch x | 2 | "serch" is not a command; did you mean search or serve
      bogus | 2 | "bogus" is not a command
      tools --backnd=x | 2 | Unknown option: '--backnd=x'; did you mean --backend?
      remove trainin | 2 | has no server "trainin"; did you mean "training"?
      add training https://x.io | 2 | has a server "training" already
      add x -e A=1 https://x.io | 2 | an address has --header
      add x -H A:1 y | 2 | --header is for an address
      add x -H A https://x.io | 2 | --header is NAME: VALUE, not "A"
      add x --yes https://x.io | 2 | --yes are for a server of the registry
      add https://x.io | 2 | a name is missing before the address: gatemini add NAME https://x.io
      add x -H A:1 | 2 | --header is for an address
      add x --package cargo | 2 | expected one of [NPM, PYPI, OCI, NUGET, REMOTE]
      add x --registry http://localhost:1 | 1 | cannot be reached
      add x --registry none.json | 1 | none.json: there is no such file
      lint --baseline none.json | 2 | none.json is no baseline; gatemini lint --json > none.json makes one
      lint --baseline pom.xml | 2 | pom.xml is no baseline
      lint --baselin x | 2 | did you mean --baseline?
      examples | 2 | Missing required parameter: 'add TOOL REQUEST|list'
      examples ls | 2 | write examples add TOOL "REQUEST", or examples list
      examples list all | 2 | write examples add TOOL "REQUEST", or examples list
      examples add training.echo | 2 | add takes a tool and a request, in quotation marks
      examples add training.echo say it | 2 | add takes a tool and a request, in quotation marks
      examples add training.echo shout | 2 | gatemini.yaml names no file of pairs; add "search": {"examples": "examples.jsonl"}
      examples list --jsn | 2 | did you mean --json?
      tools --backend x | 2 | there is no backend "x"; there is training
      install emacs | 2 | expected one of [CLAUDE, CLAUDE_CODE, claude-code, CURSOR, VSCODE
      install | 2 | Missing required parameter: 'CLIENT'
      install cursor --file x.json | 2 | --file needs --write
      info | 2 | Missing required parameter: 'TOOL'
      """)
  void tellsWhatWentWrongByExitCodeAndMessage(String line, int exitCode, String message) {
    assertThat(run((line + " -c " + config).split(" "))).isEqualTo(exitCode);

    assertThat(out.toString()).isEmpty();
    assertThat(told()).contains(message).doesNotContain("\tat ");
    assertThat(told().lines()).hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void showsWhereTheDashesOfAddBelong() {
    assertThat(run("add", "one", "npx", "-y", "x")).isEqualTo(2);

    assertThat(told())
        .contains("options of the program come after --: gatemini add one -- npx -y x");

    assertThat(run("add", "one", "-c", config.toString(), "--")).isEqualTo(2);

    assertThat(told()).contains("a command is missing after --: gatemini add one -- COMMAND");
  }

  @Test
  void changesServersInTheConfiguration() throws IOException {
    String before = Files.readString(config);
    String file = config.toString();

    assertThat(run("add", "one", "-c", file, "-e", "A=b", "--", "npx", "-y", "x")).isZero();
    assertThat(run("add", "two", "https://x.io/mcp", "-H", "A: b: c", "-c", file)).isZero();
    assertThat(run("disable", "two", "-c", file)).isZero();
    assertThat(Files.readString(config))
        .isEqualTo(
            before
                + """
                  one:
                    command: npx
                    args: ["-y", "x"]
                    env:
                      A: b
                  two:
                    url: "https://x.io/mcp"
                    headers:
                      A: "b: c"
                    disabled: true
                """);
    assertThat(run("enable", "two", "-c", file)).isZero();
    assertThat(run("remove", "two", "-c", file)).isZero();
    assertThat(run("remove", "one", "-c", file)).isZero();

    assertThat(told()).isEmpty();
    assertThat(config).hasContent(before);
    assertThat(out.toString().lines())
        .hasSize(6)
        .contains("disabled \"two\" in " + config.toRealPath());
  }

  @Test
  void tellsWhatEachCommandTakes() {
    for (String command : List.of("", "tools ", "serve ", "search ", "help ")) {
      assertThat(run((command + "--help").split(" "))).isZero();
    }
    assertThat(run("help")).isZero();

    assertThat(out.toString())
        .contains(
            "Serve all clients of a configuration", "--config=FILE", "--direct", "--socket=PATH");
    assertThat(told()).isEmpty();
  }

  @Test
  void reportsFindingsBeyondABaseline() throws IOException {
    assertThat(run("lint", "-c", config.toString())).isEqualTo(1);
    assertThat(out.toString().lines()).first().isEqualTo("note annotations-missing: training.echo");
    assertThat(out.toString().lines()).last().isEqualTo("1 findings in 1 tools");
    out.getBuffer().setLength(0);

    assertThat(run("lint", "--json", "-c", config.toString())).isEqualTo(1);
    Path baseline = Files.writeString(directory.resolve("lint.json"), out.toString());
    assertThat(Json.mapper().readTree(baseline.toFile()).at("/findings/0/rule").asText())
        .isEqualTo("annotations-missing");
    out.getBuffer().setLength(0);

    assertThat(run("lint", "--baseline", baseline.toString(), "-c", config.toString())).isZero();
    assertThat(out).hasToString("0 findings in 1 tools" + System.lineSeparator());
    assertThat(told()).isEmpty();
  }

  @Test
  void failsWhereToolsCannotBeChecked() throws IOException {
    Files.writeString(config, "backends: {none: {command: no-such-program-anywhere}}");

    assertThat(run("lint", "-c", config.toString())).isEqualTo(1);

    assertThat(told()).contains("backend none is not available");
    assertThat(out).hasToString("0 findings in 0 tools" + System.lineSeparator());
  }

  @Test
  void evaluatesADataSetAndPrintsOnlyTheReport() throws IOException {
    Path rankings = directory.resolve("rankings.jsonl");

    assertThat(run("evaluate", "--data", SAMPLE, "--json", "--rankings", rankings.toString()))
        .isZero();

    JsonNode report = Json.mapper().readTree(out.toString());
    assertThat(report.fieldNames())
        .toIterable()
        .containsExactly(
            "pools",
            "mean_ndcg_at_10",
            "noisy",
            "noisy_mean_recall_at_5",
            "latency_us",
            "index_build_ms");
    assertThat(report.at("/pools/everyday30/queries").asInt()).isEqualTo(25);
    assertThat(told()).contains("everyday30: 30 tools of 10 backends");
    assertThat(Files.readAllLines(rankings)).hasSize(25 + 13);
  }

  @Test
  void evaluatesARetrieverByNameAndComparesItWithAnother() {
    String first = directory.resolve("first.jsonl").toString();
    String second = directory.resolve("second.jsonl").toString();

    assertThat(run("evaluate", "--data", SAMPLE, "--retrieval", "name", "--rankings", first))
        .isZero();
    String byName = out.toString();
    out.getBuffer().setLength(0);
    assertThat(
            run(
                "evaluate",
                "--data",
                SAMPLE,
                "--retrieval",
                "lexical",
                "--rankings",
                second,
                "--compare",
                first))
        .isZero();

    assertThat(told()).containsPattern("nDCG@10 against the earlier run: \\+0\\.\\d{4} \\[");
    assertThat(byName).startsWith("pool").contains("everyday30", "noisy mean R@5");
    assertThat(figures(byName)).isNotEqualTo(figures(out.toString()));
  }

  @Test
  void evaluatesTasksInHosts() throws IOException {
    assertThat(run("evaluate", "--data", SAMPLE, "--host", "all", "--json")).isZero();

    JsonNode listing = Json.mapper().readTree(out.toString()).at("/everyday30/listing");
    assertThat(listing.fieldNames())
        .toIterable()
        .containsExactly(
            "tasks",
            "turn_1",
            "turn_2",
            "turn_3",
            "later",
            "not_found",
            "overlooked",
            "first_bytes",
            "bytes",
            "most_bytes",
            "changed_bytes");
    assertThat(listing.path("tasks").asInt()).isEqualTo(25);
    assertThat(listing.path("turn_2").asDouble()).isGreaterThan(0.8);
    out.getBuffer().setLength(0);

    assertThat(run("evaluate", "--data", SAMPLE, "--host", "claude-code")).isZero();
    assertThat(out.toString().lines())
        .hasSize(2)
        .anyMatch(
            line -> line.matches("everyday30 +claude-code +25( +[01]\\.\\d{4}){6}( +\\d+){4}"));
  }

  @Test
  void evaluatesWithTheSettingsOfAFile() throws IOException {
    Path settings = Files.writeString(directory.resolve("settings.yaml"), "exclude: [lexical]");

    assertThat(
            run("evaluate", "--data", SAMPLE, "--retrieval", "lexical", "-c", settings.toString()))
        .isEqualTo(2);

    assertThat(told()).contains("retrieval \"lexical\" is not known; there is ");
  }

  @Table(
      """
      evaluate | Missing required option: '--data=DIR'
      evaluate --data nowhere | the data directory nowhere does not exist
      evaluate --data src/main | there is nothing to evaluate in src/main
      evaluate --data SAMPLE --retrieval guess | retrieval "guess" is not known; there is
      evaluate --data SAMPLE --rankings no/such/r.json | the rankings cannot be written to \
      no/such/r.json
      evaluate --data SAMPLE --compare a.jsonl | --compare needs --rankings
      evaluate --data SAMPLE --host emacs | there is no host "emacs"; name one of listing, claude-code
      evaluate --data SAMPLE --host all --rankings r.json | --host writes no rankings
      evaluate --data nowhere --host all | the data directory nowhere does not exist
      evaluate --data SAMPLE -c CONFIG | the configuration of the gateway has backends
      """)
  void saysWhatIsWrongWithAnEvaluation(String line, String message) {
    String[] args = line.replace("SAMPLE", SAMPLE).replace("CONFIG", config.toString()).split(" ");

    assertThat(run(args)).isEqualTo(2);

    assertThat(out.toString()).isEmpty();
    assertThat(told()).contains(message).doesNotContain("\tat ");
  }

  /** The scores of the first source. */
  private static String figures(String tables) {
    return tables.lines().filter(line -> line.startsWith("everyday30, ")).findFirst().orElseThrow();
  }

  @Test
  void saysThatTheConfigurationIsWrong() throws IOException {
    Files.writeString(config, "backends: {a: {comand: x}}");

    assertThat(run("tools", "-c", config.toString())).isEqualTo(2);
    assertThat(told())
        .startsWith("gatemini: gatemini.yaml, line 1: backends.a.comand: this key is not known");
  }

  @Test
  void saysWhichBackendIsNotAvailable() throws IOException {
    Files.writeString(config, "backends: {a: {command: gatemini-no-such-program}}");

    for (String command : List.of("tools", "search x", "info a.b", "call a.b", "tools --json")) {
      err.getBuffer().setLength(0);
      assertThat(run((command + " -c " + config).split(" "))).isEqualTo(1);
      assertThat(told()).contains(" is not available: ", "gatemini-no-such-program");
    }
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void asksTheOthersWhereABackendIsDown() throws IOException {
    Files.writeString(
        config, Files.readString(config) + "  a: {command: gatemini-no-such-program}\n");

    assertThat(run("tools", "-c", config.toString())).isZero();

    assertThat(told()).startsWith("gatemini: backend a is not available: ");
    assertThat(out.toString()).startsWith("training.echo  ");
  }

  @Test
  void saysThatThereAreNoBackends() throws IOException {
    Files.writeString(config, "backends: {}");

    assertThat(run("tools", "-c", config.toString())).isZero();

    assertThat(told().lines()).containsExactly("gatemini: the configuration has no backends");
  }

  @Test
  void waitsOnlyForTheBackendThatACommandNeeds() throws IOException {
    addASlowBackend(600_000);
    Path program =
        Files.writeString(
            directory.resolve("program.ts"), "return await training.echo({text: 'b'});");

    assertThat(run("call", "training.echo", "{\"text\": \"a\"}", "-c", config.toString())).isZero();
    assertThat(run("run", program.toString(), "-c", config.toString())).isZero();
    assertThat(run("info", "training.echo", "-c", config.toString())).isZero();
    assertThat(run("tools", "--backend", "training", "-c", config.toString())).isZero();

    assertThat(out.toString().lines())
        .startsWith("a", "b")
        .endsWith("training.echo  Return a text.");
    assertThat(told()).doesNotContain("slow");
  }

  @Test
  void saysAfterASecondWhatItWaitsFor() throws IOException {
    addASlowBackend(2_000);

    assertThat(run("call", "slow.echo", "{\"text\": \"a\"}", "-c", config.toString())).isZero();

    assertThat(out.toString().lines()).containsExactly("a");
    assertThat(err.toString().lines()).containsExactly("gatemini: waiting for slow");
  }

  /** The lines on stderr, without those of waits that only a busy machine causes. */
  private String told() {
    return err.toString().replaceAll("(?m)^gatemini: waiting for .*\\R", "");
  }

  private void addASlowBackend(int millis) throws IOException {
    Files.writeString(
        config,
        Files.readString(config)
            + """
              slow:
                command: '%s'
                args: ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', -cp, '%s', io.gatemini.testing.MisbehavingServer, SLOW_START, '%s', '%d']
            """
                .formatted(
                    Path.of(System.getProperty("java.home"), "bin", "java"),
                    System.getProperty("java.class.path"),
                    directory.resolve("pids"),
                    millis));
  }

  @Test
  void checksArgumentsBeforeItReadsTheConfiguration() {
    for (String command :
        List.of("call a.b {", "run missing.ts", "search --limit 0 x", "run --mode dry p.ts")) {
      err.getBuffer().setLength(0);

      assertThat(run((command + " -c missing.yaml").split(" "))).isEqualTo(2);

      assertThat(told()).isNotEmpty().doesNotContain("missing.yaml");
    }
  }

  @Test
  void saysThatNothingWasFound() {
    assertThat(run("search", "xyzzy", "-c", config.toString())).isZero();
    assertThat(run("search", "xyzzy", "--json", "-c", config.toString())).isZero();

    assertThat(out.toString().lines()).containsExactly("{\"results\":[]}");
    assertThat(told()).startsWith("No tool matches. Try other words");
  }

  @Test
  void saysWhatKindOfServerWouldHelp() throws IOException {
    assertThat(run("search", "book a flight to Rome", "-c", config.toString())).isZero();
    assertThat(told()).contains("Nothing fits; a server for flights would help, the nearest are:");

    JsonNode hit = json("search", "book a flight to Rome").at("/results/0");
    assertThat(hit.path("fits").asBoolean(true)).isFalse();
    assertThat(hit.at("/explanation/wanted").asText()).isEqualTo("flights");
  }

  @Test
  void printsJson() throws IOException {
    JsonNode tool = json("tools").at("/tools/0");
    JsonNode hit = json("search", "--explain", "echo").at("/results/0");
    JsonNode info = json("info", "echo");

    assertThat(tool.path("name").asText()).isEqualTo("training.echo");
    assertThat(tool.at("/inputSchema/required/0").asText()).isEqualTo("text");
    assertThat(hit.path("call").asText()).startsWith("await training.echo({");
    assertThat(hit.at("/explanation/retriever").asText()).isEqualTo("hybrid");
    assertThat(info.path("typescript").asText()).contains("echo(");
    assertThat(info.path("inputSchema")).isEqualTo(tool.path("inputSchema"));
  }

  private JsonNode json(String... command) throws IOException {
    out.getBuffer().setLength(0);
    List<String> line = new ArrayList<>(List.of(command));
    line.addAll(List.of("--json", "-c", config.toString()));
    assertThat(run(line.toArray(String[]::new))).isZero();
    return Json.mapper().readTree(out.toString());
  }

  @Test
  void checksAConfiguration() throws IOException {
    assertThat(run("config", "check", "-c", config.toString())).isZero();
    assertThat(out.toString())
        .contains("nothing is wrong; 1 backend, 0 aliases, 0 composite tools");

    Path wrong = directory.resolve("wrong.yaml");
    Files.writeString(
        wrong,
        """
        backends:
          a: {comand: x}
          b: {command: x, env: {TOKEN: "${NOT_SET_ANYWHERE}"}}
          c: {command: x, env: {TOKEN: "secretref:env:NOT_SET_ANYWHERE"}}
          d: {command: x, fallback_chain: [e]}
        health: {interval: soon}
        """);
    assertThat(run("config", "check", wrong.toString())).isEqualTo(2);
    assertThat(told())
        .contains("line 2: backends.a.comand", "did you mean \"command\"?")
        .contains("line 3: backends.b.env.TOKEN: the environment variable NOT_SET_ANYWHERE")
        .contains("line 6: health.interval");

    Path line =
        Files.writeString(
            directory.resolve("line.yaml"), "backends: {a: {command: \"node /x/index.js --y\"}}");
    assertThat(run("config", "check", line.toString())).isEqualTo(2);
    assertThat(told()).contains("write command: node and args: [/x/index.js, --y]");
    Path tool =
        Files.writeString(
            directory.resolve("tool.yaml"),
            """
            backends:
              git: {tools: {log: {description: Log., command: git log, input_schema: {properties: {a: {pattern: "("}}}}}}
              far: {command: "https://a.test/mcp"}
            """);
    assertThat(run("config", "check", tool.toString())).isEqualTo(2);
    assertThat(told())
        .contains("backends.git: tool \"log\": input_schema cannot be used: ")
        .contains("backends.far: its command is an address; write it as url");
    Path none = Files.writeString(directory.resolve("none.yaml"), "backends: {}");
    assertThat(run("config", "check", none.toString())).isEqualTo(2);
    assertThat(told()).contains("there are no backends");
  }

  @Test
  void importsTheOtherPredecessorsFileWithItsSurface() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("other.json"),
            "{\"mcpClients\": {\"a\": {\"command\": \"x\", \"dangerouslyEnableSampling\": true}}}");
    assertThat(run("config", "import", file.toString())).isZero();

    Path imported = Files.writeString(directory.resolve("other.yaml"), out.toString());
    GatewaySettings settings = Gateway.builder().config(imported).settings();
    assertThat(settings.surface()).isEqualTo("servers");
    assertThat(Objects.requireNonNull(settings.backends().get("a")).trust().sampling()).isTrue();
  }

  @Test
  void beginsAConfigurationThatIsRight() throws IOException {
    Path begun = directory.resolve("new").resolve("gatemini.yaml");
    Path folder = Files.createDirectory(directory.resolve("for \"agents\""));
    assertThat(run("config", "init", begun.toString(), "--folder", folder.toString())).isZero();
    assertThat(run("config", "check", begun.toString())).isZero();
    assertThat(Files.readString(begun)).doesNotContain("\".\"", "config.schema.json");
    assertThat(run("config", "init", begun.toString())).isEqualTo(2);
    assertThat(told()).contains("is there already, and was left as it is");
    assertThat(run("config", "path", "-c", begun.toString())).isZero();
    assertThat(out.toString()).endsWith(begun + System.lineSeparator());
    assertThat(run("config", "schema")).isZero();
    assertThat(out.toString()).contains("\"$schema\"");
  }

  @Test
  void printsTheSchemaWithTheKeysOfThePluginsInUse() throws IOException {
    Path without = Files.writeString(directory.resolve("b.yaml"), "backends: {}\nexclude: [rrf]\n");
    assertThat(run("config", "schema", "-c", without.toString())).isZero();
    assertThat(out.toString()).contains("\"command\"").doesNotContain("\"rrf\"");

    assertThat(run("config", "schema", "-c", config.toString())).isZero();

    assertThat(told()).isEmpty();
    assertThat(out.toString()).contains("\"rrf\"");
  }

  @Test
  void beginsAConfigurationWhoseFolderHasToBeChosen() throws IOException {
    Path begun = directory.resolve("begun.yaml");

    assertThat(run("config", "init", begun.toString())).isZero();

    assertThat(out.toString()).contains("write your folder in place of /path/to/a/folder");
    assertThat(Files.readString(begun)).contains("\"/path/to/a/folder\"");
    for (String command : List.of("config check", "doctor")) {
      assertThat(run((command + " -c " + begun).split(" "))).isNotZero();
      assertThat(out.toString() + told())
          .contains("backends.files: the argument \"/path/to/a/folder\" is an example");
      out.getBuffer().setLength(0);
      err.getBuffer().setLength(0);
    }
  }

  @Test
  void beginsNoConfigurationOverAFolderThatContainsIt() {
    Path begun = directory.resolve("within").resolve("gatemini.yaml");

    assertThat(run("config", "init", begun.toString(), "--folder", directory.toString()))
        .isEqualTo(2);
    assertThat(told()).contains("is a folder that contains the configuration gatemini.yaml");
    assertThat(run("config", "init", begun.toString(), "--folder", "no/such")).isEqualTo(2);
    assertThat(told()).contains("no/such is not a folder");
    assertThat(begun).doesNotExist();
  }

  @Test
  void reportsABackendThatCanWriteTheConfiguration() throws IOException {
    Path file = directory.resolve("open.yaml");
    Files.writeString(
        file, Files.readString(config) + "  files: {command: java, args: ['" + directory + "']}\n");

    assertThat(run("config", "check", file.toString())).isEqualTo(2);
    assertThat(run("doctor", "-c", file.toString())).isEqualTo(1);

    String finding =
        "backends.files: the argument \""
            + directory
            + "\" is a folder that contains the configuration open.yaml";
    assertThat(told()).contains(finding);
    assertThat(out.toString()).contains("BAD  " + finding);
  }

  @Test
  void saysWhereThereIsNoDaemonToReload() {
    String socket = directory.resolve("none.sock").toString();

    assertThat(run("reload", "--socket", socket)).isEqualTo(1);

    assertThat(told()).contains("no daemon runs at").contains("the next client starts one");
  }

  @Test
  void importsTheServersOfAClient() throws IOException {
    Path client = directory.resolve("client.json");
    Files.writeString(
        client,
        """
        {"mcpServers": {
          "gatemini": {"command": "gatemini"},
          "My Files": {"command": "npx", "args": ["-y", "x # y"], "env": {"K": "${KEY}"},
                       "disabledTools": ["delete"], "alwaysAllow": []}, // a comment
          "web": {"type": "http", "url": "https://example.com/mcp", "disabled": true},
          "zed": {"command": "y", "enabled": false},
        }}
        """);
    assertThat(run("config", "import", client.toString())).isZero();
    assertThat(out.toString())
        .isEqualTo(
            """
            backends:
              "My Files":
                command: "npx"
                args: ["-y","x # y"]
                env: {"K":"${KEY}"}
                denied_tools: ["delete"]
                # without a meaning here: alwaysAllow
              # It is switched off there:
              # web:
              #   url: "https://example.com/mcp"
              # It is switched off there:
              # zed:
              #   command: "y"
            """);
    Path imported = Files.writeString(directory.resolve("imported.yaml"), out.toString());
    assertThat(run("config", "check", imported.toString())).isEqualTo(2);
    assertThat(told()).contains("the environment variable KEY is not set");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r", "\u0085", "\u2028", "\u2029"})
  void importsNoServerThatAnotherOnesTextLooksLike(String lineBreak) throws IOException {
    String evil = "x" + lineBreak + "  evil:" + lineBreak + "    command: evil" + lineBreak + "  #";
    ObjectNode servers = Json.mapper().createObjectNode();
    servers.withObject("/mcpServers/on").put("command", "true").put(evil, 1);
    ObjectNode off = servers.withObject("/mcpServers/off").put("command", evil);
    off.put("disabled", true).put(evil, 1).withArray("args").add(evil);
    servers.withObject("/mcpServers").putObject(evil).put("command", "x").put("disabled", true);
    Path client = Files.writeString(directory.resolve("client.json"), servers.toString());

    assertThat(run("config", "import", client.toString())).isZero();

    Path imported = Files.writeString(directory.resolve("imported.yaml"), out.toString());
    assertThat(Gateway.builder().config(imported).settings().backends()).containsOnlyKeys("on");
  }

  @Test
  void looksWhetherWhatIsNeededIsThere() throws IOException {
    Path file = directory.resolve("doctor.yaml");
    Files.writeString(
        file,
        Files.readString(config)
            + "  none: {command: no-such-program-anywhere}\n"
            + "  web: {url: \"http://127.0.0.1:1/mcp\"}\n");
    assertThat(run("doctor", "-c", file.toString())).isEqualTo(1);
    assertThat(out.toString().lines())
        .anyMatch(line -> line.startsWith("ok   Java "))
        .anyMatch(line -> line.startsWith("ok   training: "))
        .anyMatch(line -> line.startsWith("     it gets ") && line.contains("PATH"))
        .anyMatch(line -> line.startsWith("BAD  none: no-such-program-anywhere is not found"))
        .anyMatch(line -> line.startsWith("BAD  web: 127.0.0.1:1 cannot be reached"));
    assertThat(run("doctor", "-c", config.toString())).isZero();
  }

  @Test
  void listsPluginsWithoutAConfiguration() {
    assertThat(run("plugins")).isZero();

    assertThat(out.toString()).contains("retriever", "rrf", "truncate", "in-process");
  }

  private int run(String... args) {
    PrintWriter outWriter = new PrintWriter(out);
    PrintWriter errWriter = new PrintWriter(err);
    int exitCode = CommandLineMain.run(outWriter, errWriter, args);
    outWriter.flush();
    errWriter.flush();
    return exitCode;
  }
}
