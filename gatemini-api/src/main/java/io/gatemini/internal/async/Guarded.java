package io.gatemini.internal.async;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs work that must not end the thread it runs on, nor what comes after it. Whatever it throws,
 * also an {@link Error} of a plug-in that lacks a class or of a heap that is full for a moment, is
 * logged once and ends nothing else.
 */
public final class Guarded {
  private Guarded() {}

  /**
   * Does the work on this thread.
   *
   * @param problem the sentence for the log where it fails
   * @return whether it threw nothing
   */
  public static boolean run(Logger log, String problem, Runnable work) {
    try {
      work.run();
      return true;
    } catch (RuntimeException | Error e) { // what comes after it must not end with it
      log(log, problem, e);
      return false;
    }
  }

  /** Does a step of work that others wait for; what it throws goes to them. */
  public static void orFail(Runnable step, Consumer<Throwable> failed) {
    try {
      step.run();
    } catch (RuntimeException | Error e) { // the edge of a thread: the failure is lost otherwise
      failed.accept(e);
    }
  }

  /** The value that others wait for; what is thrown instead of it becomes a value too. */
  public static <T extends @Nullable Object> T valueOr(
      Supplier<? extends T> work, Function<Throwable, ? extends T> failed) {
    try {
      return work.get();
    } catch (RuntimeException | Error e) { // any failure has to reach the waiting caller
      return failed.apply(e);
    }
  }

  /** Logs what was thrown; where the heap has no room for a log record, as a line on stderr. */
  public static void log(Logger log, String problem, Throwable thrown) {
    try {
      log.log(Level.ERROR, problem, thrown);
    } catch (RuntimeException | Error e) { // a full heap, or a handler of the host's
      // Nothing is made for it: the name is there already.
      System.err.println(thrown.getClass().getName());
    }
  }

  /**
   * Starts a daemon thread; where the system has no room for another one, the work is done on this
   * thread, which waits for it: it ends something that must not be left behind.
   */
  public static void startOrRun(Logger log, String threadName, Runnable work) {
    try {
      Thread thread = new Thread(() -> run(log, threadName + " failed", work), threadName);
      thread.setDaemon(true);
      thread.start();
    } catch (OutOfMemoryError e) {
      log(log, threadName + " could not be started", e);
      run(log, threadName + " failed", work);
    }
  }
}
