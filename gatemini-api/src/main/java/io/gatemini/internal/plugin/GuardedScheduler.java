package io.gatemini.internal.plugin;

import io.gatemini.internal.thread.Guarded;
import java.lang.System.Logger;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * A scheduler that logs what its tasks throw, where the JDK's keeps it in a future that nobody
 * reads, and that goes on with periodic tasks, where the JDK's drops them for good.
 */
final class GuardedScheduler extends ScheduledThreadPoolExecutor {
  private static final Logger LOG = System.getLogger(GuardedScheduler.class.getName());

  GuardedScheduler(ThreadFactory threads) {
    super(1, threads);
  }

  private static Runnable guarded(Runnable task) {
    return () -> Guarded.run(LOG, "a scheduled task failed", task);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
    return super.schedule(guarded(task), delay, unit);
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable task, long initialDelay, long period, TimeUnit unit) {
    return super.scheduleAtFixedRate(guarded(task), initialDelay, period, unit);
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable task, long initialDelay, long delay, TimeUnit unit) {
    return super.scheduleWithFixedDelay(guarded(task), initialDelay, delay, unit);
  }
}
