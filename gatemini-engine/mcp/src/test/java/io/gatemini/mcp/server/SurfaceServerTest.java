package io.gatemini.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Exposure;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.testing.LineChannel;
import io.gatemini.testing.MemoryPipe;
import io.gatemini.testing.Pairs;
import io.gatemini.testing.Patience;
import io.gatemini.testing.TestClient;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.TestSurface;
import io.gatemini.testing.Values;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SurfaceServerTest {
  /** Longer than a test takes on a busy machine; who waits for it has a shorter one. */
  private static final Duration DRAIN = Duration.ofSeconds(10);

  private final TestContext context = new TestContext();
  private final TestSurface surface = new TestSurface();
  private final MemoryPipe toServer = new MemoryPipe();
  private final MemoryPipe toClient = new MemoryPipe();

  @SuppressWarnings("NullAway.Init")
  private TestClient client;

  @SuppressWarnings("NullAway.Init")
  private Exposure exposure;

  @BeforeEach
  void serve() {
    client = new TestClient(toClient.in, toServer.out);
    exposure = serve(toServer, toClient, DRAIN);
  }

  private Exposure serve(MemoryPipe in, MemoryPipe out, Duration drain) {
    return SurfaceServer.of(surface, context.scheduler())
        .withDrainTimeout(drain)
        .serve(LineChannel.over("test", in.in, out.out, 32 * 1024 * 1024));
  }

  @AfterEach
  void end() {
    exposure.close();
    context.close();
  }

  /** A tool that answers on demand. */
  private static final class Slow {
    final CompletableFuture<ToolResult> future = new CompletableFuture<>();
    final CountDownLatch called = new CountDownLatch(1);

    CompletionStage<ToolResult> call() {
      called.countDown();
      return future;
    }

    void awaitCall() {
      Patience.await(called);
    }
  }

  private Slow slowTool() {
    Slow slow = new Slow();
    surface.tool("slow", call -> slow.call());
    return slow;
  }

  private static String text(JsonNode answer) {
    return answer.at("/result/content/0/text").asText();
  }

  private static int code(JsonNode answer) {
    return answer.at("/error/code").asInt();
  }

  @Nested
  class Handshake {
    @Test
    void tellsWhoItIsAndWhatItOffers() {
      JsonNode answer = client.initialize();

      assertThat(answer.at("/id").asInt()).isZero();
      JsonNode result = answer.get("result");
      assertThat(result.get("protocolVersion").asText()).isEqualTo("2025-11-25");
      assertThat(result.at("/serverInfo/name").asText()).isEqualTo("test-gateway");
      assertThat(result.at("/serverInfo/title").asText()).isEqualTo("Test Gateway");
      assertThat(result.at("/serverInfo/version").asText()).isEqualTo("1.2.3");
      assertThat(result.get("instructions").asText()).isEqualTo("Search first.");
      assertThat(result.at("/capabilities/tools/listChanged").asBoolean()).isTrue();
      assertThat(result.at("/capabilities").has("resources")).isFalse();
    }

    @Test
    void writesTheMembersOfItsAnswerInTheirOrder() {
      assertThat(client.initialize().toString())
          .isEqualTo(
              "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":\"2025-11-25\","
                  + "\"capabilities\":{\"logging\":{},\"tools\":{\"listChanged\":true}},"
                  + "\"serverInfo\":{\"name\":\"test-gateway\",\"title\":\"Test Gateway\","
                  + "\"version\":\"1.2.3\"},\"instructions\":\"Search first.\"}}");
    }

    @Test
    void namesTheCapabilityThatIsMalformed() {
      client.send(
          TestClient.INITIALIZE.replace("\"capabilities\":{}", "\"capabilities\":{\"roots\":5}"));

      assertThat(client.next().at("/error/message").asText()).contains("\"roots\"");
    }

    @Pairs(
        """
        2024-11-05 -> 2024-11-05 | 2025-03-26 -> 2025-03-26 | 2025-06-18 -> 2025-06-18
        2025-11-25 -> 2025-11-25 | 2099-01-01 -> 2025-11-25
        """)
    void negotiatesTheVersion(String asked, String expected) {
      client.send(TestClient.INITIALIZE.replace("2025-11-25", asked));

      assertThat(client.next().at("/result/protocolVersion").asText()).isEqualTo(expected);
    }

    @Values(
        """
        `` | ,"params":[] | ,"params":"x" | ,"params":{}
        ,"params":{"protocolVersion":5,"capabilities":{},"clientInfo":{"name":"a","version":"1"}}
        ,"params":{"protocolVersion":"2025-11-25","clientInfo":{"name":"a","version":"1"}}
        ,"params":{"protocolVersion":"2025-11-25","capabilities":{}}
        ,"params":{"protocolVersion":"2025-11-25","capabilities":{"roots":5},"clientInfo":{"name":"a","version":"1"}}
        """)
    void refusesAMalformedInitializeAndTakesAGoodOneAfterIt(String params) {
      client.send("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"initialize\"" + params + "}");

      JsonNode refusal = client.next();

      assertThat(code(refusal)).isEqualTo(-32602);
      assertThat(refusal.get("id").asInt()).isEqualTo(7);
      assertThat(refusal.toString()).doesNotContain("Exception").doesNotContain("io.model");
      assertThat(client.initialize().has("result")).isTrue();
    }

    /** T1: the lane gates itself. */
    @Test
    void t01RefusesCallsBeforeTheHandshake() {
      client.call(1, "echo", "{}");
      assertThat(code(client.next())).isEqualTo(-32600);

      client.send(TestClient.INITIALIZED);
      client.call(2, "echo", "{}");
      assertThat(code(client.next())).isEqualTo(-32600);

      client.send(TestClient.INITIALIZE);
      assertThat(client.next().has("result")).isTrue();
      assertThat(surface.calls).isEmpty();

      // Some clients never send the notification; one that comes late changes nothing.
      client.call(3, "echo", "{}");
      assertThat(text(client.next())).isEqualTo("{}");
      client.send(TestClient.INITIALIZED);
      client.call(4, "echo", "{}");
      assertThat(text(client.next())).isEqualTo("{}");
    }

    @Values("tools/list | resources/list")
    void t01RefusesListsBeforeTheHandshake(String method) {
      String list = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\"}";
      client.send(list);
      assertThat(code(client.next())).isEqualTo(-32600);

      client.send(TestClient.INITIALIZE);
      client.next();
      client.send(list);
      assertThat(code(client.next())).isNotEqualTo(-32600);
    }

    /** T1: ping is allowed at any time. */
    @Test
    void t01AnswersAPingBeforeTheHandshake() {
      assertThat(client.ping("early").get("result")).isEmpty();
    }

    /** T1. */
    @Test
    void t01CannotBeMadeToCancelInitialize() {
      client.send(
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":0}}");

      assertThat(client.initialize().has("result")).isTrue();
      client.send(
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":0}}");
      assertThat(client.ping("p").has("result")).isTrue();
    }

    @Test
    void refusesASecondInitialize() {
      client.initialize();

      client.send(TestClient.INITIALIZE);

      assertThat(code(client.next())).isEqualTo(-32600);
    }

    /** T10: what the SDK keeps private is sniffed. */
    @Test
    void t10KnowsTheClientInCalls() {
      client.initialize();

      client.call(1, "echo", "{}");
      client.next();

      assertThat(surface.calls.get(0).context().session().clientName()).contains("tester");
      assertThat(surface.calls.get(0).context().session().clientVersion()).contains("9");
    }
  }

  @Nested
  class Calls {
    @BeforeEach
    void shakeHands() {
      client.initialize();
    }

    @Test
    void splicesTheResultAsItIs() {
      String raw =
          "{\"content\":[{\"type\":\"text\",\"text\":\"\\u0041\\ud83d\\ude00 \u2028"
              + " é\"}],\"big\":123456789012345678901234567890,\"f\":0.10}";
      surface.tool(
          "raw", call -> CompletableFuture.completedFuture(ToolResult.of(RawJson.wrap(utf8(raw)))));

      client.call(1, "raw", "{}");

      assertThat(client.next().get("result")).isEqualTo(RawJson.parse(raw).tree());
    }

    @Test
    void writesAResultThatIsSpreadOverLinesInOne() {
      surface.tool(
          "lines",
          call ->
              CompletableFuture.completedFuture(
                  ToolResult.of(RawJson.wrap(utf8("{\r\n\"content\":\n[]}\n")))));

      client.call(1, "lines", "{}");

      assertThat(client.next().at("/result/content").isArray()).isTrue();
      assertThat(client.ping("p").get("id").asText()).isEqualTo("p");
    }

    @Test
    void passesTheArgumentsAsTheyAre() {
      client.call(1, "echo", "{\"s\":\"\\u0041\\n😀\", \"n\":1.50}");

      assertThat(text(client.next())).isEqualTo("{\"s\":\"\\u0041\\n😀\", \"n\":1.50}");
    }

    @Test
    void takesAbsentAndNullArgumentsAsNone() {
      client.send(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\"}}");
      assertThat(text(client.next())).isEqualTo("{}");

      client.call(2, "echo", "null");
      assertThat(text(client.next())).isEqualTo("{}");
    }

    /** T2: the buffer of the reader is reused while the call still runs. */
    @Test
    void t02KeepsTheArgumentsOfACallThatIsStillRunning() {
      Slow slow = slowTool();
      client.call(1, "slow", "{\"keep\":\"me\"}");
      slow.awaitCall();

      client.call(2, "echo", "{\"overwrite\":\"xxxxxxxxxxxxxxxxxxxx\"}");
      client.next();

      assertThat(surface.calls.get(0).arguments().toString()).isEqualTo("{\"keep\":\"me\"}");
      slow.future.complete(ToolResult.text("done"));
      assertThat(text(client.next())).isEqualTo("done");
    }

    /** T3: a result that cannot be written leaves no half line behind. */
    @Test
    void t03AnswersTheNextCallAfterOneThatCannotBeWritten() {
      surface.tool(
          "unwritable",
          call ->
              CompletableFuture.completedFuture(
                  ToolResult.of(
                      RawJson.of(
                          new com.fasterxml.jackson.databind.node.POJONode(new Object() {})))));

      client.call(1, "unwritable", "{}");
      client.call(2, "echo", "{\"a\":1}");

      assertThat(code(client.next())).isEqualTo(-32603);
      assertThat(text(client.next())).isEqualTo("{\"a\":1}");
    }

    /** T4: what the SDK would check is checked by the lane. */
    @Values(
        """
        `` | ,"params":null | ,"params":[] | ,"params":"echo" | ,"params":{}
        ,"params":{"arguments":{}} | ,"params":{"name":5} | ,"params":{"name":null}
        ,"params":{"name":"echo","arguments":"{}"} | ,"params":{"name":"echo","arguments":[]}
        ,"params":{"name":"echo","arguments":7} | ,"params":{"name":"echo","_meta":4}
        ,"params":{"name":"echo","_meta":{"progressToken":{}}}
        """)
    void t04RefusesWrongParameters(String params) {
      client.send("{\"jsonrpc\":\"2.0\",\"id\":\"w\",\"method\":\"tools/call\"" + params + "}");
      client.call(2, "echo", "{}");

      JsonNode refusal = client.next();

      assertThat(code(refusal)).isEqualTo(-32602);
      assertThat(refusal.get("id").asText()).isEqualTo("w");
      assertThat(client.next().get("id").asInt()).isEqualTo(2);
      assertThat(surface.calls).hasSize(1);
    }

    @Test
    void t04NamesAnUnknownTool() {
      client.call(1, "no_such_tool", "{}");

      JsonNode refusal = client.next();

      assertThat(code(refusal)).isEqualTo(-32602);
      assertThat(refusal.at("/error/message").asText())
          .isEqualTo("Unknown tool: no_such_tool; this server has no such tool");
    }

    /** T5: one id, one call. */
    @Test
    void t05RefusesASecondCallWithAnIdInFlight() {
      Slow slow = slowTool();
      client.call("a", "slow", "{}");
      slow.awaitCall();

      client.call("\\u0061", "echo", "{}");

      assertThat(code(client.next())).isEqualTo(-32600);
      slow.future.complete(ToolResult.text("first"));
      assertThat(text(client.next())).isEqualTo("first");
      client.call("a", "echo", "{}");
      assertThat(text(client.next())).isEqualTo("{}");
    }

    /** T6: the client's ids are its own. */
    @Values("1152921504606846977 | \"~1\" | -5 | \"\" | 99999999999999999999")
    void t06KeepsTheIdAsItWasSpelled(String id) {
      client.send(
          "{\"jsonrpc\":\"2.0\",\"id\":"
              + id
              + ",\"method\":\"tools/call\",\"params\":{\"name\":\"echo\"}}");

      assertThat(client.next().get("id").toString()).isEqualTo(id);
    }

    /** T7: an answer of the client is no call. */
    @Test
    void t07GivesAnswersOfTheClientToTheSdk() {
      client.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
      client.send("{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"error\":{\"code\":1,\"message\":\"no\"}}");
      client.send("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":1,\"message\":\"no\"}}");

      assertThat(client.ping("p").get("id").asText()).isEqualTo("p");
      assertThat(surface.calls).isEmpty();
    }

    /** T8: cancellation reaches the surface and there is no answer. */
    @Test
    void t08CancelsTheWorkAndDoesNotAnswer() {
      Slow slow = slowTool();
      client.call(41, "slow", "{}");
      slow.awaitCall();

      client.send(
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":41,\"reason\":\"bored\"}}");

      await().until(slow.future::isCancelled);
      client.call(41, "echo", "{}");
      assertThat(text(client.next())).isEqualTo("{}");
    }

    @Test
    void t08IgnoresTheCancellationOfAnUnknownCall() {
      client.send(
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":99}}");
      client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}");

      assertThat(client.ping("p").get("id").asText()).isEqualTo("p");
    }

    /** T9: progress under the client's own token, in order, never after the answer. */
    @Values("7 | \"tok\\u00e9n\"")
    void t09SendsProgressInOrderBeforeTheAnswer(String token) {
      surface.tool(
          "steps",
          call -> {
            for (int i = 1; i <= 20; i++) {
              call.context()
                  .client()
                  .progress()
                  .onProgress(
                      i, OptionalDouble.of(20), i == 1 ? Optional.of("go") : Optional.empty());
            }
            CompletableFuture<ToolResult> done =
                CompletableFuture.completedFuture(ToolResult.text("done"));
            return done.whenComplete(
                (result, problem) ->
                    call.context()
                        .client()
                        .progress()
                        .onProgress(21, OptionalDouble.empty(), Optional.empty()));
          });

      client.send(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"steps\",\"_meta\":{\"progressToken\":"
              + token
              + "}}}");

      for (int i = 1; i <= 20; i++) {
        JsonNode report = client.next();
        assertThat(report.get("method").asText()).isEqualTo("notifications/progress");
        assertThat(report.at("/params/progressToken")).isEqualTo(RawJson.parse(token).tree());
        assertThat(report.at("/params/progress").toString()).isEqualTo(Integer.toString(i));
        assertThat(report.at("/params/total").asInt()).isEqualTo(20);
      }
      assertThat(client.next().at("/params/progress").asInt()).isEqualTo(21);
      assertThat(text(client.next())).isEqualTo("done");
      surface
          .calls
          .get(0)
          .context()
          .client()
          .progress()
          .onProgress(22, OptionalDouble.empty(), Optional.empty());
      assertThat(client.ping("p").get("id").asText()).isEqualTo("p");
    }

    @Test
    void t09AsksForNoProgressWithoutAToken() {
      client.call(1, "echo", "{}");
      client.next();

      assertThat(surface.calls.get(0).context().client().progress().isListening()).isFalse();
    }

    /** T13: a call that takes its time delays no other. */
    @Test
    void t13ServesOthersWhileACallRuns() {
      Slow slow = slowTool();
      client.call(1, "slow", "{}");
      slow.awaitCall();

      client.call(2, "echo", "{}");
      assertThat(client.next().get("id").asInt()).isEqualTo(2);
      client.send("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/list\"}");
      assertThat(client.next().get("id").asInt()).isEqualTo(3);
      client.send(
          "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"logging/setLevel\",\"params\":{\"level\":\"info\"}}");
      assertThat(client.next().get("id").asInt()).isEqualTo(4);

      slow.future.complete(ToolResult.text("done"));
      assertThat(client.next().get("id").asInt()).isEqualTo(1);
    }

    @Test
    void tellsOfAFailureWithoutItsInnards() {
      surface.tool(
          "bug", call -> CompletableFuture.failedFuture(new NullPointerException("x.y.Z")));
      surface.tool(
          "thrower",
          call -> {
            throw new IllegalStateException("secret");
          });

      client.call(1, "bug", "{}");
      client.call(2, "thrower", "{}");

      assertThat(client.next().at("/error").toString()).contains("-32603").doesNotContain("x.y.Z");
      assertThat(client.next().at("/error").toString()).contains("-32603").doesNotContain("secret");
    }

    @Test
    void answersUnknownMethodsAndBadParametersOfOthers() {
      client.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"no/such\"}");
      assertThat(code(client.next())).isEqualTo(-32601);

      client.send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"logging/setLevel\",\"params\":[5]}");
      JsonNode refusal = client.next();
      assertThat(code(refusal)).isEqualTo(-32602);
      assertThat(refusal.toString()).doesNotContain("com.fasterxml").doesNotContain("Exception");
    }
  }

  @Nested
  class Listing {
    @BeforeEach
    void shakeHands() {
      client.initialize();
    }

    /** T14: nothing of a tool is lost, whatever else goes on. */
    @Test
    void t14ListsToolsVerbatimBetweenCalls() {
      Set<Integer> open = new HashSet<>();
      for (int i = 0; i < 300; i++) {
        open.add(2 * i + 1);
        open.add(2 * i + 2);
        client.send(
            "{\"jsonrpc\":\"2.0\",\"id\":"
                + (2 * i + 1)
                + ",\"method\":\"tools/list\",\"params\":{}}");
        client.call(2 * i + 2, "echo", "{\"i\":" + i + "}");
      }

      for (int i = 0; i < 600; i++) {
        JsonNode answer = client.next();
        int id = answer.get("id").asInt();
        assertThat(open.remove(id)).isTrue();
        if (id % 2 == 1) {
          JsonNode tool = answer.at("/result/tools/0");
          assertThat(tool.get("name").asText()).isEqualTo("echo");
          assertThat(tool.get("title").asText()).isEqualTo("Title of echo");
          assertThat(tool.get("inputSchema").toString())
              .isEqualTo(TestSurface.INPUT_SCHEMA.toString());
          assertThat(tool.get("outputSchema")).isEqualTo(TestSurface.OUTPUT_SCHEMA);
          assertThat(tool.get("annotations").toString())
              .isEqualTo(
                  "{\"readOnlyHint\":true,\"destructiveHint\":false,\"idempotentHint\":true,\"openWorldHint\":false}");
        } else {
          assertThat(text(answer)).isEqualTo("{\"i\":" + (id / 2 - 1) + "}");
        }
      }
      assertThat(open).isEmpty();
    }

    @Test
    void refusesACursorItNeverGave() {
      client.send(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"cursor\":\"x\"}}");

      assertThat(code(client.next())).isEqualTo(-32602);
    }

    @Test
    void announcesAChange() {
      client.ping("initialized has been read");

      surface.changeTools();

      assertThat(client.next().get("method").asText())
          .isEqualTo("notifications/tools/list_changed");
    }
  }

  @Nested
  class HostileInput {
    @BeforeEach
    void shakeHands() {
      client.initialize();
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "hello|-32700|null",
          "{\"jsonrpc\":|-32700|null",
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} x|-32700|1",
          "[]|-32600|null",
          "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]|-32600|null",
          "5|-32600|null",
          "\"text\"|-32600|null",
          "null|-32600|null",
          "{}|-32600|null",
          "{\"id\":5}|-32600|5",
          "{\"id\":5,\"method\":\"ping\"}|-32600|5",
          "{\"jsonrpc\":\"1.0\",\"id\":5,\"method\":\"ping\"}|-32600|5",
          "{\"jsonrpc\":\"2.0\",\"id\":5}|-32600|5",
          "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}|-32600|null",
          "{\"jsonrpc\":\"2.0\",\"id\":5.5,\"method\":\"ping\"}|-32600|null",
          "{\"jsonrpc\":\"2.0\",\"id\":true,\"method\":\"ping\"}|-32600|null",
          "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}|-32600|null",
          "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":7}|-32600|5"
        })
    void refusesWhatIsNoMessageAndGoesOn(String line, int code, String id) {
      client.send(line);

      JsonNode refusal = client.next();

      assertThat(code(refusal)).isEqualTo(code);
      assertThat(refusal.get("id").toString()).isEqualTo(id);
      assertThat(refusal.at("/error/message").asText()).isNotBlank().doesNotContain("\tat ");
      assertThat(client.ping("after").get("id").asText()).isEqualTo("after");
    }

    @Test
    void ignoresBlankLinesAndCarriageReturns() {
      client.send("");
      client.send("   \t ");
      client.send("\r");
      client.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r");

      assertThat(client.next().get("id").asInt()).isEqualTo(1);
    }

    @Test
    void passesTwoThousandLevels() {
      String deep = "[".repeat(2_000) + "]".repeat(2_000);

      client.call(1, "echo", "{\"deep\":" + deep + "}");

      assertThat(text(client.next())).isEqualTo("{\"deep\":" + deep + "}");
    }

    @Test
    void refusesAHundredThousandLevelsAndGoesOn() {
      client.call(1, "echo", "{\"deep\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}");

      assertThat(code(client.next())).isEqualTo(-32600);
      assertThat(client.ping("after").get("id").asText()).isEqualTo("after");
    }

    @Test
    void passesTwentyMegabytes() {
      String large = "x".repeat(20_000_000);

      client.call(1, "echo", "{\"large\":\"" + large + "\"}");

      assertThat(text(client.next())).hasSize(20_000_012);
    }

    @Test
    void refusesALineAboveTheBoundAndGoesOn() {
      client.call(1, "echo", "{\"large\":\"" + "x".repeat(33 * 1024 * 1024) + "\"}");

      JsonNode refusal = client.next();

      assertThat(code(refusal)).isEqualTo(-32600);
      assertThat(refusal.at("/error/message").asText()).contains("larger than this server takes");
      assertThat(client.ping("after").get("id").asText()).isEqualTo("after");
    }
  }

  @Nested
  class TheEnd {
    /** T11: the lane and the SDK are drained together. */
    @Test
    void t11AnswersWhatIsUnderWayWhenTheClientHangsUp() {
      Slow slow = slowTool();
      client.send(TestClient.INITIALIZE);
      client.send(TestClient.INITIALIZED);
      client.call(1, "echo", "{}");
      client.call(2, "slow", "{}");
      client.hangUp();
      slow.awaitCall();
      slow.future.completeOnTimeout(ToolResult.text("late"), 100, TimeUnit.MILLISECONDS);

      assertThat(client.next().has("result")).isTrue();
      assertThat(client.next().get("id").asInt()).isEqualTo(1);
      assertThat(text(client.next())).isEqualTo("late");
      assertThat(client.nextIsEnd()).isTrue();
      assertThat(exposure.closed()).succeedsWithin(Duration.ofSeconds(60));
      assertThat(surface.disconnected).hasSize(1);
      assertThat(surface.listenerCount()).isZero();
    }

    @Test
    void t11GivesUpOnACallThatDoesNotEnd() {
      Slow slow = slowTool();
      MemoryPipe in = new MemoryPipe();
      MemoryPipe out = new MemoryPipe();
      Exposure hasty = serve(in, out, Duration.ofMillis(700));
      TestClient leaving = new TestClient(out.in, in.out);
      leaving.initialize();
      leaving.call(1, "slow", "{}");
      slow.awaitCall();

      leaving.hangUp();

      assertThat(hasty.closed()).succeedsWithin(Duration.ofSeconds(60));
      assertThat(slow.future).isCancelled();
      assertThat(leaving.nextIsEnd()).isTrue();
    }

    @Test
    void endsAtOnceWhenNobodyReadsItsAnswers() throws Exception {
      Slow slow = slowTool();
      client.initialize();
      client.call(1, "slow", "{}");
      slow.awaitCall();

      toClient.in.close();
      client.call(2, "echo", "{}");

      assertThat(exposure.closed()).succeedsWithin(DRAIN.minusSeconds(2));
      assertThat(slow.future).isCancelled();
    }

    @Test
    void drainsWhenTheHostCloses() {
      Slow slow = slowTool();
      client.initialize();
      client.call(1, "slow", "{}");
      slow.awaitCall();
      slow.future.completeOnTimeout(ToolResult.text("late"), 100, TimeUnit.MILLISECONDS);

      exposure.close();

      assertThat(text(client.next())).isEqualTo("late");
      assertThat(client.nextIsEnd()).isTrue();
    }

    @Test
    void leavesNoThread() {
      client.initialize();

      exposure.close();

      await().untilAsserted(() -> assertThat(threadsNamed("test-read", "test-write")).isEmpty());
    }
  }

  @Test
  void servesSeveralClientsOfOneSurface() {
    List<TestClient> clients = new ArrayList<>();
    List<Exposure> exposures = new ArrayList<>();
    SurfaceServer server = SurfaceServer.of(surface, context.scheduler());
    for (int i = 0; i < 5; i++) {
      MemoryPipe in = new MemoryPipe();
      MemoryPipe out = new MemoryPipe();
      exposures.add(server.serve(LineChannel.over("many", in.in, out.out, 1 << 20)));
      clients.add(new TestClient(out.in, in.out));
    }

    clients.forEach(TestClient::initialize);
    for (int i = 0; i < 5; i++) {
      clients.get(i).call(1, "echo", "{\"client\":" + i + "}");
    }

    for (int i = 0; i < 5; i++) {
      assertThat(text(clients.get(i).next())).isEqualTo("{\"client\":" + i + "}");
    }
    assertThat(surface.calls.stream().map(call -> call.context().session().id()).distinct())
        .hasSize(5);
    exposures.forEach(Exposure::close);
  }

  private static List<String> threadsNamed(String... names) {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> List.of(names).contains(name))
        .toList();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }
}
