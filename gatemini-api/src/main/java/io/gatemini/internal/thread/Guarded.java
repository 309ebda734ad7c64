package io.gatemini.internal.thread;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

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
    } catch (RuntimeException | Error e) {
      log(log, problem, e);
      return false;
    }
  }

  /** Logs what was thrown; where the heap has no room for a log record, as a line on stderr. */
  public static void log(Logger log, String problem, Throwable thrown) {
    try {
      log.log(Level.ERROR, problem, thrown);
    } catch (RuntimeException | Error e) {
      try {
        System.err.println(thrown.getClass().getName());
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
