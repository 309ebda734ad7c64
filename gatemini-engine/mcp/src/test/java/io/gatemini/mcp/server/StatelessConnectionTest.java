package io.gatemini.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ClientChannel.Question;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.testing.TestSurface;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Requests over a pipe that need no handshake, beside those that do (specification 2026-07-28). */
class StatelessConnectionTest extends ServedTest {
  private final CompletableFuture<ToolResult> slow = new CompletableFuture<>();

  StatelessConnectionTest() {
    super(new TestSurface());
    surface
        .tool("slow", call -> slow)
        .tool(
            "ask",
            call ->
                call.context()
                    .client()
                    .ask(
                        new Question(
                            Question.Kind.ELICITATION,
                            RawJson.parse("{\"message\":\"?\",\"requestedSchema\":{}}"),
                            "q"))
                    .thenApply(answer -> ToolResult.text(answer.orElseThrow().toString())));
  }

  private void send(String id, String method, String members) {
    String meta =
        "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"modern\",\"version\":\"3\"},"
            + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}}}";
    client.send(
        "{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"method\":\"%s\",\"params\":{%s%s}}"
            .formatted(id, method, members.isEmpty() ? "" : members + ",", meta));
  }

  @Test
  void bothErasShareAConnection() {
    send("d", "server/discover", "");
    JsonNode discovered = client.answer("d").path("result");
    assertThat(discovered.path("supportedVersions").get(0).asText()).isEqualTo("2026-07-28");
    assertThat(discovered.at("/capabilities/tools/listChanged").asBoolean()).isTrue();
    assertThat(discovered.path("instructions").asText()).isEqualTo("Search first.");

    send("c", "tools/call", "\"name\":\"echo\",\"arguments\":{\"n\":1}");
    assertThat(client.answer("c").at("/result/resultType").asText()).isEqualTo("complete");
    client.initialize();
    client.call(2, "echo", "{\"n\":2}");
    JsonNode legacy = client.answer(2).path("result");
    assertThat(legacy.has("resultType")).isFalse();

    assertThat(surface.calls.get(0).context().session().clientName()).contains("modern");
    assertThat(surface.calls).hasSize(2);
  }

  @Test
  void methodsOfAConnectionAreUnknown() {
    for (String method :
        new String[] {"initialize", "ping", "logging/setLevel", "resources/subscribe", "x"}) {
      send(method, method, "");
      assertThat(client.answer(method).at("/error/code").asInt()).as(method).isEqualTo(-32601);
    }
  }

  @Test
  void anUnknownVersionIsAnsweredWithTheKnownOnes() {
    client.send(
        """
        {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":\
        {"io.modelcontextprotocol/protocolVersion":"2030-01-01"}}}""");

    JsonNode error = client.answer(1).path("error");
    assertThat(error.path("code").asInt()).isEqualTo(-32022);
    assertThat(error.at("/data/requested").asText()).isEqualTo("2030-01-01");
    assertThat(error.at("/data/supported")).hasSize(5);
  }

  @Test
  void aRequestIsCancelledByItsId() {
    send("s", "tools/call", "\"name\":\"slow\"");
    await().until(() -> !surface.calls.isEmpty());

    client.send(
        """
        {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"s"}}""");

    await().until(slow::isCancelled);
    send("e", "tools/call", "\"name\":\"echo\"");
    assertThat(client.next().path("id").asText()).isEqualTo("e");
  }

  @Test
  void aQuestionIsAnsweredByTheNextRequest() {
    send("a", "tools/call", "\"name\":\"ask\"");
    JsonNode asked = client.answer("a").path("result");
    assertThat(asked.at("/inputRequests/q/method").asText()).isEqualTo("elicitation/create");

    send(
        "b",
        "tools/call",
        "\"name\":\"ask\",\"inputResponses\":{\"q\":{\"action\":\"decline\"}},\"requestState\":"
            + asked.path("requestState"));

    assertThat(client.answer("b").at("/result/content/0/text").asText())
        .isEqualTo("{\"action\":\"decline\"}");
  }

  @Test
  void aSubscriptionIsCancelledWhenTheServerLeaves() {
    send("n", "subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true}");
    assertThat(client.next().path("method").asText())
        .isEqualTo("notifications/subscriptions/acknowledged");

    CompletableFuture<Void> closed = CompletableFuture.runAsync(served.exposure::close);

    assertThat(client.next().at("/params/requestId").asText()).isEqualTo("n");
    assertThat(client.nextIsEnd()).isTrue();
    closed.join();
    assertThat(surface.listenerCount()).isZero();
  }

  @Test
  void aClientThatHangsUpEndsItsSubscriptions() {
    send("n", "subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true}");
    client.next();

    client.hangUp();

    await().until(() -> surface.listenerCount() == 0);
    await().until(() -> surface.disconnected.size() == 1);
  }
}
