package io.gatemini.internal.plugin;

import io.gatemini.internal.async.Guarded;
import java.lang.System.Logger;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A scheduler of the gateway or its host that logs exceptions of tasks, which the JDK keeps in an
 * unread future, and continues periodic tasks, which the JDK drops.
 */
final class GuardedScheduler extends AbstractExecutorService implements ScheduledExecutorService {
  private static final Logger LOG = System.getLogger(GuardedScheduler.class.getName());

  private final ScheduledExecutorService scheduler;

  GuardedScheduler(ScheduledExecutorService scheduler) {
    this.scheduler = scheduler;
  }

  private static Runnable guarded(Runnable task) {
    return () -> Guarded.run(LOG, "a scheduled task failed", task);
  }

  /** Callers know what to do where work is not taken, and nothing of an Error. */
  private static <T> T taken(Supplier<T> handedOver) {
    try {
      return handedOver.get();
    } catch (OutOfMemoryError e) {
      throw new RejectedExecutionException("no thread could be started", e);
    }
  }

  @Override
  public void execute(Runnable task) {
    schedule(task, 0, TimeUnit.NANOSECONDS);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
    return taken(() -> scheduler.schedule(guarded(task), delay, unit));
  }

  /** Not guarded: what it throws is in the future of its result. */
  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
    return taken(() -> scheduler.schedule(task, delay, unit));
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable task, long initialDelay, long period, TimeUnit unit) {
    return taken(() -> scheduler.scheduleAtFixedRate(guarded(task), initialDelay, period, unit));
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable task, long initialDelay, long delay, TimeUnit unit) {
    return taken(() -> scheduler.scheduleWithFixedDelay(guarded(task), initialDelay, delay, unit));
  }

  @Override
  public void shutdown() {
    scheduler.shutdown();
  }

  @Override
  public List<Runnable> shutdownNow() {
    return scheduler.shutdownNow();
  }

  @Override
  public boolean isShutdown() {
    return scheduler.isShutdown();
  }

  @Override
  public boolean isTerminated() {
    return scheduler.isTerminated();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    return scheduler.awaitTermination(timeout, unit);
  }
}
