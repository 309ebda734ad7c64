package io.gatemini.examples.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.TestGateway;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The cost to a neighbour of a backend that holds nearly all the room for messages: nothing. */
@Tag("long")
class HeldRoomTest {
  private static final long IN_FLIGHT = 22_000_000;

  /** A neighbour that waited for its room was killed after 7 s, and after as many again. */
  private static final Duration LONG = Duration.ofSeconds(20);

  /** {@code half} begins an answer and does not end it, {@code slow} takes 12 s for 20 MB. */
  private static final String SERVER =
      """
      answer() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$1" "$2"; }
      text() { printf '{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"' "$1"; }
      while IFS= read -r line; do
        id=${line#*'"id":'}
        id=${id%%[,\\}]*}
        case $line in
          *'"initialize"'*) answer "$id" '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},\
      "serverInfo":{"name":"shell","version":"1"}}' ;;
          *'"tools/list"'*) answer "$id" '{"tools":[{"name":"half"},{"name":"slow"},{"name":"small"},{"name":"large"}]}' ;;
          *'"half"'*) text "$id"; head -c 20000000 /dev/zero | tr '\\0' x; sleep 1000 ;;
          *'"slow"'*) text "$id"; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do \
      head -c 1000000 /dev/zero | tr '\\0' x; sleep 0.6; done; printf '"}]}}\\n' ;;
          *'"small"'*) text "$id"; head -c 500000 /dev/zero | tr '\\0' x; printf '"}]}}\\n' ;;
          *'"large"'*) text "$id"; head -c 4000000 /dev/zero | tr '\\0' x; printf '"}]}}\\n' ;;
          *'"id":'*) answer "$id" '{}' ;;
        esac
      done
      """;

  private static BackendConfig shell() {
    return BackendConfig.stdio("sh", "-c", SERVER);
  }

  @Test
  void anEventThatNeverEndsHarmsNobodyElse() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/mcp", exchange -> serve(exchange, end));
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/mcp";
    try (Gateway gateway =
        Gateway.builder()
            .maxInFlightBytes(IN_FLIGHT)
            .backend("holder", BackendConfig.streamableHttp(url))
            .backend("neighbour", shell())
            .build()) {
      await().until(() -> gateway.stats().inFlight().bytes() >= 20_000_000);

      neighbourIsUnharmed(gateway);
    } finally {
      end.countDown();
      server.stop(0);
    }
  }

  @Test
  void aLineThatNeverEndsHarmsNobodyElse() throws Exception {
    try (Gateway gateway =
        TestGateway.ready(
            Gateway.builder()
                .maxInFlightBytes(IN_FLIGHT)
                .health(health -> health.restartInitialBackoff(Duration.ofMillis(1)))
                .backend("holder", shell())
                .backend("neighbour", shell()))) {

      call(gateway, "holder.half");
      await().until(() -> gateway.stats().inFlight().bytes() >= 20_000_000);

      neighbourIsUnharmed(gateway);
    }
  }

  @Test
  void aSlowLargeAnswerIsDeliveredBesideSmallerOnes() throws Exception {
    try (Gateway gateway =
        TestGateway.ready(
            Gateway.builder()
                .maxInFlightBytes(IN_FLIGHT)
                .backend("holder", shell())
                .backend("neighbour", shell()))) {

      CompletableFuture<ToolResult> slow = call(gateway, "holder.slow");
      while (!slow.isDone()) {
        assertThat(call(gateway, "neighbour.small").get(60, TimeUnit.SECONDS).text())
            .hasSize(500_000);
      }

      assertThat(slow.join().text()).hasSize(20_000_000);
      assertThat(gateway.backends()).extracting(BackendStatus::restarts).containsOnly(0);
    }
  }

  /**
   * Large answers, for which the holder has to give way, and smaller ones, each within its time.
   */
  private static void neighbourIsUnharmed(Gateway gateway) throws Exception {
    long until = System.nanoTime() + LONG.toNanos();
    for (int i = 0; System.nanoTime() < until; i++) {
      boolean large = i % 2 == 0;
      assertThat(call(gateway, large ? "neighbour.large" : "neighbour.small").get().text())
          .hasSize(large ? 4_000_000 : 500_000);
      if (i % 10 == 0) {
        call(gateway, "holder.half").whenComplete((result, failure) -> {});
      }
    }
    assertThat(gateway.backends())
        .filteredOn(backend -> backend.name().equals("neighbour"))
        .extracting(BackendStatus::restarts)
        .containsExactly(0);
  }

  private static CompletableFuture<ToolResult> call(Gateway gateway, String tool) {
    return gateway.callAsync(ToolCall.of(tool, RawJson.parse("{}")));
  }

  private static void serve(HttpExchange exchange, CountDownLatch end) throws IOException {
    try (exchange) {
      String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      boolean stream = exchange.getRequestMethod().equals("GET");
      exchange
          .getResponseHeaders()
          .add("Content-Type", stream ? "text/event-stream" : "application/json");
      if (stream) {
        exchange.sendResponseHeaders(200, 0);
        OutputStream out = exchange.getResponseBody();
        out.write("data: ".getBytes(StandardCharsets.UTF_8));
        byte[] part = new byte[1_000_000];
        for (int i = 0; i < 20; i++) {
          out.write(part);
        }
        out.flush();
        end.await();
      } else if (!request.contains("\"id\":")) {
        exchange.sendResponseHeaders(202, -1);
      } else {
        String id = request.replaceFirst("(?s).*\"id\":(\\d+).*", "$1");
        String result =
            request.contains("\"initialize\"")
                ? "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                    + "\"serverInfo\":{\"name\":\"holder\",\"version\":\"1\"}}"
                : request.contains("\"tools/list\"") ? "{\"tools\":[{\"name\":\"half\"}]}" : "{}";
        byte[] body =
            ("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}")
                .getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
