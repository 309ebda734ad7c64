package io.gatemini.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendState;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.HealthConfig;
import io.gatemini.spi.Json;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A server elsewhere that leaves a call and the ping after it unanswered. */
class SilentServerTest {
  private volatile boolean isSilent;

  @Test
  void isNoticedAfterTheCallAndNotWithTheNextRegularPing() {
    try (TestServer server = new TestServer(this::answer);
        Gateway gateway =
            Gateway.builder()
                .health(
                    HealthConfig.defaults()
                        .interval(Duration.ofHours(1))
                        .suspicionAfter(Duration.ofMillis(100))
                        .suspicionTimeout(Duration.ofMillis(100)))
                .backend("far", BackendConfig.streamableHttp(server.url()))
                .build()) {
      assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
      isSilent = true;

      CompletableFuture<ToolResult> call =
          gateway.callAsync(ToolCall.of("far.wait", RawJson.parse("{}")));

      await().until(() -> state(gateway) == BackendState.UNHEALTHY);
      assertThat(gateway.backends().get(0).reason().orElseThrow())
          .contains("it left a call unanswered for 100 ms, and did not answer a ping");
      call.cancel(true);
    }
  }

  private static BackendState state(Gateway gateway) {
    return gateway.backends().get(0).state();
  }

  private void answer(TestServer.Received request, TestServer.Answer answer) throws Exception {
    if (request.method().equals("GET")) {
      answer.empty("405 Method Not Allowed");
      return;
    }
    JsonNode message =
        request.body().isEmpty()
            ? Json.mapper().createObjectNode()
            : Json.mapper().readTree(request.body());
    String result =
        switch (message.path("method").asText()) {
          case "initialize" ->
              "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
                  + "\"serverInfo\":{\"name\":\"far\",\"version\":\"1\"}}";
          case "tools/list" -> "{\"tools\":[{\"name\":\"wait\"}]}";
          default -> "{}";
        };
    if (!message.has("id")) {
      answer.empty("202 Accepted");
    } else if (isSilent) {
      answer.awaitClose();
    } else {
      answer.json(
          "{\"jsonrpc\":\"2.0\",\"id\":" + message.get("id") + ",\"result\":" + result + "}");
    }
  }
}
