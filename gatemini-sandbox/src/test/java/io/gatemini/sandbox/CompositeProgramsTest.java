package io.gatemini.sandbox;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.ChainRequest;
import io.gatemini.ChainRequest.Mode;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayStats.ToolStats;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.SearchHit;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.CompositeTool;
import io.gatemini.spi.BackendTool;
import io.gatemini.testing.Values;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Composite tools whose programs really run, of which one may run at a time. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
@SuppressWarnings("NullAway.Init") // set by the methods that run first
class CompositeProgramsTest {
  private static final String PATH =
      "{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"}},\"required\":[\"path\"]}";

  /** Calls that wait until they are interrupted, which gives a permit. */
  private final Semaphore interrupted = new Semaphore(0);

  private final Semaphore waiting = new Semaphore(0);
  @AutoClose private Gateway gateway;

  @BeforeAll
  void build() {
    GatewayBuilder builder =
        Gateway.builder()
            .sandbox(
                sandbox ->
                    sandbox
                        .isolation(InWorkers.isolation())
                        .maxConcurrentPrograms(1)
                        .maxToolCalls(20))
            .backend("files", files())
            .compositeTool(
                "count_words",
                CompositeTool.of(
                        "How many words a file has.",
                        """
                        const text: string = await files.read({path: params.path});
                        return text.split(" ").length;""")
                    .withInputSchema(PATH)
                    .withReadOnly())
            .compositeTool(
                "statistics",
                CompositeTool.of(
                    "Counts the words of many files.",
                    """
                    const counts = await parallel(params.paths ?? [], async (path: string) =>
                      [path, await __composite.count_words({path})]);
                    return {files: counts.length, counts: Object.fromEntries(counts)};"""))
            .compositeTool(
                "copy",
                CompositeTool.of(
                    "Copies a file.",
                    """
                    const text = await files.read({path: "a"});
                    await files.write({text});
                    return await files.read({path: "gone"});"""))
            .compositeTool(
                "liar",
                CompositeTool.of("Says that it reads.", "return await files.write({text: 'x'})")
                    .withReadOnly())
            .compositeTool(
                "ping", CompositeTool.of("Asks pong.", "return await __composite.pong({})"))
            .compositeTool(
                "pong", CompositeTool.of("Asks ping.", "return await __composite.ping({})"))
            .compositeTool("wait", CompositeTool.of("Waits.", "return await files.wait({})"))
            .compositeTool("spin", CompositeTool.of("Never ends.", "for (;;) {}"))
            .compositeTool(
                "busy",
                CompositeTool.of(
                    "Calls often.",
                    "for (let i = 0; i < 15; i++) await files.read({path: 'a'}); return 'done'"));
    for (int i = 1; i <= 9; i++) {
      builder.compositeTool(
          "deep" + i,
          CompositeTool.of(
              "Level " + i + ".", "return 1 + await __composite.deep" + (i + 1) + "({})"));
    }
    builder.compositeTool("deep10", CompositeTool.of("The last level.", "return 1"));
    gateway = builder.build();
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
    // The first programs wait for the engine, and take no slot.
    assertThat(call("statistics", "{\"params\": {\"paths\": [\"a\"]}}").isError()).isFalse();
  }

  private BackendConfig files() {
    BackendTool read =
        BackendTool.of("read", "Reads a file.", RawJson.parse(PATH).tree())
            .withAnnotations(ToolAnnotations.of(true, false, true, false));
    return BackendConfig.inProcess()
        .tool(
            read,
            arguments ->
                arguments.path("path").asText().equals("gone")
                    ? ToolResult.error("there is no such file")
                    : "some words of " + arguments.path("path").asText())
        .tool("write", "Writes a file.", "{}", arguments -> "written")
        .tool("wait", "Waits.", "{}", arguments -> hang());
  }

  private String hang() throws InterruptedException {
    waiting.release();
    try {
      new CountDownLatch(1).await();
      return "woken";
    } catch (InterruptedException e) {
      interrupted.release();
      throw e;
    }
  }

  private ToolResult call(String tool, String arguments) {
    return gateway.call(ToolCall.of("__composite." + tool, RawJson.parse(arguments)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"tool\": \"__composite.count_words\", \"arguments\": {\"path\": \"a\"}}",
        "{\"tool\": \"count_words\", \"arguments\": {\"path\": \"a\"}}",
        "await __composite.count_words({path: 'a'})",
        "const n: number = await __composite.count_words({path: 'a'}); return n",
        "const n = await __composite.count_words({path: 'a'});\nreturn n * 2 / 2",
        "return (await Promise.all([1].map(() => __composite.count_words({path: 'a'}))))[0]",
      })
  void isCalledAsEveryToolIs(String code) {
    ChainResult result = gateway.run(code);

    assertThat(result.text()).isEqualTo("4");
    assertThat(result.isError()).isFalse();
    assertThat(gateway.call("count_words", Map.of("path", "a")).text()).isEqualTo("4");
  }

  @Test
  void takesItsOwnArgumentsAndNoOthers() {
    assertThrown(InvalidArgumentsException.class, () -> call("count_words", "{\"words\": \"a\"}"))
        .hasMessageContaining("path");
  }

  @Test
  void nestsWhileOneProgramMayRunAtATime() {
    ToolResult direct = call("statistics", "{\"params\": {\"paths\": [\"a\", \"b\", \"c\"]}}");
    ChainResult inProgram =
        gateway.run(
            "const s = await __composite.statistics({params: {paths: ['a', 'b']}});"
                + " return [s.files, s.counts.b]");

    assertThat(direct.value()).hasToString("{\"files\":3,\"counts\":{\"a\":4,\"b\":4,\"c\":4}}");
    assertThat(inProgram.text()).isEqualTo("[2,4]");
    assertThat(call("statistics", "{}").text()).isEqualTo("{\"files\":0,\"counts\":{}}");
  }

  @Test
  void keepsManyCallersWaitingAndAnswersAll() {
    List<CompletableFuture<ToolResult>> calls = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      calls.add(
          gateway.callAsync(
              ToolCall.of(
                  "__composite.statistics",
                  RawJson.parse("{\"params\": {\"paths\": [\"a\", \"b\", \"c\", \"d\"]}}"))));
    }

    assertThat(calls)
        .allSatisfy(
            call ->
                assertThat(call.get(60, TimeUnit.SECONDS).value())
                    .hasToString("{\"files\":4,\"counts\":{\"a\":4,\"b\":4,\"c\":4,\"d\":4}}"));
  }

  @Test
  void refusesACircle() {
    ToolResult result = call("ping", "{}");

    assertThat(result.isError()).isTrue();
    assertThat(result.text())
        .contains("__composite.ping -> __composite.pong -> __composite.ping; take one");
  }

  @Test
  void nestsEightDeepAndNoDeeper() {
    assertThat(call("deep3", "{}").text()).isEqualTo("8");

    ToolResult tooDeep = call("deep2", "{}");

    assertThat(tooDeep.isError()).isTrue();
    assertThat(tooDeep.text())
        .contains("\"__composite.deep10\" was not called")
        .contains("8 composite tools wait for each other");
  }

  @Test
  void saysWhereItFailedAndWhatHadBeenDone() {
    ToolResult result = call("copy", "{}");

    assertThat(result.isError()).isTrue();
    assertThat(result.text().lines())
        .containsExactly(
            "files.read: there is no such file (line 3)",
            "tool calls that had completed: files.read, files.write, files.read (failed)");
  }

  @Test
  void throwsIntoTheProgramThatCallsIt() {
    ChainResult result =
        gateway.run(
            "try { await __composite.copy({}) } catch (e) {"
                + " return [e.backend, e.tool, e.message.split('\\n')[0]] }");

    assertThat(result.text())
        .isEqualTo("[\"__composite\",\"copy\",\"files.read: there is no such file (line 3)\"]");
  }

  @Test
  void readsOnlyWhereItSaysSo() {
    ChainRequest counting =
        ChainRequest.of("return 0 + await __composite.count_words({path: 'a'})");
    ChainRequest copying = ChainRequest.of("return 0 + await __composite.copy({})");

    assertThat(call("liar", "{}").text()).contains("\"files.write\" was not called");
    assertThat(gateway.run(counting.withMode(Mode.READ_ONLY)).text()).isEqualTo("4");
    assertThat(gateway.run(copying.withMode(Mode.READ_ONLY)).text())
        .contains("\"__composite.copy\" was not called");
    assertThat(gateway.run(copying.withMode(Mode.PLAN)).text())
        .contains("{\"tool\":\"__composite.copy\",\"arguments\":{}}");
  }

  @Test
  void isFoundDeclaredAndCounted() {
    long before = calls("files.read");

    call("count_words", "{\"path\": \"a\"}");

    SearchHit found = gateway.search("count words").get(0);
    assertThat(found.key()).isEqualTo("__composite.count_words");
    assertThat(found.call()).contains("__composite.count_words({");
    assertThat(gateway.tool("count_words").typescript()).contains("count_words(args: {");
    assertThat(calls("files.read")).isEqualTo(before + 1);
    assertThat(calls("__composite.count_words")).isPositive();
    assertThat(gateway.stats().programs().run()).isPositive();
  }

  private long calls(String tool) {
    return gateway.stats().tools().stream()
        .filter(stats -> stats.tool().equals(tool))
        .mapToLong(ToolStats::calls)
        .sum();
  }

  @Test
  void countsTheCallsOfEachProgramOnItsOwn() {
    assertThat(
            gateway
                .run(
                    "const all = await parallel([1, 2, 3], () => __composite.busy({}), 2);"
                        + " return all.join()")
                .text())
        .isEqualTo("done,done,done");
  }

  @Values("wait | spin")
  void endsWithTheTimeOfItsCaller(String tool) {
    interrupted.drainPermits();
    long start = System.nanoTime();

    ChainResult result =
        gateway.run(
            ChainRequest.of("return 'x' + await __composite." + tool + "({})")
                .withTimeout(Duration.ofSeconds(2)));

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    assertThat(result.isError()).isTrue();
    assertThat(result.text()).contains("timeout");
    if (tool.equals("wait")) {
      await().untilAsserted(() -> assertThat(interrupted.availablePermits()).isEqualTo(1));
    }
    assertThat(gateway.run("return 1 + 1").text()).isEqualTo("2");
  }

  @Test
  void endsWithTheCallThatIsCancelled() throws InterruptedException {
    interrupted.drainPermits();
    waiting.drainPermits();
    CompletableFuture<ChainResult> run =
        gateway.runAsync(ChainRequest.of("return 'x' + await __composite.wait({})"));
    assertThat(waiting.tryAcquire(60, TimeUnit.SECONDS)).isTrue();

    run.cancel(true);

    assertThat(interrupted.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
    assertThat(gateway.run("return 1 + 1").text()).isEqualTo("2");
    await().untilAsserted(() -> assertThat(gateway.stats().programs().running()).isZero());
  }
}
