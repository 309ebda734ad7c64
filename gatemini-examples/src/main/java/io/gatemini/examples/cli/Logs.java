package io.gatemini.examples.cli;

import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Where the log goes: a line each, to stderr. A {@code -Djava.util.logging.config.file} of the user
 * is left in charge.
 */
public final class Logs {
  private static final String FORMAT = "java.util.logging.SimpleFormatter.format";

  // Loggers are kept by weak references only; a level set on one must not be collected with it.
  private static final Logger GATEMINI = Logger.getLogger("io.gatemini");

  private Logs() {}

  /** Shows what a server should tell: what was found, what started, what failed. */
  public static void showInfo() {
    show(Level.INFO);
  }

  /** Shows only what is wrong: on the command line the answer is what counts. */
  public static void showWarnings() {
    show(Level.WARNING);
  }

  private static void show(Level level) {
    if (System.getProperty("java.util.logging.config.file") == null) {
      if (System.getProperty(FORMAT) == null) {
        System.setProperty(FORMAT, "%1$tT %4$s %5$s%6$s%n");
      }
      GATEMINI.setLevel(level);
    }
  }
}
