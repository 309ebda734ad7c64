package io.gatemini.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.testing.ServedGateway;
import io.gatemini.testing.TestClient;
import io.gatemini.testing.TestGateway;
import java.lang.management.ManagementFactory;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A refused request of a client is not kept. */
class RefusedRequestsTest {
  private static final int BATCH = 200;
  private static final int WARM_UP = 15;
  private static final int BATCHES = 150;

  /** A pool may have grown to its size meanwhile. */
  private static final int SPARE_THREADS = 24;

  private static final long TOLERANCE_BYTES = 5_000_000;

  @AutoClose
  private final ServedGateway served =
      ServedGateway.of(
          TestGateway.builder()
              .backend(
                  "a",
                  BackendConfig.inProcess()
                      .tool("fine", "Works.", "{}", call -> ToolResult.text("fine")))
              .build());

  private final Random random = new Random(7);
  private int id = 1_000;

  @BeforeEach
  void shakeHands() {
    served.initialize("2025-11-25");
  }

  @Test
  void leaveNothingBehind() {
    int threads = 0;
    long before = 0;

    for (int batch = 0; batch < WARM_UP + BATCHES; batch++) {
      if (batch == WARM_UP) {
        before = liveBytes();
        threads = Thread.activeCount();
      }
      int awaited = 0;
      for (int i = 0; i < BATCH; i++) {
        awaited += send();
      }
      for (int i = 0; i < awaited; i++) {
        JsonNode answer = served.client().next();
        assertThat(answer.has("error") || answer.at("/result/isError").asBoolean())
            .as(answer.toString())
            .isTrue();
        assertThat(answer.toString().length()).isLessThan(20_000);
      }
    }

    long limit = before + TOLERANCE_BYTES;
    await().until(() -> liveBytes() < limit);
    assertThat(Thread.activeCount()).isLessThanOrEqualTo(threads + SPARE_THREADS);
    assertThat(served.ask("ping", "{}").has("result")).isTrue();
  }

  /** One message; returns how many answers there will be. */
  private int send() {
    String next = "" + id++;
    String strange = random.nextInt() + "-" + "s".repeat(random.nextInt(4_000));
    switch (random.nextInt(12)) {
      case 0 -> request(next, "m" + strange, "{}");
      case 1 -> request(next, "no/" + next, "{\"x\":\"" + strange + "\"}");
      case 2 -> request("\"" + next + "x".repeat(2_000) + "\"", "ping", "{}");
      case 3 -> request(next, "tools/call", "{\"name\":\"" + strange + "\",\"arguments\":{}}");
      case 4 -> request(next, "resources/read", "{\"uri\":\"test://" + strange + "\"}");
      case 5 -> request(next, "resources/read", "{\"uri\":\"gatemini://tool/" + strange + "\"}");
      case 6 -> request(next, "prompts/get", "{\"name\":\"" + strange + "\"}");
      case 7 -> request(next, "resources/subscribe", "{\"uri\":\"gatemini://" + strange + "\"}");
      case 8 ->
          request(
              next,
              "tools/call",
              "{\"name\":\"tool_info\",\"_meta\":{\"progressToken\":\""
                  + "t".repeat(1_025)
                  + "\"}}");
      case 9 ->
          request(
              next,
              "tools/call",
              "{\"name\":\"call_tool_chain\",\"arguments\":{\"code\":"
                  + "\"{\\\"tool\\\":\\\"a."
                  + strange
                  + "\\\",\\\"arguments\\\":{}}\"}}");
      case 10 -> {
        served
            .client()
            .send(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":"
                    + "{\"requestId\":\""
                    + strange
                    + "\"}}");
        return 0;
      }
      default -> served.client().send("{\"jsonrpc\":\"2.0\",\"id\":" + strange);
    }
    return 1;
  }

  private void request(String id, String method, String params) {
    served.send(id, method, params);
  }

  private static long liveBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @Test
  void longIdsAreRefusedWithoutThem() {
    served.send("\"" + "x".repeat(JsonRpcMessage.MAX_ID_BYTES - 2) + "\"", "ping", "{}");
    assertThat(served.client().next().has("result")).isTrue();

    served.send("\"" + "x".repeat(JsonRpcMessage.MAX_ID_BYTES - 1) + "\"", "ping", "{}");

    JsonNode refusal = served.client().next();
    assertThat(refusal.get("id").isNull()).isTrue();
    assertThat(refusal.at("/error/code").asInt()).isEqualTo(JsonRpcMessage.INVALID_REQUEST);
    assertThat(refusal.at("/error/message").asText()).contains("1024 bytes");
  }

  @Test
  void longMethodsAreRefusedUnderTheirId() {
    served.send(77, "m".repeat(257), "{}");

    JsonNode refusal = served.client().next();

    assertThat(refusal.get("id").asInt()).isEqualTo(77);
    assertThat(refusal.at("/error/code").asInt()).isEqualTo(JsonRpcMessage.INVALID_REQUEST);
    assertThat(refusal.at("/error/message").asText()).contains("256 characters");
  }

  @Test
  void aLongNameIsNotRepeated() {
    String message =
        served
            .refusal("tools/call", "{\"name\":\"" + "n".repeat(100_000) + "\"}", -32602)
            .get("message")
            .asText();

    assertThat(message).startsWith("Unknown tool: nnn").hasSizeLessThan(300);
  }

  @Test
  void aLongHandshakeIsRefused() {
    try (ServedGateway another = ServedGateway.of(TestGateway.builder().build())) {
      another
          .client()
          .send(
              TestClient.INITIALIZE.replace(
                  "\"capabilities\":{}",
                  "\"capabilities\":{\"x\":\"" + "c".repeat(70_000) + "\"}"));

      JsonNode refusal = another.client().next();

      assertThat(refusal.at("/error/code").asInt()).isEqualTo(JsonRpcMessage.INVALID_PARAMS);
      assertThat(refusal.at("/error/message").asText()).contains("65536 bytes");
      assertThat(another.initialize("2025-11-25").has("serverInfo")).isTrue();
    }
  }
}
