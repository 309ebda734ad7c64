package io.gatemini.internal.plugin;

import io.gatemini.internal.async.Guarded;
import java.lang.System.Logger;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * The threads of the gateway or of its host. Logs the exception of a task once, which a host's
 * thread might swallow; a task that cannot be taken is refused with an exception, for any cause.
 */
final class GuardedExecutor implements Executor {
  private static final Logger LOG = System.getLogger(GuardedExecutor.class.getName());

  private final Executor threads;

  GuardedExecutor(Executor threads) {
    this.threads = threads;
  }

  @Override
  public void execute(Runnable task) {
    try {
      threads.execute(() -> Guarded.run(LOG, "a task failed", task));
    } catch (OutOfMemoryError e) {
      // Callers know what to do where work is not taken, and nothing of an Error.
      throw new RejectedExecutionException("no thread could be started", e);
    }
  }
}
