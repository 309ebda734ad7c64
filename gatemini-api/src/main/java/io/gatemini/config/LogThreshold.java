package io.gatemini.config;

import io.gatemini.stability.Incubating;
import java.lang.System.Logger.Level;

/** The least severe lines of a log that are written. */
@Incubating
public enum LogThreshold {
  TRACE(Level.TRACE),
  DEBUG(Level.DEBUG),
  INFO(Level.INFO),
  WARN(Level.WARNING),
  /** The same as {@link #WARN}. */
  WARNING(Level.WARNING),
  ERROR(Level.ERROR),
  OFF(Level.OFF);

  private final Level level;

  LogThreshold(Level level) {
    this.level = level;
  }

  /** The same in the words of the Java platform. */
  public Level level() {
    return level;
  }
}
