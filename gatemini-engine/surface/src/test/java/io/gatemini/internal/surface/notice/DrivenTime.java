package io.gatemini.internal.surface.notice;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A scheduler whose time is the test's; what is due runs on the thread that lets time pass. */
final class DrivenTime extends ScheduledThreadPoolExecutor {
  private final List<Task> tasks = new ArrayList<>();
  private long now = Long.MAX_VALUE - 1_000; // overflows soon, as System.nanoTime may
  int scheduled;

  DrivenTime() {
    super(1);
  }

  private final class Task extends FutureTask<Void> implements ScheduledFuture<Void> {
    private final long due;

    Task(Runnable work, long due) {
      super(work, null);
      this.due = due;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(due - nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
  }

  synchronized long nanoTime() {
    return now;
  }

  @Override
  public synchronized ScheduledFuture<?> schedule(Runnable work, long delay, TimeUnit unit) {
    Task task = new Task(work, now + unit.toNanos(delay));
    tasks.add(task);
    scheduled++;
    return task;
  }

  /** The number of waiting tasks that were not cancelled. */
  synchronized long waiting() {
    return tasks.stream().filter(task -> !task.isDone()).count();
  }

  void pass(Duration time) {
    long end = nanoTime() + time.toNanos();
    for (Task next = next(end); next != null; next = next(end)) {
      next.run();
    }
    synchronized (this) {
      now = end;
    }
  }

  private synchronized @Nullable Task next(long end) {
    Task next =
        tasks.stream()
            .filter(task -> !task.isDone() && task.due - end <= 0)
            .min(Comparator.naturalOrder())
            .orElse(null);
    if (next != null) {
      tasks.remove(next);
      now = next.due - now > 0 ? next.due : now;
    }
    return next;
  }
}
