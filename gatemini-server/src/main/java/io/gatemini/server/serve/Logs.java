package io.gatemini.server.serve;

import io.gatemini.config.LogThreshold;
import java.lang.System.Logger.Level;
import java.util.Locale;

/**
 * Which log lines the bundled server writes to stderr. The variable {@code GATEMINI_LOG} ({@code
 * debug}, {@code info}, {@code warn}, {@code error}, {@code off}) wins over what a command shows by
 * itself.
 */
public final class Logs {
  private static volatile Level threshold = chosenOr(Level.WARNING);

  private Logs() {}

  /** Enables the lines that a server reports: findings, starts, failures. */
  public static void showInfo() {
    threshold = chosenOr(Level.INFO);
  }

  /** Shows only what is wrong: on the command line the answer is what counts. */
  public static void showWarnings() {
    threshold = chosenOr(Level.WARNING);
  }

  /** Shows what a configuration asks for. */
  static void show(LogThreshold configured) {
    threshold = chosenOr(configured.level());
  }

  static boolean shows(Level level) {
    return level.getSeverity() >= threshold.getSeverity() && threshold != Level.OFF;
  }

  private static Level chosenOr(Level usual) {
    String chosen = System.getenv("GATEMINI_LOG");
    if (chosen == null) {
      return usual;
    }
    for (LogThreshold level : LogThreshold.values()) {
      if (level.name().equals(chosen.toUpperCase(Locale.ROOT))) {
        return level.level();
      }
    }
    return usual;
  }
}
