package io.gatemini.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ToolResult;
import io.gatemini.content.ResourceContent;
import io.gatemini.internal.peer.OpenRequests;
import io.gatemini.testing.Values;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests under way: their ids, their cancellation and their end. */
class OpenRequestsTest extends WireTest {
  OpenRequestsTest() {
    super(Duration.ofMillis(700));
  }

  @BeforeEach
  void shakeHands() {
    served.client.initialize();
  }

  private void begin(int id, String method) {
    served.send(
        id,
        method,
        switch (method) {
          case "resources/read" -> "{\"uri\":\"test://slow\"}";
          case "prompts/get" -> "{\"name\":\"slow\"}";
          default ->
              "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"greet\"},"
                  + "\"argument\":{\"name\":\"name\",\"value\":\"slow\"}}";
        });
    served.client.ping("it is under way");
  }

  private CompletableFuture<?> future(String method) {
    return switch (method) {
      case "resources/read" -> wire.reading;
      case "prompts/get" -> wire.prompting;
      default -> wire.completing;
    };
  }

  @Values("resources/read | prompts/get | completion/complete")
  void isCancelledWithoutAnAnswer(String method) {
    begin(41, method);

    served.cancel(41);

    await().until(future(method)::isCancelled);
    served.send(41, "prompts/list", "{}");
    assertThat(served.client.next().at("/result/prompts")).isNotEmpty();
  }

  @Values("resources/read | prompts/get | completion/complete")
  void isGivenUpWhenTheClientHasGoneForLong(String method) {
    begin(1, method);

    served.client.hangUp();

    assertThat(served.exposure.closed()).succeedsWithin(Duration.ofSeconds(60));
    assertThat(future(method)).isCancelled();
    assertThat(served.client.nextIsEnd()).isTrue();
  }

  @Test
  void keepsItsIdForItselfWhateverTheMethod() {
    begin(7, "resources/read");

    served.client.call(7, "echo", "{}");
    assertThat(code(served.client.next())).isEqualTo(-32600);
    served.send(7, "tools/list", "{}");
    JsonNode refusal = served.client.next();
    assertThat(code(refusal)).isEqualTo(-32600);
    assertThat(message(refusal)).contains("still in flight");

    wire.reading.complete(new ResourceContent("test://slow", "", "A"));
    assertThat(served.client.next().at("/result/contents/0").toString())
        .isEqualTo("{\"uri\":\"test://slow\",\"text\":\"A\"}");
    served.client.call(7, "echo", "{}");
    assertThat(served.client.next().has("result")).isTrue();
  }

  @Test
  void ofACallKeepsItsIdFromOthers() {
    CompletableFuture<ToolResult> calling = new CompletableFuture<>();
    surface.tool("slow", call -> calling);
    served.client.call(7, "slow", "{}");

    served.send(7, "prompts/list", "{}");

    assertThat(code(served.client.next())).isEqualTo(-32600);
    calling.complete(ToolResult.text("done"));
    assertThat(served.client.next().get("id").asInt()).isEqualTo(7);
  }

  @Test
  void areNoMoreThanSoManyAtATime() {
    for (int i = 0; i < OpenRequests.MAX_OPEN; i++) {
      served.send(100_000 + i, "resources/read", "{\"uri\":\"test://slow\"}");
    }

    JsonNode refusal = served.ask("resources/read", "{\"uri\":\"test://slow\"}");

    assertThat(code(refusal)).isEqualTo(OpenRequests.TOO_MANY);
    assertThat(message(refusal)).contains("wait for their answers");
    wire.reading.complete(new ResourceContent("test://slow", "text/plain", "there"));
    for (int i = 0; i < OpenRequests.MAX_OPEN; i++) {
      assertThat(served.client.next().has("result")).isTrue();
    }
    assertThat(served.ask("resources/read", "{\"uri\":\"test://slow\"}").has("result")).isTrue();
  }
}
