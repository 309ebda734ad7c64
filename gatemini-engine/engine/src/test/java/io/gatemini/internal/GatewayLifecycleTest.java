package io.gatemini.internal;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.Gateway;
import io.gatemini.GatewayClosedException;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.TestGateway;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Resources that a gateway starts, leaves alone and ends. */
class GatewayLifecycleTest {
  private static BackendConfig billing() {
    return BackendConfig.inProcess().tool("refund", "Refund an invoice.", "{}", args -> "refunded");
  }

  @Test
  void startsNoThreadBeforeItIsNeededAndLeavesNoneBehind() {
    AtomicInteger inside = new AtomicInteger();
    await().untilAsserted(() -> assertThat(ownThreads()).isEmpty());
    try (Gateway idle = Gateway.builder().build()) {
      assertThat(idle.catalog().tools()).isEmpty();
      assertThat(ownThreads()).isEmpty();
    }
    BackendConfig config =
        BackendConfig.inProcess().tool("t", "T.", "{}", args -> inside.incrementAndGet());
    try (Gateway gateway = TestGateway.ready(Gateway.builder().backend("b", config))) {

      gateway.call("b.t", Map.of());
      gateway.search("t");
    }

    await().untilAsserted(() -> assertThat(ownThreads()).isEmpty());
  }

  @Test
  void leavesTheExecutorOfTheHostAlone() throws Exception {
    await().untilAsserted(() -> assertThat(ownThreads()).isEmpty());
    ExecutorService executor = Executors.newCachedThreadPool();
    try (Gateway gateway =
        Gateway.builder().executor(executor).backend("billing", billing()).build()) {
      assertThat(gateway.call("refund", Map.of("invoice", "1")).isError()).isFalse();
      assertThat(ownThreads()).noneMatch(name -> name.startsWith("gatemini-worker"));
    }

    assertThat(executor.submit(() -> "alive").get()).isEqualTo("alive");
    executor.shutdownNow();
  }

  @Test
  void refusesEverythingOnceItIsClosed() {
    Gateway gateway = Gateway.builder().backend("billing", billing()).build();
    gateway.close();
    gateway.close();

    assertThrown(
        GatewayClosedException.class, () -> gateway.call("refund", Map.of("invoice", "1")));
    assertThrown(GatewayClosedException.class, () -> gateway.search("refund"));
    assertThrown(GatewayClosedException.class, () -> gateway.run("1"));
  }

  @Test
  void failsOpenCallsWhenItCloses() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    BackendConfig hanging =
        BackendConfig.inProcess()
            .tool(
                "hang",
                "Hangs.",
                "{}",
                args -> {
                  entered.countDown();
                  return new CountDownLatch(1).await(1, TimeUnit.HOURS);
                });
    Gateway gateway =
        Gateway.builder()
            .backend("h", hanging)
            .health(health -> health.drainTimeout(Duration.ofMillis(50)))
            .build();
    CompletableFuture<ToolResult> open = gateway.callAsync(ToolCall.of("h.hang", Map.of()));
    assertThat(entered.await(60, TimeUnit.SECONDS)).isTrue();

    gateway.close();

    assertThatThrownBy(() -> open.get(60, TimeUnit.SECONDS)).hasMessageContaining("closed");
  }

  private static List<String> ownThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(Thread::isAlive)
        .map(Thread::getName)
        .filter(name -> name.startsWith("gatemini"))
        .toList();
  }
}
