package io.gatemini.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.Json;
import io.gatemini.spi.SecretProvider;
import io.gatemini.testing.TestHttpServer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A token behind a secret reference that changes at its source and at the server. */
class RotatedTokenTest {
  private volatile String stored = "token-number-one";
  private volatile String wanted = stored;

  private final SecretProvider secrets =
      new SecretProvider() {
        @Override
        public String name() {
          return "vault";
        }

        @Override
        public Optional<String> resolve(String reference) {
          return Optional.of(stored);
        }
      };

  @Test
  void isReadAgainOnceAfterEach401() {
    try (TestHttpServer server = new TestHttpServer(this::answer);
        Gateway gateway =
            Gateway.builder()
                .plugin(secrets)
                .backend(
                    "far",
                    BackendConfig.streamableHttp(server.url())
                        .header("Authorization", "Bearer secretref:vault:token"))
                .build()) {
      assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();

      stored = "token-number-two";
      wanted = stored;
      assertThat(gateway.call("far.work", Map.of()).isError()).isFalse();

      wanted = "token-number-three";
      int before = server.received("POST").size();
      assertThatThrownBy(() -> gateway.call("far.work", Map.of()))
          .hasMessageContaining("answered 401 Unauthorized");
      assertThat(server.received("POST")).hasSize(before + 1);
      assertThat(gateway.backends().get(0).restarts()).isZero();
    }
  }

  private void answer(TestHttpServer.Received request, TestHttpServer.Answer answer)
      throws Exception {
    if (request.method().equals("GET")) {
      answer.empty("405 Method Not Allowed");
    } else if (!request.header("Authorization").equals(Optional.of("Bearer " + wanted))) {
      answer.empty("401 Unauthorized");
    } else {
      JsonNode message = Json.mapper().readTree(request.body());
      String result =
          switch (message.path("method").asText()) {
            case "initialize" ->
                "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
                    + "\"serverInfo\":{\"name\":\"far\",\"version\":\"1\"}}";
            case "tools/list" -> "{\"tools\":[{\"name\":\"work\"}]}";
            default -> "{\"content\":[]}";
          };
      if (message.has("id")) {
        answer.json(
            "{\"jsonrpc\":\"2.0\",\"id\":" + message.get("id") + ",\"result\":" + result + "}");
      } else {
        answer.empty("202 Accepted");
      }
    }
  }
}
