package io.gatemini.internal.async;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Work handed to the threads of a gateway or of its host. A gateway that closes takes none any
 * more, nor does an executor that is full; the caller says what then.
 */
public final class Tasks {
  private Tasks() {}

  /** Runs each task on a daemon thread of its own: for what blocks, or must not wait for others. */
  public static Executor ownThread(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      thread.start();
    };
  }

  /** Whether a thread takes the work. */
  public static boolean tryExecute(Supplier<? extends Executor> executor, Runnable work) {
    try {
      executor.get().execute(work);
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  /** Has work done later; null where nothing is done later any more. */
  public static @Nullable ScheduledFuture<?> trySchedule(
      Supplier<? extends ScheduledExecutorService> scheduler, Duration delay, Runnable work) {
    try {
      // Saturates: a wait may be longer than what a long counts.
      return scheduler
          .get()
          .schedule(work, TimeUnit.NANOSECONDS.convert(delay), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      return null;
    }
  }
}
