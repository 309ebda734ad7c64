package io.gatemini.internal.async;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Ends waits that have no gateway's scheduler at hand. The timer of {@link CompletableFuture} would
 * do the same, but its thread never ends and keeps the classes of its first user: an application
 * that was unloaded. This one ends when it is idle.
 */
public final class Timeouts {
  private static final Duration IDLE = Duration.ofSeconds(1);
  private static final ScheduledThreadPoolExecutor TIMER = timer();

  private Timeouts() {}

  private static ScheduledThreadPoolExecutor timer() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, "gatemini-timeouts");
              thread.setDaemon(true);
              return thread;
            });
    timer.setRemoveOnCancelPolicy(true);
    timer.setKeepAliveTime(IDLE.toNanos(), TimeUnit.NANOSECONDS);
    timer.allowCoreThreadTimeOut(true);
    return timer;
  }

  /** Fails the future with a {@link TimeoutException} if it is not done by then; returns it. */
  public static <T> CompletableFuture<T> orTimeout(CompletableFuture<T> future, Duration limit) {
    return ended(future, limit, () -> future.completeExceptionally(new TimeoutException()));
  }

  /** Completes the future if it is not done by then; returns it. */
  public static CompletableFuture<Void> doneOnTimeout(
      CompletableFuture<Void> future, Duration limit) {
    return ended(future, limit, () -> future.complete(null));
  }

  private static <T> CompletableFuture<T> ended(
      CompletableFuture<T> future, Duration limit, Runnable end) {
    if (!future.isDone()) {
      Future<?> timeout = later(limit, end);
      var unused = future.whenComplete((value, failure) -> timeout.cancel(false));
    }
    return future;
  }

  /** Has something short done later. */
  public static Future<?> later(Duration delay, Runnable work) {
    return TIMER.schedule(work, TimeUnit.NANOSECONDS.convert(delay), TimeUnit.NANOSECONDS);
  }
}
