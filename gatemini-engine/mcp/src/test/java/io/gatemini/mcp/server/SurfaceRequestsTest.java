package io.gatemini.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.peer.Reply;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.testing.TestSurface;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Messages that came by no connection. */
class SurfaceRequestsTest {
  private final CompletableFuture<ToolResult> slow = new CompletableFuture<>();
  private final TestSurface surface =
      new TestSurface()
          .tool("slow", call -> slow)
          .tool(
              "link",
              call ->
                  CompletableFuture.completedFuture(
                      ToolResult.of(
                          RawJson.parse(
                              "{\"content\":[{\"type\":\"resource_link\",\"name\":\"n\","
                                  + "\"uri\":\"test://n\"}]}"))));
  private final SurfaceRequests requests = new SurfaceRequests(surface);
  private final List<JsonNode> answers = new ArrayList<>();

  private void handle(ClientView client, String message) {
    requests.handle(
        JsonRpcMessage.of(message.replace('\'', '"').getBytes(StandardCharsets.UTF_8)),
        client,
        Reply.to(answer -> answers.add(RawJson.wrap(answer).tree())));
  }

  private ClientView client(String version) {
    return TestClientView.of(surface, version);
  }

  @Test
  void listsToolsWithoutAConnection() {
    handle(client("2025-11-25"), "{'jsonrpc':'2.0','id':1,'method':'tools/list'}");

    assertThat(answers).hasSize(1);
    assertThat(answers.get(0).at("/id").asInt()).isEqualTo(1);
    assertThat(answers.get(0).at("/result/tools").findValuesAsText("name"))
        .containsExactly("echo", "slow", "link");
  }

  @Test
  void fitsAnAnswerToTheVersionOfEachClient() {
    String call = "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'link'}}";

    handle(client("2025-11-25"), call);
    handle(client("2025-03-26"), call);

    assertThat(answers)
        .extracting(answer -> answer.at("/result/content/0/type").asText())
        .containsExactly("resource_link", "text");
  }

  @Test
  void cancelsARequestOfTheSameClientOnly() {
    ClientView client = client("2025-11-25");
    String cancelled =
        "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':'a'}}";
    handle(
        client,
        "{'jsonrpc':'2.0','id':'a','method':'tools/call','params':{'name':'slow','arguments':{}}}");

    handle(client("2025-11-25"), cancelled);
    assertThat(slow).isNotDone();
    handle(client, cancelled);

    assertThat(slow).isCancelled();
    assertThat(client.open().isIdle()).isTrue();
    assertThat(answers).isEmpty();
  }

  @Test
  void answersWhatIsNoRequestOnlyWithWhatIsWrong() {
    handle(client("2025-11-25"), "{'jsonrpc':'2.0','id':1,'result':{}}");
    handle(client("2025-11-25"), "{'jsonrpc':'2.0','method':'notifications/unheard-of'}");
    handle(client("2025-11-25"), "{'jsonrpc':'1.0','id':2,'method':'ping'}");
    handle(client("2025-11-25"), "{'jsonrpc':'2.0','id':3,'method':'initialize'}");

    assertThat(answers)
        .extracting(answer -> answer.at("/error/code").asInt())
        .containsExactly(JsonRpcMessage.INVALID_REQUEST, JsonRpcMessage.METHOD_NOT_FOUND);
  }
}
