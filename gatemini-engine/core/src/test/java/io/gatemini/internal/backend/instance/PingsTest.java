package io.gatemini.internal.backend.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.config.BackendConfig;
import io.gatemini.config.HealthConfig;
import io.gatemini.testing.TestContext;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The end of the pings of one instance. */
class PingsTest {
  @AutoClose
  private final TestContext context = TestContext.withoutTimers("it", BackendConfig.of("test"));

  private final AtomicInteger made = new AtomicInteger();
  private final CompletableFuture<Void> answer = new CompletableFuture<>();
  private final Pings pings =
      new Pings(
          "it",
          this::ping,
          HealthConfig::defaults,
          context,
          context.messageMemory(),
          0,
          (missed, failure) -> {});

  private CompletableFuture<Void> ping() {
    made.incrementAndGet();
    return answer;
  }

  @Test
  void leavesNobodyWaitingForAPingThatIsUnderWay() {
    CompletableFuture<Void> next = pings.next();

    pings.end();
    answer.complete(null);

    assertThat(next).isCancelled();
  }

  @Test
  void leavesNobodyWaitingForTheRepeatedPing() {
    CompletableFuture<Void> first = pings.next();
    answer.completeExceptionally(new IllegalStateException("no"));
    CompletableFuture<Void> repeated = pings.next();

    pings.end();

    assertThat(first).isCompletedExceptionally();
    assertThat(repeated).isNotSameAs(first).isCancelled();
    assertThat(made).hasValue(1);
  }

  @Test
  void makesNoneAfterTheEnd() {
    pings.end();

    assertThat(pings.next()).isCancelled();
    assertThat(made).hasValue(0);
  }
}
