package io.gatemini.server.serve;

import io.gatemini.internal.async.Guarded;
import java.lang.System.Logger;
import java.util.Set;

/**
 * The last handler of an {@link Error} that nothing else has handled: it is logged, and where the
 * server cannot live without the thread that met it, the process ends with a code and a line. A
 * server that is alive and mute would be the worst for its client.
 */
final class LastLine implements Thread.UncaughtExceptionHandler {
  /** {@code EX_SOFTWARE} of sysexits.h: an internal error. */
  static final int EXIT_CODE = 70;

  private static final Logger LOG = System.getLogger(LastLine.class.getName());

  /** How long backends may take to stop before the process ends without them. */
  private static final long STOP_MILLIS = 10_000;

  /** The thread that waits for the client, and those that read and write what it says and hears. */
  private static final Set<String> VITAL =
      Set.of("main", "gatemini-stdio-read", "gatemini-stdio-write");

  @Override
  public void uncaughtException(Thread thread, Throwable problem) {
    if (VITAL.contains(thread.getName())) {
      end(problem);
    }
    Guarded.log(LOG, "thread " + thread.getName() + " ended", problem);
  }

  /** Ends the process, with or without the memory for an orderly end. */
  private static void end(Throwable problem) {
    try {
      Thread watch = new Thread(LastLine::haltLater, "gatemini-last");
      watch.setDaemon(true);
      watch.start();
      print(problem);
      System.exit(EXIT_CODE);
    } finally {
      // Reached only where that failed: an exit does not return.
      Runtime.getRuntime().halt(EXIT_CODE);
    }
  }

  /** Says why the process ends. */
  static void print(Throwable problem) {
    System.err.println("gatemini: ended by " + problem);
  }

  private static void haltLater() {
    try {
      Thread.sleep(STOP_MILLIS);
    } catch (InterruptedException e) {
      // Unreachable: no other code has this thread.
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(EXIT_CODE);
  }
}
