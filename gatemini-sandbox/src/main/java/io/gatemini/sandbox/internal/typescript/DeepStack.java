package io.gatemini.sandbox.internal.typescript;

import io.gatemini.internal.async.Causes;
import io.gatemini.spi.ScriptException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Reads a foreign text with a parser that recurses: on a stack of its own, for a bounded time. */
final class DeepStack {
  private DeepStack() {}

  /**
   * Does the work on a new thread and waits for it.
   *
   * @param abandon given the thread when the wait ends before the work does
   * @throws ScriptException that of the work; or the time is up, or the caller was interrupted
   */
  static <T> T call(Callable<T> work, long stackBytes, Duration limit, Consumer<Thread> abandon) {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(null, task, "gatemini-transpile", stackBytes);
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      abandon.accept(thread);
      Thread.currentThread().interrupt();
      throw new ScriptException("the program was stopped");
    } catch (TimeoutException e) {
      abandon.accept(thread);
      throw new ScriptException(
          "the program cannot be read as TypeScript in "
              + limit.toSeconds()
              + " s; write it in JavaScript");
    } catch (ExecutionException e) {
      throw Causes.unchecked(e);
    }
  }
}
