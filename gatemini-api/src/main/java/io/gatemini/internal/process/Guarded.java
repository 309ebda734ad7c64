package io.gatemini.internal.process;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * One turn of work on a thread that others depend on. Whatever the turn throws, also an {@link
 * Error} of a plug-in or of a heap that is full for a moment, is logged once and ends nothing but
 * the turn.
 */
public final class Guarded {
  private Guarded() {}

  /**
   * Does the work on this thread.
   *
   * @param what the sentence for the log
   * @return whether it threw nothing
   */
  public static boolean run(Logger log, String what, Runnable turn) {
    try {
      turn.run();
      return true;
    } catch (RuntimeException | Error e) {
      log(log, what, e);
      return false;
    }
  }

  /** Logs what was thrown; where not even a log record can be made, with a plain line on stderr. */
  public static void log(Logger log, String what, Throwable problem) {
    try {
      log.log(Level.ERROR, what, problem);
    } catch (RuntimeException | Error e) {
      try {
        System.err.println(problem.getClass().getName());
      } catch (RuntimeException | Error last) {
        // There is nowhere left to say it; the thread must go on all the same.
        return;
      }
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
