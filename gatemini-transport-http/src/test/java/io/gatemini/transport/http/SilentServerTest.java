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
import io.gatemini.config.RetryConfig;
import io.gatemini.spi.Json;
import io.gatemini.testing.TestHttpServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A server elsewhere that leaves a call and the ping after it unanswered. */
class SilentServerTest {
  private volatile boolean isSilent;

  @Test
  void isNoticedAfterTheCallAndNotWithTheNextRegularPing() {
    try (TestHttpServer server = new TestHttpServer(this::answer);
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

  /** The health of the gateway alone would need a minute after the first missed ping. */
  @Test
  void isCalledAgainAsSoonAsItListensAgain() throws Exception {
    TestHttpServer server = new TestHttpServer(this::answer);
    try (Gateway gateway =
        Gateway.builder()
            .health(
                HealthConfig.defaults()
                    .interval(Duration.ofMillis(100))
                    .timeout(Duration.ofMillis(100))
                    .failureThreshold(1)
                    .recoveryMultiplier(600)
                    .restartInitialBackoff(Duration.ofMillis(50)))
            .backend("far", BackendConfig.streamableHttp(server.url()))
            .build()) {
      assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
      int port = server.port();
      server.close();
      await().until(() -> state(gateway) == BackendState.UNHEALTHY);
      assertThat(call(gateway).isError()).isTrue();

      try (TestHttpServer back = new TestHttpServer(port, this::answer)) {
        await().until(() -> !call(gateway).isError());

        assertThat(gateway.backends().get(0).restarts()).isZero();
        assertThat(back.received("POST")).isNotEmpty();
      }
    }
  }

  @Test
  void failsACallToAClosedPortAtOnceAndSaysThatItWasNotMade() {
    TestHttpServer server = new TestHttpServer(this::answer);
    try (Gateway gateway =
        Gateway.builder()
            .health(HealthConfig.defaults().interval(Duration.ofHours(1)))
            .backend(
                "far",
                BackendConfig.streamableHttp(server.url())
                    .retry(
                        RetryConfig.defaults()
                            .initialDelay(Duration.ofMinutes(5))
                            .maxDelay(Duration.ofMinutes(5))))
            .build()) {
      assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
      server.close();

      // The first may still find the connection that was open.
      await()
          .untilAsserted(
              () ->
                  assertThat(call(gateway).text())
                      .contains(
                          "\"far.wait\" was not called: failed to connect to "
                              + server.authority()
                              + ": connection refused"));
    }
  }

  private static ToolResult call(Gateway gateway) throws Exception {
    return gateway
        .callAsync(ToolCall.of("far.wait", RawJson.parse("{}")).withTimeout(Duration.ofMinutes(9)))
        .exceptionally(failure -> ToolResult.error(String.valueOf(failure.getMessage())))
        .get(60, TimeUnit.SECONDS);
  }

  private static BackendState state(Gateway gateway) {
    return gateway.backends().get(0).state();
  }

  private void answer(TestHttpServer.Received request, TestHttpServer.Answer answer)
      throws Exception {
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
