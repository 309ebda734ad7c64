package io.gatemini.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendCallException;
import io.gatemini.CallContext;
import io.gatemini.ClientChannel;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.TrustConfig;
import io.gatemini.config.TrustConfig.Elicitation;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.LogLevel;
import io.gatemini.spi.ResourceSource.ResourceRequest;
import io.gatemini.testing.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that speak without a handshake (specification 2026-07-28), over a pipe. */
class StatelessServerTest {
  private static final String DISCOVERED =
      """
      "result":{"resultType":"complete","supportedVersions":["2026-07-28"],"ttlMs":5,
       "cacheScope":"private","capabilities":{"tools":{"listChanged":true},"logging":{},
       "resources":{"subscribe":true}},"instructions":"Ask.",
       "_meta":{"io.modelcontextprotocol/serverInfo":{"name":"late","version":"9"}}}""";
  private static final String DONE =
      """
      "result":{"resultType":"complete","content":[{"type":"text","text":"done"}],
       "_meta":{"io.modelcontextprotocol/serverInfo":{"name":"late","version":"9"},"a/b":1.50}}""";
  private static final String ASKED =
      """
      "result":{"resultType":"input_required","requestState":%s,"inputRequests":{"%s":
       {"method":"%s","params":{"message":"Who?","requestedSchema":{"type":"object"}}}}}""";

  @AutoClose
  private final TestContext context =
      new TestContext(
          "far",
          BackendConfig.stdio("none")
              .startTimeout(Duration.ofSeconds(20))
              .trust(TrustConfig.defaults().elicitation(Elicitation.FORM)));

  private final ServerEras eras = new ServerEras();
  private final EagerChannel channel = new EagerChannel();
  private final List<JsonNode> calls = new CopyOnWriteArrayList<>();
  private final List<JsonNode> listens = new CopyOnWriteArrayList<>();
  private final List<JsonNode> cancelled = new CopyOnWriteArrayList<>();
  private final Backend backend = McpBackend.over(channel, context, eras);
  private java.util.function.Function<JsonNode, @Nullable String> tool = call -> DONE;
  private String refusal = "\"error\":{\"code\":-32601,\"message\":\"Method not found\"}";

  private @Nullable String serve(String method, JsonNode message) {
    return switch (method) {
      case "initialize" -> refusal;
      case "server/discover" -> DISCOVERED;
      case "tools/list" -> "\"result\":{\"resultType\":\"complete\",\"tools\":[{\"name\":\"t\"}]}";
      case "tools/call", "resources/read" -> {
        calls.add(message);
        yield tool.apply(message);
      }
      case "subscriptions/listen" -> {
        listens.add(message);
        yield null;
      }
      case "notifications/cancelled" -> {
        cancelled.add(message);
        yield null;
      }
      default -> "\"result\":{\"resources\":[]}";
    };
  }

  private void start() {
    channel.server = this::serve;
    assertThat(backend.start()).succeedsWithin(Duration.ofSeconds(60));
  }

  private CompletableFuture<ToolResult> call(ClientChannel client, String meta) {
    return backend
        .call(
            new BackendCall(
                "t",
                RawJson.parse("{\"n\":1.50}"),
                CallContext.of(Session.of("ann")).withClient(client).withMeta(RawJson.parse(meta))))
        .toCompletableFuture();
  }

  private static ClientChannel answering(String answer) {
    return new ClientChannel() {
      @Override
      public CompletionStage<Optional<RawJson>> ask(Question question) {
        return CompletableFuture.completedFuture(
            Optional.of(RawJson.parse(answer.replace("NAME", question.name()))));
      }
    };
  }

  private static String failure(CompletableFuture<?> call) {
    assertThat(call).isCompletedExceptionally();
    try {
      call.join();
      throw new AssertionError();
    } catch (RuntimeException e) {
      assertThat(e).hasCauseInstanceOf(BackendCallException.class);
      return String.valueOf(e.getCause().getMessage());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-32601, -32602, -32022, -1})
  void speaksWithoutAHandshakeWhereThatIsRefused(int code) {
    refusal = "\"error\":{\"code\":" + code + ",\"message\":\"no\"}";
    start();

    ToolResult result = call(ClientChannel.none(), "{\"traceparent\":\"00-1\"}").join();

    assertThat(channel.log).startsWith("initialize", "server/discover");
    assertThat(channel.log).doesNotContain("notifications/initialized");
    assertThat(backend.identity()).isEqualTo("late 9");
    assertThat(backend.instructions()).isEqualTo("Ask.");
    JsonNode meta = calls.get(0).at("/params/_meta");
    assertThat(meta.path("io.modelcontextprotocol/protocolVersion").asText())
        .isEqualTo("2026-07-28");
    assertThat(meta.path("io.modelcontextprotocol/clientInfo").path("name").asText())
        .isEqualTo("gatemini");
    assertThat(meta.path("io.modelcontextprotocol/clientCapabilities").toString())
        .isEqualTo("{\"elicitation\":{\"form\":{}}}");
    assertThat(meta.path("traceparent").asText()).isEqualTo("00-1");
    assertThat(result.json().toString())
        .isEqualTo(
            "{\"content\":[{\"type\":\"text\",\"text\":\"done\"}],\"_meta\":{\"a/b\":1.50}}");
  }

  @Test
  void staysWithTheHandshakeWhereItIsTaken() {
    channel.server = EagerChannel::serve;
    assertThat(backend.start()).succeedsWithin(Duration.ofSeconds(60));

    assertThat(channel.log).doesNotContain("server/discover");
    assertThat(eras.isStateless("far")).hasValue(false);
  }

  @Test
  void reportsTheRefusalOfAServerThatSpeaksNeitherWay() {
    channel.server =
        (method, message) ->
            method.equals("initialize") || method.equals("server/discover")
                ? "\"error\":{\"code\":-32000,\"message\":\"" + method + " is closed\"}"
                : null;

    assertThat(backend.start())
        .failsWithin(Duration.ofSeconds(60))
        .withThrowableOfType(ExecutionException.class)
        .withMessageContaining("initialize is closed");
  }

  @Test
  void reportsTheRefusalOfAServerThatEndsAfterIt() {
    channel.server =
        (method, message) -> {
          if (method.equals("server/discover")) {
            java.util.Objects.requireNonNull(channel.receiver).closed("it ended");
          }
          return method.equals("initialize")
              ? "\"error\":{\"code\":-32000,\"message\":\"no licence\"}"
              : null;
        };

    assertThat(backend.start())
        .failsWithin(Duration.ofSeconds(60))
        .withThrowableOfType(ExecutionException.class)
        .withMessageContaining("no licence");
  }

  @Test
  void remembersHowItSpokeToAServer() {
    start();
    EagerChannel again = new EagerChannel();
    again.server = this::serve;

    assertThat(McpBackend.over(again, context, eras).start())
        .succeedsWithin(Duration.ofSeconds(60));

    assertThat(again.log).startsWith("server/discover").doesNotContain("initialize");
  }

  @Test
  void shakesHandsWithAServerThatHasGoneBack() {
    start();
    EagerChannel again = new EagerChannel();

    again.server =
        (method, message) ->
            method.equals("server/discover")
                ? "\"error\":{\"code\":-32601,\"message\":\"what?\"}"
                : EagerChannel.serve(method, message);
    assertThat(McpBackend.over(again, context, eras).start())
        .succeedsWithin(Duration.ofSeconds(60));

    assertThat(again.log).startsWith("server/discover", "initialize");
    assertThat(eras.isStateless("far")).hasValue(false);
  }

  @Test
  void answersQuestionsInRoundsWithTheStateOfEach() {
    start();
    tool =
        call ->
            switch (calls.size()) {
              case 1 -> ASKED.formatted("\"s {1}\"", "who", "elicitation/create");
              case 2 -> "\"result\":{\"resultType\":\"input_required\",\"requestState\":\"s2\"}";
              default -> DONE;
            };

    ToolResult result =
        call(answering("{\"action\":\"accept\",\"content\":{\"q\":\"NAME\"}}"), "{}").join();

    assertThat(result.text()).isEqualTo("done");
    assertThat(calls).extracting(it -> it.path("id").asLong()).doesNotHaveDuplicates();
    assertThat(calls.get(0).path("params").has("requestState")).isFalse();
    assertThat(calls.get(1).at("/params/requestState").asText()).isEqualTo("s {1}");
    assertThat(calls.get(1).at("/params/inputResponses").toString())
        .isEqualTo("{\"who\":{\"action\":\"accept\",\"content\":{\"q\":\"who\"}}}");
    assertThat(calls.get(2).at("/params/requestState").asText()).isEqualTo("s2");
    assertThat(calls.get(2).path("params").has("inputResponses")).isFalse();
    assertThat(calls).allMatch(it -> it.at("/params/arguments").toString().equals("{\"n\":1.50}"));
  }

  @Test
  void keepsTheStatesOfParallelCallsApart() {
    start();
    List<CompletableFuture<Optional<RawJson>>> open = new ArrayList<>();
    ClientChannel person =
        new ClientChannel() {
          @Override
          public CompletionStage<Optional<RawJson>> ask(Question question) {
            CompletableFuture<Optional<RawJson>> answer = new CompletableFuture<>();
            open.add(answer);
            return answer;
          }
        };
    tool =
        call ->
            call.at("/params/requestState").isMissingNode()
                ? ASKED.formatted("\"of " + calls.size() + "\"", "who", "elicitation/create")
                : "\"result\":{\"content\":[{\"type\":\"text\",\"text\":"
                    + call.at("/params/requestState")
                    + "}]}";

    CompletableFuture<ToolResult> one = call(person, "{}");
    CompletableFuture<ToolResult> other = call(person, "{}");
    open.get(1).complete(Optional.of(RawJson.parse("{\"action\":\"accept\"}")));
    open.get(0).complete(Optional.empty());

    assertThat(one.join().text()).isEqualTo("of 1");
    assertThat(other.join().text()).isEqualTo("of 2");
    assertThat(calls.get(3).at("/params/inputResponses/who/action").asText()).isEqualTo("decline");
  }

  @Test
  void asksThePersonSixteenTimesInAllHoweverManyRoundsACallHas() {
    start();
    AtomicInteger asked = new AtomicInteger();
    ClientChannel person =
        new ClientChannel() {
          @Override
          public CompletionStage<Optional<RawJson>> ask(Question question) {
            asked.incrementAndGet();
            return CompletableFuture.completedFuture(
                Optional.of(RawJson.parse("{\"action\":\"accept\"}")));
          }
        };
    tool = call -> ASKED.formatted("\"s\"", "who", "elicitation/create");

    assertThat(failure(call(person, "{}"))).contains("asked again 20 times");

    assertThat(asked).hasValue(16);
    assertThat(calls.get(17).at("/params/inputResponses/who/action").asText()).isEqualTo("cancel");
  }

  @Test
  void givesAServerUpThatAsksOnAndOn() {
    start();
    tool = call -> "\"result\":{\"resultType\":\"input_required\",\"requestState\":\"on\"}";

    assertThat(failure(call(ClientChannel.none(), "{}"))).contains("asked again 20 times");
    assertThat(calls).hasSize(21);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"result\":{\"resultType\":\"task\",\"content\":[]}",
        "\"result\":{\"resultType\":\"input_required\"}",
        "\"result\":{\"resultType\":3,\"content\":[]}"
      })
  void rejectsOtherResults(String answer) {
    start();
    tool = call -> answer;

    assertThat(failure(call(ClientChannel.none(), "{}"))).isNotEmpty();
    assertThat(calls).hasSize(1);
  }

  @Test
  void failsTheCallWhereSamplingIsNotTrusted() {
    start();
    tool = call -> ASKED.formatted("\"s\"", "model", "sampling/createMessage");

    assertThat(failure(call(answering("{}"), "{}"))).contains("trust.sampling");
  }

  @Test
  void cancelsTheQuestionsWithTheCall() {
    start();
    CompletableFuture<Optional<RawJson>> open = new CompletableFuture<>();
    ClientChannel person =
        new ClientChannel() {
          @Override
          public CompletionStage<Optional<RawJson>> ask(Question question) {
            return open;
          }
        };
    tool = call -> ASKED.formatted("\"s\"", "who", "elicitation/create");

    call(person, "{}").cancel(true);

    assertThat(open).isCancelled();
    assertThat(calls).hasSize(1);
  }

  @Test
  void cancelsARequestByANotification() {
    start();
    tool = call -> null;

    call(ClientChannel.none(), "{}").cancel(true);

    assertThat(cancelled.get(0).at("/params/requestId")).isEqualTo(calls.get(0).get("id"));
  }

  @Test
  void hearsOfNewsAndAsksAgainWhenTheyEnd() {
    start();
    assertThat(listens.get(0).at("/params/notifications").toString())
        .isEqualTo("{\"toolsListChanged\":true}");
    news("acknowledged", "\"notifications\":{\"toolsListChanged\":true}");
    channel.deliver("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
    assertThat(context.toolChanges).hasValue(1);

    channel.deliver(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":"
            + listens.get(0).get("id")
            + "}}");
    await().until(() -> listens.size() == 2);
    news("acknowledged", "\"notifications\":{\"toolsListChanged\":true}");

    assertThat(context.toolChanges).hasValue(2);
  }

  @Test
  void subscribesToResourcesByTheSameRequest() {
    start();
    news("acknowledged", "\"notifications\":{\"toolsListChanged\":true}");

    backend.features().resources().orElseThrow().subscribe("a:1");
    backend.features().resources().orElseThrow().subscribe("a:2");
    assertThat(listens).hasSize(2);
    news("acknowledged", "\"notifications\":{\"toolsListChanged\":true}");

    assertThat(listens.get(2).at("/params/notifications/resourceSubscriptions").toString())
        .isEqualTo("[\"a:1\",\"a:2\"]");
    assertThat(cancelled).hasSize(2);
  }

  @Test
  void listsTheToolsForAPingWhereItDoesNotHearOfThem() {
    start();
    news("acknowledged", "\"notifications\":{}");
    channel.log.clear();

    assertThat(backend.ping()).succeedsWithin(Duration.ofSeconds(60));

    assertThat(channel.log).containsExactly("tools/list");
  }

  @Test
  void asksWhoItIsForAPing() {
    start();
    channel.log.clear();

    assertThat(backend.ping()).succeedsWithin(Duration.ofSeconds(60));

    assertThat(channel.log).containsExactly("server/discover");
  }

  @Test
  void saysTheLevelOfLogsWithEachRequest() {
    start();

    backend.logLevel(LogLevel.ERROR);
    call(ClientChannel.none(), "{}").join();

    assertThat(calls.get(0).at("/params/_meta").path("io.modelcontextprotocol/logLevel").asText())
        .isEqualTo("error");
    assertThat(channel.log).doesNotContain("logging/setLevel");
  }

  @Test
  void readsResourcesInRounds() {
    start();
    tool =
        call ->
            calls.size() == 1
                ? ASKED.formatted("\"s\"", "who", "elicitation/create")
                : "\"result\":{\"ttlMs\":5,\"contents\":[{\"uri\":\"a:1\",\"text\":\"x\"}]}";

    var content =
        backend
            .features()
            .resources()
            .orElseThrow()
            .read(new ResourceRequest(Session.of("ann"), "a:1", Map.of()));

    assertThat(content).succeedsWithin(Duration.ofSeconds(60));
    assertThat(calls.get(1).at("/params/inputResponses/who/action").asText()).isEqualTo("decline");
    assertThat(calls.get(1).at("/params/uri").asText()).isEqualTo("a:1");
  }

  private void news(String kind, String members) {
    channel.deliver(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/"
            + kind
            + "\",\"params\":{"
            + members
            + "}}");
  }

  @Test
  void aServerWithAHandshakeGetsNothingOfTheForm() {
    channel.server =
        (method, message) -> {
          if (method.equals("tools/call")) {
            calls.add(message);
          }
          return EagerChannel.serve(method, message);
        };
    assertThat(backend.start()).succeedsWithin(Duration.ofSeconds(60));

    call(
            ClientChannel.none(),
            "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"traceparent\":\"00-1\"}")
        .join();

    assertThat(calls.get(0).at("/params/_meta").toString()).isEqualTo("{\"traceparent\":\"00-1\"}");
  }
}
