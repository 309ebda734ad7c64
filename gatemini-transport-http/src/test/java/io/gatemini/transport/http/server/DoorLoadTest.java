package io.gatemini.transport.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.testing.Patience;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many clients at once: nothing is lost, nothing is crossed, and nothing stays. */
@Tag("long")
class DoorLoadTest {
  private static final int CLIENTS = 256;
  private static final int CALLS = 50_000;

  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void everyClientGetsItsOwnAnswers() {
    try (DoorFixture door = new DoorFixture("{\"session_timeout\": \"20s\"}")) {
      // Both sides pool buffers for as many connections.
      round(door, CLIENTS, 5_000);
      await().until(() -> door.surface.listenerCount() == 0);
      long before = usedBytes();

      round(door, CLIENTS, CALLS);

      await().until(() -> door.surface.listenerCount() == 0);
      assertThat(usedBytes()).isLessThan(before + before / 10);
    }
  }

  @Test
  void idleSessionsGiveWayAndCostLittle() {
    try (DoorFixture door = new DoorFixture("{\"max_sessions\": 10000}")) {
      List<String> sessions = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        sessions.add(door.session("2025-11-25"));
      }
      long before = usedBytes();
      for (int i = 1_000; i < 10_100; i++) {
        sessions.add(door.session("2025-11-25"));
      }

      assertThat(door.surface.listenerCount()).isEqualTo(10_000);
      assertThat((usedBytes() - before) / 9_000).as("bytes of a session").isLessThan(16 << 10);
      assertThat(door.post(DoorFixture.PING, "Mcp-Session-Id", sessions.get(0)).statusCode())
          .isEqualTo(404);
      assertThat(door.post(DoorFixture.PING, "Mcp-Session-Id", sessions.get(10_099)).statusCode())
          .isEqualTo(200);
    }
  }

  private void round(DoorFixture door, int clients, int calls) {
    List<String> sessions = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      sessions.add(i % 2 == 0 ? door.session("2025-11-25") : "");
    }
    AtomicInteger next = new AtomicInteger();
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (String session : sessions) {
      all.add(call(door, session, next, calls));
    }
    all.forEach(Patience::join);
    assertThat(door.surface.calls).hasSize(calls);
    door.surface.calls.clear();
  }

  /** Calls one after the other until all calls of all clients are made. */
  private CompletableFuture<Void> call(
      DoorFixture door, String session, AtomicInteger next, int calls) {
    int number = next.incrementAndGet();
    if (number > calls) {
      return CompletableFuture.completedFuture(null);
    }
    var request =
        session.isEmpty()
            ? door.request(
                "MCP-Protocol-Version",
                "2026-07-28",
                "Mcp-Method",
                "tools/call",
                "Mcp-Name",
                "echo")
            : door.request("Mcp-Session-Id", session);
    String meta =
        session.isEmpty()
            ? ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}"
            : "";
    // All clients use the same ids.
    String body =
        """
        {"jsonrpc":"2.0","id":1,"method":"tools/call",\
        "params":{"name":"echo","arguments":{"n":%d}%s}}"""
            .formatted(number, meta);
    return http.sendAsync(
            request.POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString())
        .thenCompose(
            answer -> {
              assertThat(answer.body()).contains("{\\\"n\\\":" + number + "}");
              return call(door, session, next, calls);
            });
  }

  private static long usedBytes() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < 5; i++) {
      System.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
