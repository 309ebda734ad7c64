package io.gatemini.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.process.ProcessTree;
import io.gatemini.spi.Backend;
import io.gatemini.testing.ScriptedServer;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.Values;
import io.gatemini.transport.testing.ChildServer;
import io.gatemini.transport.testing.ProcessBackendTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Children that lie, flood, refuse the handshake or do not want to go. */
@Tag("long")
class StdioFaultsTest extends ProcessBackendTest {
  private static final String REFUSED =
      "initialize fail {\"code\":-32603,\"message\":\"no licence\"}";
  private static final String TOOL_0 = "tools/list tools tool0";
  private static final String TOOL_1 = "tools/list tools tool1";
  private static final String REQUEST =
      "say {\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"sampling/createMessage\"}";

  private Backend create(BackendConfig config) {
    return create(config, "1s");
  }

  private Backend create(BackendConfig config, String grace) {
    return create(
        new StdioBackendProvider(),
        new TestContext("child", config.option("shutdown_grace_period", grace)));
  }

  private Backend start(BackendConfig config) throws Exception {
    return started(create(config));
  }

  /** Sends a line in place of an answer. */
  private static CompletableFuture<ToolResult> say(Backend backend, String line) {
    return play(backend, "say " + line, 10_000_000);
  }

  private static CompletableFuture<ToolResult> answer(Backend backend, String before) {
    return play(backend, "say " + before + "\nanswer ok", 10_000_000);
  }

  @ParameterizedTest
  @CsvSource({
    "'" + REFUSED + "', no licence",
    "initialize result 5, ''",
    "'initialize result {\"protocolVersion\":\"1900-01-01\",\"capabilities\":{},"
        + "\"serverInfo\":{\"name\":\"a\",\"version\":\"1\"}}', Unsupported protocol version",
    "'initialize stderr out of cheese\ninitialize exit 4',"
        + " exited with code 4; last words: out of cheese",
    "'initialize close out\ninitialize wait', closed its pipe",
    // A watcher has time to see it.
    "'start spawn sleep 600\nstart sleep 2000\n" + REFUSED + "', no licence"
  })
  void leavesNoProcessBehindARefusedHandshake(String script, String told) throws Exception {
    Backend backend = create(ScriptedServer.config(script));

    CompletableFuture<Void> started = backend.start().toCompletableFuture();
    ProcessHandle child = ProcessHandle.of(backend.pid().orElseThrow()).orElseThrow();
    List<ProcessHandle> all = new ArrayList<>(List.of(child));
    while (!started.isDone()) {
      child.descendants().forEach(all::add);
      Thread.onSpinWait();
    }

    assertThat(failure(started))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("did not start")
        .hasMessageContaining(told);
    await().untilAsserted(() -> assertThat(all).noneMatch(ProcessTree::isAlive));
    assertThat(all.size() > 1).isEqualTo(script.contains("spawn"));
    assertThat(context().exits).isEmpty();
  }

  @Test
  void leavesNoProcessBehindACancelledStart() throws Exception {
    Backend backend =
        create(
            ChildServer.config(
                ScriptedServer.IGNORES_TERM, ChildServer.GRANDCHILDREN, ScriptedServer.MUTE));
    CompletableFuture<Void> started = backend.start().toCompletableFuture();
    ProcessHandle child = ProcessHandle.of(backend.pid().orElseThrow()).orElseThrow();

    started.cancel(true);

    await().untilAsserted(() -> assertThat(ProcessTree.isAlive(child)).isFalse());
    // Its grandchildren end a moment after it.
    await().untilAsserted(() -> assertThat(backend.memoryBytes()).isEmpty());
  }

  @Test
  void stopsWithinTheGracePeriodAndTwoSecondsWhateverTheChildDoes() throws Exception {
    Backend backend =
        create(ChildServer.config(ScriptedServer.IGNORES_TERM, ChildServer.GRANDCHILDREN), "4s");
    backend.start().toCompletableFuture().get(60, TimeUnit.SECONDS);
    assertThat(backend.memoryBytes().orElseThrow()).isGreaterThan(10_000_000);

    long before = System.nanoTime();
    CompletableFuture<Void> stopped = backend.stop().toCompletableFuture();
    // A caller that asks for the end does not wait until it has come.
    assertThat(stopped).isNotDone();
    stopped.get(60, TimeUnit.SECONDS);
    Duration gone = Duration.ofNanos(System.nanoTime() - before);

    assertThat(gone).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(12));
    assertThat(backend.memoryBytes()).isEmpty();
  }

  @Test
  void listsToolsWhereThereIsNoPing() throws Exception {
    Backend backend =
        start(
            ScriptedServer.config(
                TOOL_0,
                TOOL_0,
                TOOL_1,
                "ping fail {\"code\":-32601,\"message\":\"Method not found\"}"));
    backend.listTools().toCompletableFuture().get(60, TimeUnit.SECONDS);

    backend.ping().toCompletableFuture().get(60, TimeUnit.SECONDS);
    backend.ping().toCompletableFuture().get(60, TimeUnit.SECONDS);
    assertThat(context().toolChanges).hasValue(0);
    backend.ping().toCompletableFuture().get(60, TimeUnit.SECONDS);
    assertThat(context().toolChanges).hasValue(1);
    backend.ping().toCompletableFuture().get(60, TimeUnit.SECONDS);
    assertThat(context().toolChanges).hasValue(1);
  }

  @Test
  void listsToolsWhereTheServerTellsOfNoChange() throws Exception {
    Backend backend =
        start(
            ScriptedServer.config(
                TOOL_0,
                TOOL_0,
                TOOL_1,
                "initialize result {\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
                    + "\"serverInfo\":{\"name\":\"a\",\"version\":\"1\"}}"));
    backend.listTools().toCompletableFuture().get(60, TimeUnit.SECONDS);

    backend.ping().toCompletableFuture().get(60, TimeUnit.SECONDS);
    assertThat(context().toolChanges).hasValue(0);
    backend.ping().toCompletableFuture().get(60, TimeUnit.SECONDS);

    assertThat(context().toolChanges).hasValue(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "say {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}",
        "say {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
            + "99999999,\"progress\":1}}",
        "say {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\","
            + "\"data\":\"busy\"}}",
        "say {\"jsonrpc\":\"2.0\",\"id\":\"nobody\",\"result\":{}}",
        REQUEST,
        "say npm WARN something is deprecated \u001b[31mnow\u001b[0m",
        "stderr ${pad}",
        "stderrPart ${pad}"
      })
  void keepsAnsweringThroughAFloodAndDisturbsNoNeighbour(String flood) throws Exception {
    Backend neighbour = start(ScriptedServer.config());
    Backend backend = start(ScriptedServer.config());
    play(backend, "answer ok\nforever " + flood, 500).get(60, TimeUnit.SECONDS);
    long before = used();

    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(300);
    while (System.nanoTime() < end) {
      assertThat(answer(neighbour, "").get(60, TimeUnit.SECONDS).text()).isEqualTo("ok");
    }
    CompletableFuture<ToolResult> own = answer(backend, "");

    try {
      assertThat(own.get(60, TimeUnit.SECONDS).text()).isEqualTo("ok");
    } catch (ExecutionException e) {
      // It may ask so much that it is found not to read the answers.
      assertThat(flood).isEqualTo(REQUEST);
    }
    // A message that is on its way at one moment is not kept.
    await().untilAsserted(() -> assertThat(used() - before).isLessThan(150L * 1024 * 1024));
    long stopping = System.nanoTime();
    backend.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);
    assertThat(Duration.ofNanos(System.nanoTime() - stopping)).isLessThan(Duration.ofSeconds(9));
  }

  private static long used() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /** The message that is sent instead of an answer, and the caller's error. */
  private static final Map<String, String> WRONG_ANSWERS =
      Map.of(
          "{\"jsonrpc\":\"2.0\",\"id\":${/id},\"result\":null}", "not an object",
          "{\"jsonrpc\":\"2.0\",\"id\":${/id},\"result\":\"text\"}", "not an object",
          "{\"jsonrpc\":\"2.0\",\"id\":${/id},\"result\":[1]}", "not an object",
          "{\"jsonrpc\":\"2.0\",\"id\":${/id},\"error\":5}", "no message was given",
          "{\"jsonrpc\":\"2.0\",\"id\":${/id},\"error\":{\"code\":-1,\"data\":[{\"why\":\"${pad}\"}]}}",
              "-1: [{\"why\":\"ppp",
          "{\"jsonrpc\":\"2.0\",\"id\":${/id},\"error\":{\"code\":\"x\",\"message\":{\"a\":1}}}",
              "error",
          "{\"jsonrpc\":\"2.0\",\"id\":${/id},\"error\":{\"code\":-1,\"message\":\"${pad}\"}}",
              "-1: ppp");

  @Test
  void failsTheCallOfAWrongAnswerAndOnlyThat() throws Exception {
    Backend backend = start(ScriptedServer.config());

    for (Map.Entry<String, String> wrong : WRONG_ANSWERS.entrySet()) {
      assertThat(failure(answer(backend, wrong.getKey())))
          .as(wrong.getKey())
          .isInstanceOf(BackendCallException.class)
          .hasMessageContaining(wrong.getValue())
          .message()
          .hasSizeLessThan(3_000);
      assertThat(answer(backend, "").get(60, TimeUnit.SECONDS).text()).isEqualTo("ok");
    }
  }

  @Test
  void takesAMemberThatIsWrittenAsNullForAbsent() throws Exception {
    Backend backend = start(ScriptedServer.config());

    ToolResult paid =
        say(
                backend,
                "{\"jsonrpc\":\"2.0\",\"id\":${/id},\"method\":null,\"result\":{\"content\":"
                    + "[{\"type\":\"text\",\"text\":\"paid\"}]},\"error\":null}")
            .get(60, TimeUnit.SECONDS);
    CompletableFuture<ToolResult> refused =
        say(
            backend,
            "{\"jsonrpc\":\"2.0\",\"id\":${/id},\"result\":null,\"error\":{\"code\":-7,"
                + "\"message\":\"no money\"}}");

    assertThat(paid.text()).isEqualTo("paid");
    assertThat(failure(refused)).hasMessageContaining("error -7: no money");
  }

  private static final List<String> NO_ANSWERS =
      List.of(
          "{\"jsonrpc\":\"2.0\",\"id\":987654,\"result\":{}}",
          "{\"jsonrpc\":\"2.0\",\"id\":\"${/id}\",\"result\":{}}",
          "{\"jsonrpc\":\"2.0\",\"id\":1.0,\"result\":{}}",
          "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-1,\"message\":\"lost\"}}",
          "{\"jsonrpc\":\"2.0\",\"id\":99999999999999999999999,\"result\":{}}",
          "{\"jsonrpc\":\"2.0\",\"id\":\"r\",\"method\":\"sampling/createMessage\",\"params\":5}",
          "{\"jsonrpc\":\"2.0\",\"id\":\"r\",\"method\":\"roots/list\",\"params\":{\"_meta\":3}}",
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":{}}}",
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":\"${pad}\"}}",
          "${pad}",
          "[{\"jsonrpc\":\"2.0\",\"id\":987654,\"result\":{}}]",
          "\u0000\u0001\ufffd");

  @Test
  void ignoresWhatAnswersNobody() throws Exception {
    Backend backend = start(ScriptedServer.config());

    for (String raw : NO_ANSWERS) {
      assertThat(answer(backend, raw).get(60, TimeUnit.SECONDS).text()).as(raw).isEqualTo("ok");
      backend.ping().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
  }

  @Values(
      """
      {"jsonrpc":"2.0","id":${/id}} | {"jsonrpc":"2.0","id":${/id},"result":{"content":[{"type":"te
      """)
  void failsTheCallOfAnAnswerThatIsNone(String raw) throws Exception {
    Backend backend = start(ScriptedServer.config());

    assertThat(answer(backend, raw))
        .failsWithin(60, TimeUnit.SECONDS)
        .withThrowableOfType(ExecutionException.class)
        .withMessageContaining("answered with an invalid message");

    assertThat(answer(backend, "").get(60, TimeUnit.SECONDS).text()).isEqualTo("ok");
  }

  @Test
  void takesTheFirstOfTwoAnswers() throws Exception {
    Backend backend = start(ScriptedServer.config());
    String first =
        "{\"jsonrpc\":\"2.0\",\"id\":${/id},\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"1\"}]}}";

    for (int i = 0; i < 100; i++) {
      assertThat(answer(backend, first).get(60, TimeUnit.SECONDS).text()).isEqualTo("1");
    }
    assertThat(answer(backend, "").get(60, TimeUnit.SECONDS).text()).isEqualTo("ok");
  }

  @Test
  void leavesACallOpenThatOnlyAnotherIdAnswers() throws Exception {
    Backend backend = start(ScriptedServer.config());

    CompletableFuture<ToolResult> open =
        say(backend, "{\"jsonrpc\":\"2.0\",\"id\":987654,\"result\":{}}");

    assertThat(answer(backend, "").get(60, TimeUnit.SECONDS).text()).isEqualTo("ok");
    try {
      open.get(50, TimeUnit.MILLISECONDS);
      throw new AssertionError("it was answered");
    } catch (TimeoutException e) {
      assertThat(open).isNotDone();
    }
  }
}
