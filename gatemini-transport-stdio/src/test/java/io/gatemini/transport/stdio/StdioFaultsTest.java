package io.gatemini.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.process.ProcessTree;
import io.gatemini.spi.Backend;
import io.gatemini.testing.TestContext;
import io.gatemini.transport.testing.ChildServer;
import io.gatemini.transport.testing.FloodServer;
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

  private static CompletableFuture<ToolResult> send(Backend backend, String tool, String raw) {
    return call(
        backend,
        tool,
        RawJson.of(
            JsonNodeFactory.instance.objectNode().put("raw", raw).put("repeat", 10_000_000)));
  }

  private static CompletableFuture<ToolResult> call(Backend backend, String tool) {
    return call(backend, tool, RawJson.emptyObject());
  }

  @ParameterizedTest
  @CsvSource({
    "error, no licence",
    "number, ''",
    "version, Unsupported protocol version",
    "die, exited with code 4; last words: out of cheese",
    "close, closed its pipe",
    "grandchild, no licence"
  })
  void leavesNoProcessBehindARefusedHandshake(String mode, String told) throws Exception {
    Backend backend = create(FloodServer.config(mode));

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
    assertThat(all.size() > 1).isEqualTo(mode.equals("grandchild"));
    assertThat(context().exits).isEmpty();
  }

  @Test
  void leavesNoProcessBehindACancelledStart() throws Exception {
    Backend backend = create(ChildServer.config("mute", "ignoreTerm", "grandchildren"));
    CompletableFuture<Void> started = backend.start().toCompletableFuture();
    ProcessHandle child = ProcessHandle.of(backend.pid().orElseThrow()).orElseThrow();

    started.cancel(true);

    await().untilAsserted(() -> assertThat(ProcessTree.isAlive(child)).isFalse());
    assertThat(backend.memoryBytes()).isEmpty();
  }

  @Test
  void stopsWithinTheGracePeriodAndTwoSecondsWhateverTheChildDoes() throws Exception {
    Backend backend = create(ChildServer.config("ignoreTerm", "grandchildren"), "4s");
    backend.start().toCompletableFuture().get(60, TimeUnit.SECONDS);
    assertThat(backend.memoryBytes().orElseThrow()).isGreaterThan(10_000_000);

    long before = System.nanoTime();
    CompletableFuture<Void> stopped = backend.stop().toCompletableFuture();
    // Whoever asks for the end is not held until it has come.
    assertThat(stopped).isNotDone();
    stopped.get(60, TimeUnit.SECONDS);
    Duration gone = Duration.ofNanos(System.nanoTime() - before);

    assertThat(gone).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(12));
    assertThat(backend.memoryBytes()).isEmpty();
  }

  @Test
  void listsToolsWhereThereIsNoPing() throws Exception {
    Backend backend = start(FloodServer.config("noping"));
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
    Backend backend = start(FloodServer.config("fine"));
    backend.listTools().toCompletableFuture().get(60, TimeUnit.SECONDS);

    backend.ping().toCompletableFuture().get(60, TimeUnit.SECONDS);
    assertThat(context().toolChanges).hasValue(0);
    backend.ping().toCompletableFuture().get(60, TimeUnit.SECONDS);

    assertThat(context().toolChanges).hasValue(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "changes",
        "progress",
        "logging",
        "strangeAnswers",
        "requests",
        "garbage",
        "stderr",
        "stderrLine"
      })
  void keepsAnsweringThroughAFloodAndDisturbsNoNeighbour(String flood) throws Exception {
    Backend neighbour = start(FloodServer.config("fine"));
    Backend backend = start(FloodServer.config("fine"));
    call(backend, flood).get(60, TimeUnit.SECONDS);
    long before = used();

    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(300);
    while (System.nanoTime() < end) {
      assertThat(send(neighbour, "answer", "").get(60, TimeUnit.SECONDS).text()).isEqualTo("ok");
    }
    CompletableFuture<ToolResult> own = send(backend, "answer", "");

    try {
      assertThat(own.get(60, TimeUnit.SECONDS).text()).isEqualTo("ok");
    } catch (ExecutionException e) {
      // It may ask so much that it is found not to read the answers.
      assertThat(flood).isEqualTo("requests");
    }
    // What is on its way at one moment is not kept.
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

  /** What is sent instead of an answer, and what the caller is told. */
  private static final Map<String, String> WRONG_ANSWERS =
      Map.of(
          "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":null}", "not an object",
          "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":\"text\"}", "not an object",
          "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":[1]}", "not an object",
          "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":5}", "no message was given",
          "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-1,\"data\":[{\"why\":\"$pad\"}]}}",
              "-1: [{\"why\":\"ppp",
          "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":\"x\",\"message\":{\"a\":1}}}",
              "error",
          "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-1,\"message\":\"$pad\"}}",
              "-1: ppp");

  @Test
  void failsTheCallOfAWrongAnswerAndOnlyThat() throws Exception {
    Backend backend = start(FloodServer.config("fine"));

    for (Map.Entry<String, String> wrong : WRONG_ANSWERS.entrySet()) {
      assertThat(failure(send(backend, "answer", wrong.getKey())))
          .as(wrong.getKey())
          .isInstanceOf(BackendCallException.class)
          .hasMessageContaining(wrong.getValue())
          .message()
          .hasSizeLessThan(3_000);
      assertThat(send(backend, "answer", "").get(60, TimeUnit.SECONDS).text()).isEqualTo("ok");
    }
  }

  @Test
  void takesAMemberThatIsWrittenAsNullForAbsent() throws Exception {
    Backend backend = start(FloodServer.config("fine"));

    ToolResult paid =
        send(
                backend,
                "pay",
                "{\"jsonrpc\":\"2.0\",\"id\":$id,\"method\":null,\"result\":{\"content\":"
                    + "[{\"type\":\"text\",\"text\":\"paid\"}]},\"error\":null}")
            .get(60, TimeUnit.SECONDS);
    CompletableFuture<ToolResult> refused =
        send(
            backend,
            "pay",
            "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":null,\"error\":{\"code\":-7,"
                + "\"message\":\"no money\"}}");

    assertThat(paid.text()).isEqualTo("paid");
    assertThat(failure(refused)).hasMessageContaining("error -7: no money");
  }

  private static final List<String> NO_ANSWERS =
      List.of(
          "{\"jsonrpc\":\"2.0\",\"id\":987654,\"result\":{}}",
          "{\"jsonrpc\":\"2.0\",\"id\":\"$id\",\"result\":{}}",
          "{\"jsonrpc\":\"2.0\",\"id\":1.0,\"result\":{}}",
          "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-1,\"message\":\"lost\"}}",
          "{\"jsonrpc\":\"2.0\",\"id\":99999999999999999999999,\"result\":{}}",
          "{\"jsonrpc\":\"2.0\",\"id\":\"r\",\"method\":\"sampling/createMessage\",\"params\":5}",
          "{\"jsonrpc\":\"2.0\",\"id\":\"r\",\"method\":\"roots/list\",\"params\":{\"_meta\":3}}",
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":{}}}",
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":\"$pad\"}}",
          "$pad",
          "[{\"jsonrpc\":\"2.0\",\"id\":987654,\"result\":{}}]",
          "\u0000\u0001\ufffd");

  @Test
  void ignoresWhatAnswersNobody() throws Exception {
    Backend backend = start(FloodServer.config("fine"));

    for (String raw : NO_ANSWERS) {
      assertThat(send(backend, "answer", raw).get(60, TimeUnit.SECONDS).text())
          .as(raw)
          .isEqualTo("ok");
      backend.ping().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"jsonrpc\":\"2.0\",\"id\":$id}",
        "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[{\"type\":\"te"
      })
  void failsTheCallOfAnAnswerThatIsNone(String raw) throws Exception {
    Backend backend = start(FloodServer.config("fine"));

    assertThat(send(backend, "answer", raw))
        .failsWithin(60, TimeUnit.SECONDS)
        .withThrowableOfType(ExecutionException.class)
        .withMessageContaining("answered with an invalid message");

    assertThat(send(backend, "answer", "").get(60, TimeUnit.SECONDS).text()).isEqualTo("ok");
  }

  @Test
  void takesTheFirstOfTwoAnswers() throws Exception {
    Backend backend = start(FloodServer.config("fine"));
    String first =
        "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"1\"}]}}";

    for (int i = 0; i < 100; i++) {
      assertThat(send(backend, "answer", first).get(60, TimeUnit.SECONDS).text()).isEqualTo("1");
    }
    assertThat(send(backend, "answer", "").get(60, TimeUnit.SECONDS).text()).isEqualTo("ok");
  }

  @Test
  void leavesACallOpenThatOnlyAnotherIdAnswers() throws Exception {
    Backend backend = start(FloodServer.config("fine"));

    CompletableFuture<ToolResult> open =
        send(backend, "say", "{\"jsonrpc\":\"2.0\",\"id\":987654,\"result\":{}}");

    assertThat(send(backend, "answer", "").get(60, TimeUnit.SECONDS).text()).isEqualTo("ok");
    try {
      open.get(50, TimeUnit.MILLISECONDS);
      throw new AssertionError("it was answered");
    } catch (TimeoutException e) {
      assertThat(open).isNotDone();
    }
  }
}
