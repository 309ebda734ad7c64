package io.gatemini.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.content.ResourceContent;
import io.gatemini.spi.LogLevel;
import io.gatemini.spi.SurfaceListener;
import io.gatemini.spi.SurfaceListener.LogMessage;
import io.gatemini.testing.TestClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Notifications that a client receives. */
class ClientNewsTest extends WireTest {
  private void everything(SurfaceListener listener) {
    listener.toolsChanged();
    listener.resourcesChanged();
    listener.promptsChanged();
    listener.resourceUpdated("test://a");
    listener.logged(
        new LogMessage(
            LogLevel.NOTICE,
            "gatemini.backend",
            JsonNodeFactory.instance.objectNode().put("text", "é")));
  }

  @Test
  void reachesTheClientInItsOrder() {
    served.client.initialize();
    served.client.ping("initialized has been read");

    surface.deliver(this::everything);

    assertThat(IntStream.range(0, 5).mapToObj(i -> served.client.next().toString()))
        .containsExactly(
            notification("tools/list_changed", "{}"),
            notification("resources/list_changed", "{}"),
            notification("prompts/list_changed", "{}"),
            notification("resources/updated", "{\"uri\":\"test://a\"}"),
            notification(
                "message",
                "{\"level\":\"notice\",\"logger\":\"gatemini.backend\",\"data\":{\"text\":\"é\"}}"));
  }

  private static String notification(String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/"
        + method
        + "\",\"params\":"
        + params
        + "}";
  }

  @Test
  void waitsForTheHandshakeAndEndsWithTheDrain() {
    surface.deliver(this::everything);
    served.client.send(TestClient.INITIALIZE);
    assertThat(served.client.next().has("result")).isTrue();
    surface.deliver(this::everything);
    served.client.send(TestClient.INITIALIZED);
    served.send(1, "resources/read", "{\"uri\":\"test://slow\"}");
    assertThat(served.client.ping("p").get("id").asText()).isEqualTo("p");

    CompletableFuture<Void> closing = CompletableFuture.runAsync(served::close);
    await().until(() -> code(served.ask("prompts/list", "")) == -32600);
    surface.deliver(this::everything);
    wire.reading.complete(new ResourceContent("test://slow", "text/plain", "late"));

    assertThat(served.client.next().at("/result/contents/0/text").asText()).isEqualTo("late");
    assertThat(served.client.nextIsEnd()).isTrue();
    assertThat(closing).succeedsWithin(Duration.ofSeconds(60));
  }

  @Test
  void leavesOutWhatCannotBeWritten() {
    served.client.initialize();
    served.client.ping("initialized has been read");

    surface.deliver(
        listener -> {
          listener.logged(
              new LogMessage(
                  LogLevel.ERROR, "x", JsonNodeFactory.instance.pojoNode(new Object() {})));
          listener.promptsChanged();
        });

    assertThat(served.client.next().get("method").asText())
        .isEqualTo("notifications/prompts/list_changed");
  }
}
