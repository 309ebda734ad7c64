package io.gatemini.transport.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.CallTimeoutException;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.UnknownToolException;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.process.ProcessTree;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.Json;
import io.gatemini.testing.TestContext;
import io.gatemini.transport.testing.ProcessBackendTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class CliBackendTest extends ProcessBackendTest {
  private static final int TEN_MEGABYTES = 10 * 1024 * 1024;

  @TempDir private Path directory = Path.of("");

  private BackendConfig config(String tools) {
    return BackendConfig.of("cli-adapter")
        .option("tools", RawJson.parse(tools).tree())
        .option("shutdown_grace_period", "1s")
        .cwd(directory.toString());
  }

  private Backend create(BackendConfig config) {
    return create(new CliBackendProvider(), new TestContext("cli", config));
  }

  private Backend start(BackendConfig config) throws Exception {
    return started(create(config));
  }

  /** A backend with one tool, named "run". */
  private Backend tool(String definition) throws Exception {
    return start(config("{\"run\": " + definition + "}"));
  }

  private static CompletableFuture<ToolResult> call(Backend backend, ObjectNode arguments) {
    return call(backend, "run", RawJson.of(arguments));
  }

  private static ToolResult result(Backend backend, String arguments) throws Exception {
    return call(backend, "run", RawJson.parse(arguments)).get(60, TimeUnit.SECONDS);
  }

  private Optional<ProcessHandle> process(String pidFile) throws Exception {
    Path file = directory.resolve(pidFile);
    await().until(() -> Files.exists(file) && Files.size(file) > 1);
    return ProcessHandle.of(Long.parseLong(Files.readString(file).strip()));
  }

  private void script(String name, String text) throws Exception {
    Files.writeString(directory.resolve(name), text);
  }

  private static boolean isAlive(Optional<ProcessHandle> process) {
    return process.isPresent() && ProcessTree.isAlive(process.get());
  }

  private static void awaitEnd(Optional<ProcessHandle> process) {
    await().until(() -> !isAlive(process));
  }

  @Test
  void isFoundByItsName() {
    BackendProvider provider =
        ServiceLoader.load(BackendProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(found -> found.name().equals("cli-adapter"))
            .findFirst()
            .orElseThrow();

    assertThat(provider).isInstanceOf(CliBackendProvider.class);
    assertThat(provider.maxConcurrentCalls()).isEqualTo(5);
    assertThat(provider.allowsDedicatedInstances()).isTrue();
  }

  @Test
  void publishesItsTools() throws Exception {
    Backend backend =
        start(
            config(
                """
                {"log": {"description": "Latest commits.", "title": "Log",
                         "command": "git log [-n {{count}}] {{branch}}", "stdin": "{{text}}",
                         "annotations": {"readOnlyHint": true}},
                 "now": {"command": "date",
                         "input_schema": {"type": "object", "properties": {"x": {}}}}}\
                """));

    List<BackendTool> tools = backend.listTools().toCompletableFuture().get(60, TimeUnit.SECONDS);

    assertThat(tools).extracting(BackendTool::name).containsExactly("log", "now");
    BackendTool log = tools.get(0);
    assertThat(log.tags()).containsExactly("cli-adapter");
    assertThat(log.title()).hasValue("Log");
    assertThat(log.annotations().readOnlyHint()).hasValue(true);
    assertThat(log.inputSchema())
        .isEqualTo(
            Json.mapper()
                .readTree(
                    """
                    {"type": "object",
                     "properties": {"count": {"type": ["string", "number", "boolean"]},
                                    "branch": {"type": ["string", "number", "boolean"]},
                                    "text": {"type": ["string", "number", "boolean"]}},
                     "required": ["branch", "text"], "additionalProperties": false}\
                    """));
    assertThat(tools.get(1).inputSchema().toString())
        .isEqualTo("{\"type\":\"object\",\"properties\":{\"x\":{}}}");
  }

  @Test
  void givesTextAsItIs() throws Exception {
    Backend backend = tool("{\"command\": \"printf '%s\\\\n' {{text}}\"}");

    assertThat(result(backend, "{\"text\": \"a b; echo $HOME\"}").text())
        .isEqualTo("a b; echo $HOME\n");
    assertThat(result(tool("{\"command\": \"true\"}"), "{}").text()).isEmpty();
    assertThat(result(tool("{\"command\": \"printf '\\\\377ok'\"}"), "{}").text())
        .isEqualTo("\uFFFDok");
  }

  @Test
  void givesJsonWithItsStructure() throws Exception {
    Backend backend = tool("{\"command\": \"cat\", \"stdin\": \"{{text}}\", \"output\": \"json\"}");

    ToolResult object = result(backend, "{\"text\": \"{ \\\"n\\\": 1.50 }\\n\"}");
    assertThat(object.structuredContent())
        .hasValueSatisfying(value -> assertThat(value.toString()).isEqualTo("{\"n\":1.50}"));
    ToolResult array = result(backend, "{\"text\": \"[1, 2]\"}");
    assertThat(array.hasStructuredContent()).isFalse();
    assertThat(array.value()).isEqualTo(JsonNodeFactory.instance.arrayNode().add(1).add(2));
    assertThat(result(backend, "{\"text\": \"{broken\"}").text()).isEqualTo("{broken");
    assertThat(result(backend, "{\"text\": \"\"}").text()).isEmpty();
  }

  @Test
  void givesLinesAsAnArray() throws Exception {
    Backend backend =
        tool("{\"command\": \"cat\", \"stdin\": \"{{text}}\", \"output\": \"lines\"}");

    assertThat(result(backend, "{\"text\": \"a\\r\\n\\n\\\"b\\\"\\n\"}").text())
        .isEqualTo("[\"a\",\"\",\"\\\"b\\\"\"]");
    assertThat(result(backend, "{\"text\": \"\"}").text()).isEqualTo("[]");
  }

  @Test
  void tellsExitCodeAndBothStreamsOfAFailure() throws Exception {
    Backend backend = tool("{\"command\": \"sh -c 'echo out; echo oops >&2; exit 3'\"}");

    ToolResult result = result(backend, "{}");

    assertThat(result.isError()).isTrue();
    assertThat(result.text())
        .isEqualTo("the program exited with code 3\nstderr:\noops\nstdout:\nout");
    assertThat(backend.stderrTail()).containsExactly("oops");
  }

  @Test
  void tellsTheEndOfALongFailure() throws Exception {
    Backend backend = tool("{\"command\": \"sh -c 'seq 100000; seq 100000 >&2; exit 1'\"}");

    String text = result(backend, "{}").text();

    assertThat(text).hasSizeLessThan(2 * CommandTool.SHOWN_CHARACTERS + 300).endsWith("\n100000");
    assertThat(text).contains("stdout (without its first 57").contains("100000\nstdout");
  }

  @Test
  void runsScriptsOnlyWhereItSaysSo() throws Exception {
    Backend backend =
        tool("{\"command\": \"printf '%s' \\\"{{text}}\\\" | tr a-z A-Z\", \"shell\": true}");

    assertThat(result(backend, "{\"text\": \"a'$(touch x)\\\"`\"}").text())
        .isEqualTo("A'$(TOUCH X)\"`");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void handsOverEveryTextToAScript() throws Exception {
    Backend backend =
        tool(
            "{\"shell\": true, \"command\":"
                + " \"printf '<%s>' {{PATH}} \\\"{{PATH}}\\\" {{b-c}} | cat\"}");

    for (String text :
        List.of(
            "'",
            "\"",
            "a\n\n b ",
            "$(touch x)",
            "`touch x`",
            "\\",
            "-n",
            "*",
            "x".repeat(100_000))) {
      ObjectNode arguments =
          JsonNodeFactory.instance.objectNode().put("PATH", text).put("b-c", "c" + text);

      ToolResult result = call(backend, arguments).get(60, TimeUnit.SECONDS);

      assertThat(result.text()).isEqualTo("<" + text + "><" + text + "><c" + text + ">");
    }
    assertThat(directory).isEmptyDirectory();
    assertThat(failure(call(backend, "run", RawJson.parse("{\"PATH\":\"\\u0000\",\"b-c\":1}"))))
        .isInstanceOf(InvalidArgumentsException.class)
        .hasMessage("run: \"PATH\" holds a NUL character, which no command line can");
  }

  @Test
  void handsOverUnicode() throws Exception {
    Backend arguments = tool("{\"command\": \"printf %s {{text}}\"}");
    Backend stdin = tool("{\"command\": \"cat\", \"stdin\": \"{{text}}\"}");
    String text = "{\"text\": \"grüße 𝒳 \\u65e5\"}";

    assertThat(result(stdin, text).text()).isEqualTo("grüße 𝒳 日");
    // Arguments are in the locale of this machine, which need not know them all.
    CompletableFuture<ToolResult> result = call(arguments, "run", RawJson.parse(text));
    if (result.handle((value, problem) -> problem == null).get(60, TimeUnit.SECONDS)) {
      assertThat(result.join().text()).isEqualTo("grüße 𝒳 日");
    } else {
      assertThat(failure(result))
          .isInstanceOf(InvalidArgumentsException.class)
          .hasMessageContaining("LANG=C.UTF-8");
    }
  }

  @Test
  void givesEnvironmentAndDirectoryToTheProgram() throws Exception {
    Backend backend =
        start(
            config("{\"run\": {\"command\": \"sh -c 'echo $COLOUR; pwd'\"}}")
                .env("COLOUR", "green"));

    assertThat(result(backend, "{}").text()).isEqualTo("green\n" + directory.toRealPath() + "\n");
  }

  @Test
  void givesNothingToReadUnlessTemplated() throws Exception {
    assertThat(result(tool("{\"command\": \"cat\"}"), "{}").text()).isEmpty();
  }

  @Test
  void pumpsBothWaysAtOnce() throws Exception {
    Backend backend =
        start(
            config("{\"run\": {\"command\": \"cat\", \"stdin\": \"{{text}}\"}}")
                .option("max_output_bytes", 2 * TEN_MEGABYTES));
    String text = "0123456789abcdef".repeat(TEN_MEGABYTES / 16);

    ToolResult result =
        call(backend, JsonNodeFactory.instance.objectNode().put("text", text))
            .get(60, TimeUnit.SECONDS);

    assertThat(result.text().equals(text)).isTrue();
  }

  @Test
  void ignoresThatAProgramDoesNotReadItsInput() throws Exception {
    Backend backend = tool("{\"command\": \"echo done\", \"stdin\": \"{{text}}\"}");

    ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("text", "x".repeat(1 << 20));

    assertThat(call(backend, arguments).get(60, TimeUnit.SECONDS).text()).isEqualTo("done\n");
  }

  @Test
  void stopsAProgramThatWritesTooMuch() throws Exception {
    Backend backend =
        start(
            config("{\"run\": {\"command\": \"sh -c 'echo $$ > pid; yes'\"}}")
                .option("max_output_bytes", 100_000));

    ToolResult result = result(backend, "{}");

    assertThat(result.isError()).isTrue();
    assertThat(result.text())
        .isEqualTo(
            "the program wrote more than 100000 bytes and was stopped; ask for less, or raise"
                + " max_output_bytes of the backend");
    awaitEnd(process("pid"));
  }

  @Test
  void takesExactlyAsMuchAsItMay() throws Exception {
    Backend backend =
        start(
            config("{\"run\": {\"command\": \"head -c {{n}} /dev/zero\"}}")
                .option("max_output_bytes", 40_000));

    assertThat(result(backend, "{\"n\": 40000}").text()).hasSize(40_000);
    assertThat(result(backend, "{\"n\": 40001}").isError()).isTrue();
  }

  @Tag("long")
  @Test
  void endsTheWholeTreeAtItsTimeout() throws Exception {
    Backend backend =
        tool(
            "{\"command\": \"sh -c 'sh -c \\\"echo \\\\$\\\\$ > grandchild; exec sleep 600\\\" &"
                + " trap : TERM; echo $$ > child; wait; sleep 600'\", \"timeout\": \"5s\"}");

    Throwable failure = failure(call(backend, "run", RawJson.emptyObject()));

    assertThat(failure)
        .isInstanceOf(CallTimeoutException.class)
        .hasMessage("run did not end within its timeout of 5000 ms and was stopped");
    awaitEnd(process("child"));
    awaitEnd(process("grandchild"));
  }

  @Test
  void endsTheProgramWhenTheCallerGivesUp() throws Exception {
    Backend backend = tool("{\"command\": \"sh -c 'echo $$ > pid; exec sleep 600'\"}");
    CompletableFuture<ToolResult> call = call(backend, "run", RawJson.emptyObject());
    Optional<ProcessHandle> process = process("pid");

    call.cancel(true);

    awaitEnd(process);
  }

  @Test
  void doesNotWaitForWhatAProgramLeavesInTheBackground() throws Exception {
    Backend backend = tool("{\"command\": \"sh -c 'sleep 600 & echo $! > pid; echo started'\"}");

    assertThat(result(backend, "{}").text()).isEqualTo("started\n");

    backend.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);
    assertThat(isAlive(process("pid"))).isFalse();
  }

  @Test
  void endsWhatRanInTheBackgroundWhenItStops() throws Exception {
    Backend backend = tool("{\"command\": \"sh -c 'sleep 600 > /dev/null 2>&1 & echo $! > pid'\"}");
    result(backend, "{}");
    Optional<ProcessHandle> background = process("pid");
    assertThat(isAlive(background)).isTrue();

    backend.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);

    assertThat(isAlive(background)).isFalse();
  }

  @Test
  void mayTakeTwoSecondsBeyondTheGracePeriodToStop() throws Exception {
    Backend patient =
        create(config("{\"run\": {\"command\": \"true\"}}").option("shutdown_grace_period", "30s"));

    assertThat(patient.stopTimeout()).isEqualTo(Duration.ofSeconds(32));
    assertThat(tool("{\"command\": \"true\"}").stopTimeout()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void killsAtItsStopWhatIgnoresTermNowAndWhatAnEarlierRunLeft() throws Exception {
    Backend backend =
        start(
            config(
                """
                {"leave": {"command": "sh left"}, "run": {"command": "sh running"}}\
                """));
    script("left", "(trap '' TERM; sh -c 'echo $PPID > orphan'; sleep 600) > /dev/null 2>&1 &");
    script("running", "trap '' TERM; echo $$ > pid; sleep 600; sleep 600");
    call(backend, "leave", RawJson.emptyObject()).get(60, TimeUnit.SECONDS);
    CompletableFuture<ToolResult> call = call(backend, "run", RawJson.emptyObject());
    Optional<ProcessHandle> orphan = process("orphan");
    Optional<ProcessHandle> run = process("pid");
    assertThat(isAlive(orphan)).isTrue();

    backend.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);

    assertThat(isAlive(run)).isFalse();
    assertThat(isAlive(orphan)).isFalse();
    assertThat(failure(call)).isInstanceOf(BackendCallException.class);
  }

  /** The one can only see the other end where neither waits for the grace period of the other. */
  @Test
  void givesWhatRunsAndWhatIsLeftOneGracePeriodTogether() throws Exception {
    Backend backend =
        start(
            config(
                    "{\"leave\": {\"command\": \"sh left\"}, \"run\": {\"command\": \"sh"
                        + " running\"}}")
                .option("shutdown_grace_period", "15s"));
    script(
        "left",
        "(trap 'echo >> told' TERM; sh -c 'echo $PPID > orphan';"
            + " until test -e seen; do sleep 0.05; done) > /dev/null 2>&1 &");
    script(
        "running",
        "trap '' TERM; echo $$ > pid; until test -e told; do sleep 0.05; done; echo > seen");
    call(backend, "leave", RawJson.emptyObject()).get(60, TimeUnit.SECONDS);
    CompletableFuture<ToolResult> call = call(backend, "run", RawJson.emptyObject());
    Optional<ProcessHandle> orphan = process("orphan");
    Optional<ProcessHandle> run = process("pid");

    backend.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);

    assertThat(isAlive(run)).isFalse();
    assertThat(isAlive(orphan)).isFalse();
    assertThat(directory.resolve("seen")).exists();
    // Programs take a second TERM for impatience: each gets one.
    assertThat(Files.readString(directory.resolve("told"))).isEqualTo("\n");
    assertThat(failure(call)).isInstanceOf(BackendCallException.class);
  }

  @Test
  void failsOpenCallsWhenItStops() throws Exception {
    Backend backend = tool("{\"command\": \"sh -c 'echo $$ > pid; exec sleep 600'\"}");
    CompletableFuture<ToolResult> call = call(backend, "run", RawJson.emptyObject());
    Optional<ProcessHandle> process = process("pid");

    backend.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);

    assertThat(isAlive(process)).isFalse();
    assertThat(failure(call))
        .isInstanceOf(BackendCallException.class)
        .hasMessage("backend \"cli\" was stopped");
    assertThat(failure(call(backend, "run", RawJson.emptyObject())))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessage("backend \"cli\" was stopped");
  }

  @Test
  void leavesNoThreadBehind() throws Exception {
    Backend backend = tool("{\"command\": \"cat\", \"stdin\": \"{{text}}\"}");
    for (int i = 0; i < 5; i++) {
      result(backend, "{\"text\": \"x\"}");
    }

    backend.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);

    await()
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().startsWith("gatemini-cli-")));
  }

  @Test
  void keepsConcurrentCallsApart() throws Exception {
    Backend backend =
        tool(
            "{\"command\": \"sh -c 'cat; printf %s \\\"$1\\\"' sh {{a}}\", \"stdin\": \"{{b}}-\"}");

    List<CompletableFuture<ToolResult>> calls = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("a", i).put("b", i);
      calls.add(
          CompletableFuture.supplyAsync(() -> call(backend, arguments), ForkJoinPool.commonPool())
              .thenCompose(result -> result));
    }

    for (int i = 0; i < 20; i++) {
      assertThat(calls.get(i).get(60, TimeUnit.SECONDS).text()).isEqualTo(i + "-" + i);
    }
  }

  @Test
  void knowsOnlyItsTools() throws Exception {
    assertThat(failure(call(tool("{\"command\": \"true\"}"), "other", RawJson.emptyObject())))
        .isInstanceOf(UnknownToolException.class)
        .hasMessage("backend \"cli\" has no tool \"other\"");
  }

  @Test
  void refusesWhatCannotBeHandedOver() throws Exception {
    Backend backend = tool("{\"command\": \"echo {{text}}\"}");

    assertThat(failure(call(backend, "run", RawJson.parse("{\"text\": \"a\\u0000\"}"))))
        .isInstanceOf(InvalidArgumentsException.class)
        .hasMessage("run: \"text\" holds a NUL character, which no command line can");
    assertThat(failure(call(backend, "run", RawJson.emptyObject())))
        .isInstanceOf(InvalidArgumentsException.class)
        .hasMessage("run: \"text\" is required");
    ObjectNode huge = JsonNodeFactory.instance.objectNode().put("text", "x".repeat(8 << 20));
    assertThat(failure(call(backend, huge)))
        .isInstanceOf(InvalidArgumentsException.class)
        .hasMessageContaining("too long for a command line");
  }

  @Test
  void answersThatAProgramIsNotThere() throws Exception {
    Backend backend =
        start(
            config(
                "{\"run\": {\"command\": \"no-such-program x\"}, \"ok\": {\"command\":"
                    + " \"true\"}}"));

    ToolResult result = result(backend, "{}");

    assertThat(result.isError()).isTrue();
    assertThat(result.text())
        .startsWith("the program did not start: the command \"no-such-program\" was not found");
  }

  @Test
  void doesNotStartWhereNoProgramIsThere() throws Exception {
    Backend backend = create(config("{\"run\": {\"command\": \"./not/here x\"}}"));

    assertThat(failure(backend.start().toCompletableFuture()))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("none of the programs of its tools was found");
  }

  @Test
  void runsItsHealthCheckAtTheStartAndAtEveryPing() throws Exception {
    BackendConfig config =
        config("{\"run\": {\"command\": \"true\"}}")
            .option(
                "health_check",
                "sh -c 'echo x >> checks; test ! -e ill || { echo bad >&2; exit 4; }'");
    Backend backend = start(config);
    backend.ping().toCompletableFuture().get(60, TimeUnit.SECONDS);
    assertThat(Files.readString(directory.resolve("checks"))).isEqualTo("x\nx\n");

    Files.createFile(directory.resolve("ill"));

    assertThat(failure(backend.ping().toCompletableFuture()))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessage(
            "backend \"cli\" cannot be used: its health_check exited with code 4; last words: bad");
    assertThat(failure(create(config).start().toCompletableFuture()))
        .hasMessageContaining("its health_check exited with code 4");
    Files.delete(directory.resolve("ill"));
    backend.ping().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  @Tag("long")
  @Test
  void endsAHealthCheckThatHangs() throws Exception {
    Backend backend =
        create(
            config("{\"run\": {\"command\": \"true\"}}")
                .option("health_check", "sh -c 'echo $$ > pid; exec sleep 600'")
                .startTimeout(Duration.ofSeconds(5)));

    assertThat(failure(backend.start().toCompletableFuture()))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("its health_check did not end within 5000 ms");
    awaitEnd(process("pid"));
  }

  @Test
  void pingsWithoutAHealthCheck() throws Exception {
    tool("{\"command\": \"true\"}").ping().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }
}
