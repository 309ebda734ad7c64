package io.gatemini.internal.async;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.CallTimeoutException;
import io.gatemini.GatewayClosedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class DeadlinesTest {
  @AutoClose("shutdownNow")
  private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);

  private final Deadlines deadlines = new Deadlines(() -> scheduler);

  @Test
  void failsAFutureAtOnceWhereTheGatewayIsClosed() {
    scheduler.shutdownNow();
    CompletableFuture<String> future = new CompletableFuture<>();

    deadlines.watch(future, System.nanoTime(), () -> new CallTimeoutException("never"));

    assertThatThrownBy(future::join).hasCauseInstanceOf(GatewayClosedException.class);
  }

  @Test
  void failsAFutureAtItsDeadlineAndNotBefore() {
    CompletableFuture<String> future = new CompletableFuture<>();
    long started = System.nanoTime();

    watch(future, Duration.ofMillis(100));

    assertThrown(ExecutionException.class, () -> future.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(CallTimeoutException.class);
    assertThat(System.nanoTime() - started).isGreaterThanOrEqualTo(100_000_000L);
  }

  @Test
  void leavesAFutureAloneThatWasCompleted() throws Exception {
    CompletableFuture<String> quick = new CompletableFuture<>();
    CompletableFuture<String> slow = new CompletableFuture<>();
    watch(quick, Duration.ofSeconds(3));
    watch(slow, Duration.ofMillis(3_100));

    quick.complete("done");

    assertThatThrownBy(slow::get).hasCauseInstanceOf(CallTimeoutException.class);
    assertThat(quick.get()).isEqualTo("done");
  }

  @Test
  void stopsTickingWhenNothingIsOpenAndStartsAgain() {
    CompletableFuture<String> first = new CompletableFuture<>();
    watch(first, Duration.ofMinutes(1));
    assertThat(scheduler.getQueue()).hasSize(1);
    first.complete("done");

    scheduler.setRemoveOnCancelPolicy(true);
    await().until(() -> scheduler.getQueue().isEmpty());
    CompletableFuture<String> second = new CompletableFuture<>();
    watch(second, Duration.ofMillis(1));

    assertThatThrownBy(() -> second.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(CallTimeoutException.class);
  }

  @Test
  void watchesManyAtOnce() {
    List<CompletableFuture<String>> futures = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      CompletableFuture<String> future = new CompletableFuture<>();
      watch(future, Duration.ofMillis(i % 2 == 0 ? 10 : 60_000));
      futures.add(future);
    }

    await()
        .until(
            () ->
                futures.stream().filter(CompletableFuture::isCompletedExceptionally).count()
                    == 5_000);

    assertThat(futures.get(1)).isNotDone();
  }

  @Test
  void keepsTheDeadlinesOfAllWhereOneCannotBeTold() {
    CompletableFuture<String> untold = new CompletableFuture<>();
    deadlines.watch(
        untold,
        System.nanoTime(),
        () -> {
          throw new IllegalStateException("no words");
        });
    assertThatThrownBy(() -> untold.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(CallTimeoutException.class);
    CompletableFuture<String> next = new CompletableFuture<>();

    watch(next, Duration.ofMillis(1));

    assertThatThrownBy(() -> next.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(CallTimeoutException.class);
  }

  private void watch(CompletableFuture<?> future, Duration timeout) {
    deadlines.watch(
        future, System.nanoTime() + timeout.toNanos(), () -> new CallTimeoutException("too slow"));
  }
}
