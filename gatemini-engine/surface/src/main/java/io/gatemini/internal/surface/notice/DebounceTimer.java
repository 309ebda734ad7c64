package io.gatemini.internal.surface.notice;

import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.Tasks;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The clock and the threads of announcements. Asks for scheduler and executor when it first needs
 * them. Thread-safe.
 */
final class DebounceTimer {
  private static final Logger LOG = System.getLogger(DebounceTimer.class.getName());

  /** When to try again where an executor was too busy to take the work. */
  static final Duration BUSY = Duration.ofSeconds(1);

  private final Supplier<? extends Executor> executor;
  private final Supplier<? extends ScheduledExecutorService> scheduler;
  private final LongSupplier nanoTime;
  private volatile boolean closed;

  /**
   * @param nanoTime in terms of {@link System#nanoTime()}
   */
  DebounceTimer(
      Supplier<? extends Executor> executor,
      Supplier<? extends ScheduledExecutorService> scheduler,
      LongSupplier nanoTime) {
    this.executor = executor;
    this.scheduler = scheduler;
    this.nanoTime = nanoTime;
  }

  long nanoTime() {
    return nanoTime.getAsLong();
  }

  /** Runs work that takes its time, such as notifying a client; false where no thread takes it. */
  boolean tryExecute(Runnable work) {
    return Tasks.tryExecute(executor, work);
  }

  /** Makes an announcement later, unless the gateway has closed by then. It must not block. */
  void schedule(Duration delay, Runnable announcement) {
    if (!closed) {
      var unused = Tasks.trySchedule(scheduler, delay, () -> run(announcement));
    }
  }

  private void run(Runnable announcement) {
    if (!closed) {
      Guarded.run(LOG, "something was not announced", announcement);
    }
  }

  /** Announces nothing more; what is under way may end. */
  void close() {
    closed = true;
  }
}
