package io.gatemini.internal.backend;

import io.gatemini.internal.async.Failures;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * Logs the failures of a backend: of equal ones in a row the first, then the tenth, the hundredth.
 * Thread-safe.
 */
final class FailureLog {
  private static final Logger LOG = System.getLogger(ManagedBackend.class.getName());

  private final String name;
  private String last = "";
  private int count;

  FailureLog(String name) {
    this.name = name;
  }

  /**
   * Logs a failure, as a warning where it is worth a line.
   *
   * @param expected whether it only waits for a person
   * @param next the decision after it
   */
  void log(String why, boolean expected, String next, @Nullable Throwable unexpected) {
    int times = count(why);
    LOG.log(
        times == 0 ? Level.DEBUG : expected ? Level.INFO : Level.WARNING,
        "backend "
            + name
            + (expected ? ": " : " is down: ")
            + Failures.logged(why)
            + (times > 1 ? " (" + times + " times in a row)" : "")
            + "; "
            + next,
        unexpected);
  }

  /** Counts a failure; how often it has come, where that is worth a line, else 0. */
  synchronized int count(String why) {
    count = why.equals(last) ? count + 1 : 1;
    last = why;
    int power = count;
    while (power % 10 == 0) {
      power /= 10;
    }
    return power == 1 ? count : 0;
  }

  synchronized void clear() {
    last = "";
  }
}
