package io.gatemini.internal.surface.notice;

import io.gatemini.internal.async.Tasks;
import io.gatemini.internal.thread.Guarded;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes announcements when they are due, one after the other, with one timer for all. Nothing is
 * scheduled while nothing waits; scheduler and executor are not asked for before that. Looking may
 * take a moment where there is much to look at, so it is the executor that does it. Thread-safe.
 */
final class DebounceTimer {
  private static final Logger LOG = System.getLogger(DebounceTimer.class.getName());

  /** When to try again where an executor was too busy to take the work. */
  static final Duration BUSY = Duration.ofSeconds(1);

  private final Supplier<? extends Executor> executor;
  private final Supplier<? extends ScheduledExecutorService> scheduler;
  private final LongSupplier nanoTime;
  private final Queue<Debounced> waiting = new ConcurrentLinkedQueue<>();
  private @Nullable ScheduledFuture<?> alarm;
  private long alarmNanos;
  private boolean working;
  private boolean closed;

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

  /** Runs work that takes its time, such as telling a client; false where no thread takes it. */
  boolean tryExecute(Runnable work) {
    return Tasks.tryExecute(executor, work);
  }

  /** Takes what is to be announced when it is due. */
  void add(Debounced announcement) {
    waiting.add(announcement);
    synchronized (this) {
      // Who works looks for what waits when it has finished.
      if (!working) {
        wakeAt(announcement.dueNanos());
      }
    }
  }

  private synchronized void wakeAt(long due) {
    if (closed || (alarm != null && alarmNanos - due <= 0)) {
      return;
    }
    if (alarm != null) {
      alarm.cancel(false);
      alarm = null;
    }
    alarmNanos = due;
    alarm =
        Tasks.trySchedule(scheduler, Duration.ofNanos(Math.max(0, due - nanoTime())), this::wake);
    closed = alarm == null; // The gateway is closing, and its listeners with it.
  }

  private void wake() {
    synchronized (this) {
      if (closed || working) {
        return;
      }
      alarm = null;
      working = true;
    }
    if (!tryExecute(this::work)) {
      finished(nanoTime() + BUSY.toNanos());
    }
  }

  private void work() {
    try {
      long now = nanoTime();
      for (Iterator<Debounced> it = waiting.iterator(); it.hasNext(); ) {
        Debounced next = it.next();
        if (next.dueNanos() - now <= 0) {
          it.remove();
          Guarded.run(LOG, "something was not announced", next::announce);
        }
      }
    } finally {
      finished(nanoTime());
    }
  }

  /**
   * @param earliest when work may be done again
   */
  private synchronized void finished(long earliest) {
    working = false;
    boolean any = false;
    long due = 0;
    for (Debounced left : waiting) {
      if (!any || left.dueNanos() - due < 0) {
        due = left.dueNanos();
        any = true;
      }
    }
    if (any) {
      wakeAt(due - earliest < 0 ? earliest : due);
    }
  }

  /** Announces nothing more; what is under way may end. */
  synchronized void close() {
    closed = true;
    waiting.clear();
    if (alarm != null) {
      alarm.cancel(false);
      alarm = null;
    }
  }
}
