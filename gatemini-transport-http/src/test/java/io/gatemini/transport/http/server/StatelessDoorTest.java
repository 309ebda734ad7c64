package io.gatemini.transport.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.ClientChannel.Question;
import io.gatemini.ProgressListener;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.ToolResult;
import io.gatemini.spi.LogLevel;
import io.gatemini.spi.SurfaceListener;
import io.gatemini.spi.SurfaceListener.LogMessage;
import io.gatemini.testing.Patience;
import io.gatemini.transport.http.server.DoorFixture.Events;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests over HTTP that need no session (specification 2026-07-28). */
class StatelessDoorTest {
  @AutoClose
  private final DoorFixture door =
      new DoorFixture("{\"tokens\": {\"ann\": \"a-secret\", \"bob\": \"b-secret\"}}");

  private String token = "a-secret";

  private static ObjectNode params(String members) {
    ObjectNode params = (ObjectNode) ConformanceSurface.json("{" + members + "}");
    ObjectNode meta =
        params.get("_meta") instanceof ObjectNode given ? given : params.putObject("_meta");
    meta.put("io.modelcontextprotocol/protocolVersion", "2026-07-28");
    if (!meta.has("io.modelcontextprotocol/clientCapabilities")) {
      meta.putObject("io.modelcontextprotocol/clientCapabilities").putObject("elicitation");
    }
    return params;
  }

  private HttpRequest request(String method, String name, ObjectNode params, String... headers) {
    String body =
        "{\"jsonrpc\":\"2.0\",\"id\":\"r\",\"method\":\""
            + method
            + "\",\"params\":"
            + params
            + "}";
    HttpRequest.Builder request =
        door.request("Authorization", "Bearer " + token)
            .setHeader("MCP-Protocol-Version", "2026-07-28")
            .setHeader("Mcp-Method", method)
            .POST(BodyPublishers.ofString(body));
    if (!name.isEmpty()) {
      request.setHeader("Mcp-Name", name);
    }
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    return request.build();
  }

  private HttpResponse<String> call(String tool, ObjectNode params) {
    return door.send(request("tools/call", tool, params.put("name", tool)));
  }

  private static JsonNode json(HttpResponse<String> response) {
    return ConformanceSurface.json(response.body());
  }

  @Test
  void aCallNeedsNoHandshake() {
    HttpResponse<String> answer = call("echo", params("\"arguments\": {\"n\": 3}"));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Mcp-Session-Id")).isEmpty();
    JsonNode result = json(answer).path("result");
    assertThat(result.at("/content/0/text").asText()).isEqualTo("{\"n\":3}");
    assertThat(result.path("resultType").asText()).isEqualTo("complete");
    assertThat(
            result.path("_meta").path("io.modelcontextprotocol/serverInfo").path("name").asText())
        .isEqualTo("test-gateway");
    Session session = door.surface.calls.get(0).context().session();
    assertThat(session.id()).isEqualTo("http-ann");
    assertThat(session.principal()).contains("ann");
  }

  @Test
  void aResultWithMembersOfThisKindKeepsTheOthers() {
    door.surface.tool(
        "own",
        call ->
            CompletableFuture.completedFuture(
                ToolResult.of(
                    RawJson.parse(
                        "{\"content\":[],\"_meta\":{\"ui\":1},\"resultType\":\"complete\"}"))));

    JsonNode result = json(call("own", params(""))).path("result");

    assertThat(result.at("/_meta/ui").asInt()).isEqualTo(1);
    assertThat(result.path("_meta")).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({
    "Mcp-Name, other, -32020",
    "Mcp-Name, ECHO, -32020",
    "Mcp-Name, =?base64?ZWNobw==?=, 0",
    "Mcp-Name, =?base64?ZWNobw?=, -32020",
    "Mcp-Name, '  echo ', 0",
    "Mcp-Method, tools/list, -32020",
    "Mcp-Method, TOOLS/CALL, -32020",
    "MCP-Protocol-Version, 2025-11-25, -32020",
    "Mcp-Session-Id, 8e0ff4f3-5a5f-4b5e-8e0f-f4f35a5f4b5e, 0",
    "Last-Event-ID, 0_1, 0",
  })
  void aHeaderThatSaysSomethingElseIsRefused(String header, String value, int code) {
    HttpResponse<String> answer =
        door.send(
            request(
                "tools/call",
                "echo",
                params("\"name\": \"echo\", \"arguments\": {}"),
                header,
                value));

    assertThat(json(answer).at("/error/code").asInt()).isEqualTo(code);
    assertThat(answer.statusCode()).isEqualTo(code == 0 ? 200 : 400);
    assertThat(door.surface.calls).hasSize(code == 0 ? 1 : 0);
  }

  @Test
  void otherMethodsOfHttpAreNotAllowed() {
    for (String method : new String[] {"GET", "DELETE"}) {
      HttpRequest request =
          door.request("Authorization", "Bearer " + token, "MCP-Protocol-Version", "2026-07-28")
              .method(method, BodyPublishers.noBody())
              .build();
      assertThat(door.send(request).statusCode()).isEqualTo(405);
    }
  }

  @Test
  void closingTheStreamCancelsTheCall() {
    CompletableFuture<ToolResult> work = new CompletableFuture<>();
    AtomicReference<ProgressListener> progress = new AtomicReference<>();
    door.surface.tool(
        "slow",
        call -> {
          progress.set(call.context().client().progress());
          progress.get().onProgress(1, OptionalDouble.empty(), Optional.empty());
          return work;
        });

    try (Events events =
        door.stream(
            request(
                "tools/call",
                "slow",
                params("\"name\": \"slow\", \"_meta\": {\"progressToken\": \"t\"}")))) {
      JsonNode report = events.next();
      assertThat(report.at("/params/progressToken").asText()).isEqualTo("t");
      assertThat(events.lastId).isEmpty();
    }

    await().until(work::isCancelled);
  }

  private static CompletionStage<Optional<RawJson>> ask(SurfaceCall call, String name) {
    return call.context()
        .client()
        .ask(
            new Question(
                Question.Kind.ELICITATION,
                RawJson.parse("{\"message\":\"?\",\"requestedSchema\":{}}"),
                name));
  }

  private void askingTool() {
    door.surface.tool(
        "ask",
        call ->
            ask(call, "")
                .thenCombine(
                    ask(call, "second"),
                    (first, second) ->
                        ToolResult.text(first.orElseThrow() + " " + second.orElseThrow())));
  }

  private static final String YES = "{\"action\":\"accept\",\"content\":{}}";

  private ObjectNode going(JsonNode asked, String responses) {
    return params(
        "\"arguments\": {\"n\": 1}, \"inputResponses\": "
            + responses
            + ", \"requestState\": "
            + asked.path("requestState"));
  }

  private JsonNode asked(String tool) {
    JsonNode asked = json(call(tool, params("\"arguments\": {\"n\": 1}"))).path("result");
    assertThat(asked.path("resultType").asText()).isEqualTo("input_required");
    return asked;
  }

  @Test
  void questionsAreAskedByTheAnswerAndAskedAgainUntilAllAreAnswered() {
    askingTool();
    JsonNode asked = asked("ask");
    assertThat(asked.at("/inputRequests/second/method").asText()).isEqualTo("elicitation/create");

    JsonNode again = json(call("ask", going(asked, "{\"second\": " + YES + "}"))).path("result");
    assertThat(again.path("inputRequests").fieldNames()).toIterable().containsExactly("question-1");
    JsonNode done =
        json(call("ask", going(again, "{\"question-1\": {\"action\":\"decline\"}, \"x\": {}}")));

    assertThat(done.at("/result/content/0/text").asText())
        .isEqualTo("{\"action\":\"decline\"} " + YES);
    assertThat(door.surface.calls).hasSize(1);
  }

  @Test
  void aStateIsForOneClientOneRequestAndOneUse() {
    askingTool();
    JsonNode asked = asked("ask");
    String responses = "{\"second\": " + YES + ", \"question-1\": " + YES + "}";

    token = "b-secret";
    assertInvalid(call("ask", going(asked, responses)));
    token = "a-secret";
    assertInvalid(call("echo", going(asked, responses)));
    String state = asked.path("requestState").asText();
    int sealed = state.indexOf('.') + 1;
    byte[] changed = Base64.getUrlDecoder().decode(state.substring(sealed));
    changed[changed.length - 1] ^= 1;
    String tamperedState =
        state.substring(0, sealed) + Base64.getUrlEncoder().encodeToString(changed);
    for (String other : new String[] {"", "x", "elsewhere.x", tamperedState, state + "A"}) {
      ObjectNode tampered = going(asked, responses);
      tampered.put("requestState", other);
      assertInvalid(call("ask", tampered));
    }
    assertInvalid(call("ask", going(asked, "5")));

    assertThat(json(call("ask", going(asked, responses))).has("result")).isTrue();
    assertInvalid(call("ask", going(asked, responses)));
  }

  @Test
  void aStateDoesNotGoOnWithOtherArguments() {
    askingTool();
    ObjectNode other = going(asked("ask"), "{}");
    other.putObject("arguments").put("n", 2);

    assertInvalid(call("ask", other));
  }

  private static void assertInvalid(HttpResponse<String> response) {
    assertThat(json(response).at("/error/code").asInt()).isEqualTo(-32602);
  }

  @Test
  void anAnswerOfTheWrongFormIsRefused() {
    askingTool();

    HttpResponse<String> refused =
        call("ask", going(asked("ask"), "{\"second\": {\"action\": \"perhaps\"}}"));

    assertThat(json(refused).at("/error/message").asText())
        .isEqualTo(
            "\"inputResponses.second\" must be an object with an \"action\": accept, decline or"
                + " cancel");
  }

  @Test
  void aClientThatCannotBeAskedIsNotAsked() {
    door.surface.tool(
        "ask", call -> ask(call, "").thenApply(answer -> ToolResult.text("" + answer)));

    JsonNode answer =
        json(
            call("ask", params("\"_meta\": {\"io.modelcontextprotocol/clientCapabilities\": {}}")));

    assertThat(answer.at("/result/content/0/text").asText()).isEqualTo("Optional.empty");
  }

  @Test
  void reportsAfterAQuestionGoToTheRoundThatIsOpen() {
    door.surface.tool(
        "ask",
        call ->
            ask(call, "q")
                .thenApply(
                    answer -> {
                      call.context()
                          .client()
                          .progress()
                          .onProgress(9, OptionalDouble.empty(), Optional.empty());
                      return ToolResult.text("done");
                    }));
    ObjectNode going = going(asked("ask"), "{\"q\": " + YES + "}");
    going.put("name", "ask");
    ((ObjectNode) going.get("_meta")).put("progressToken", 77);

    try (Events events = door.stream(request("tools/call", "ask", going))) {
      assertThat(events.next().at("/params/progressToken").asInt()).isEqualTo(77);
      assertThat(events.next().at("/result/content/0/text").asText()).isEqualTo("done");
    }
  }

  @Test
  void logLinesComeToWhoAskedForThem() {
    door.surface.tool(
        "log",
        call -> {
          call.context()
              .client()
              .log(new LogMessage(LogLevel.WARNING, "x", TextNode.valueOf("line")));
          return CompletableFuture.completedFuture(ToolResult.text("done"));
        });

    HttpResponse<String> silent = call("log", params(""));
    HttpResponse<String> loud =
        call("log", params("\"_meta\": {\"io.modelcontextprotocol/logLevel\": \"info\"}"));

    assertThat(silent.body()).doesNotContain("notifications/message");
    assertThat(loud.body()).contains("notifications/message", "line");
    assertInvalid(
        call("log", params("\"_meta\": {\"io.modelcontextprotocol/logLevel\": \"loud\"}")));
  }

  @Test
  void aSubscriptionGetsWhatItAskedForUntilTheGatewayCloses() {
    door.surface.resource("test://a", CompletableFuture.completedFuture("a"));
    Events events =
        door.stream(
            request(
                "subscriptions/listen",
                "",
                params(
                    "\"notifications\": {\"toolsListChanged\": true,"
                        + " \"resourceSubscriptions\": [\"test://a\", \"test://none\"]}")));
    JsonNode acknowledged = events.next();
    assertThat(acknowledged.path("method").asText())
        .isEqualTo("notifications/subscriptions/acknowledged");
    assertThat(acknowledged.at("/params/notifications/resourceSubscriptions/0").asText())
        .isEqualTo("test://a");
    assertThat(acknowledged.at("/params/notifications/resourceSubscriptions")).hasSize(1);

    door.surface.deliver(SurfaceListener::promptsChanged);
    door.surface.deliver(listener -> listener.resourceUpdated("test://a"));
    door.surface.changeTools();

    assertThat(events.next().path("method").asText()).isEqualTo("notifications/resources/updated");
    JsonNode tools = events.next();
    assertThat(tools.path("method").asText()).isEqualTo("notifications/tools/list_changed");
    assertThat(tools.at("/params/_meta").path("io.modelcontextprotocol/subscriptionId").asText())
        .isEqualTo("r");

    CompletableFuture<Void> closed = CompletableFuture.runAsync(door.open::close);
    events.awaitEnd();
    Patience.join(closed);
    assertThat(door.surface.listenerCount()).isZero();
  }

  @Test
  void aSubscriptionEndsWithItsStream() {
    try (Events events =
        door.stream(
            request(
                "subscriptions/listen",
                "",
                params("\"notifications\": {\"toolsListChanged\": true}")))) {
      events.next();
      assertThat(door.surface.listenerCount()).isEqualTo(1);
    }

    await().until(() -> door.surface.listenerCount() == 0);
  }

  @Test
  void onlyRequestsAreTaken() {
    String version = "MCP-Protocol-Version";
    String[] headers = {"Authorization", "Bearer a-secret", version, "2026-07-28"};

    assertThat(
            door.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}", headers).statusCode())
        .isEqualTo(202);
    assertThat(door.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", headers).statusCode())
        .isEqualTo(400);
    assertThat(door.post("[" + DoorFixture.PING + "]", headers).statusCode()).isEqualTo(400);
  }

  @Test
  void aNameThatNoHeaderCanHoldIsEncoded() {
    String name = "größe";
    door.surface.tool(name, call -> CompletableFuture.completedFuture(ToolResult.text("grown")));
    String encoded =
        "=?base64?"
            + Base64.getEncoder().encodeToString(name.getBytes(StandardCharsets.UTF_8))
            + "?=";

    HttpResponse<String> answer =
        door.send(request("tools/call", encoded, params("").put("name", name)));

    assertThat(json(answer).at("/result/content/0/text").asText()).isEqualTo("grown");
  }
}
