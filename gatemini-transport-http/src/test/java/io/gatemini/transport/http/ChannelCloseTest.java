package io.gatemini.transport.http;

import static io.gatemini.transport.http.ChannelFixture.CALL;
import static io.gatemini.transport.http.ChannelFixture.INITIALIZE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.testing.TestHttpServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ChannelCloseTest {
  private final CountDownLatch calls = new CountDownLatch(1);
  private volatile boolean answersDelete = true;

  @AutoClose
  private final TestHttpServer server =
      new TestHttpServer(
          (request, answer) -> {
            if (request.method().equals("GET")) {
              answer.stream();
              answer.awaitClose();
            } else if (request.body().equals(INITIALIZE)) {
              answer.json("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", "Mcp-Session-Id: s-1");
            } else if (request.body().equals(CALL)) {
              calls.countDown();
              answer.awaitClose();
            } else if (request.method().equals("DELETE") && !answersDelete) {
              answer.awaitClose();
            } else {
              answer.empty("202 Accepted");
            }
          });

  @Test
  void endsTheSessionAndFailsOpenCallsAndLeavesNoThread() throws Exception {
    ChannelFixture client = new ChannelFixture(server.url());
    client.handshake();
    CompletableFuture<Void> call = client.send(CALL);
    assertThat(calls.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(ownThreads()).isNotEmpty().allMatch(Thread::isDaemon);

    client.close();
    client.close();

    await()
        .untilAsserted(
            () ->
                assertThat(ownThreads())
                    .filteredOn(thread -> !thread.getName().endsWith("-close"))
                    .isEmpty());
    assertThat(client.endings).containsExactly("the backend was stopped");
    assertThat(server.received("DELETE")).hasSize(1);
    assertThat(server.received("DELETE").get(0).header("Mcp-Session-Id")).contains("s-1");
    assertThatThrownBy(call::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(BackendCallException.class);
    assertThat(client.failure(CALL)).isInstanceOf(BackendUnavailableException.class);
  }

  @Test
  void doesNotWaitForAServerThatIgnoresTheEndOfTheSession() throws Exception {
    answersDelete = false;
    ChannelFixture client = new ChannelFixture(server.url());
    client.handshake();
    long before = System.nanoTime();

    client.close();

    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(4));
    assertThat(client.endings).hasSize(1);
  }

  @Test
  void asksNothingOfAServerWithoutASession() throws Exception {
    ChannelFixture client = new ChannelFixture(server.url());

    client.close();

    assertThat(server.received()).isEmpty();
    assertThat(client.endings).hasSize(1);
  }

  private static List<Thread> ownThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("gatemini-http-"))
        .toList();
  }
}
