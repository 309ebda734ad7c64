package io.gatemini.config;

import java.util.Locale;

/**
 * The reaction to a call, by a program or a chain, of a tool that has no output schema and whose
 * response its session has not seen: who does not know the shape of an answer guesses it.
 */
public enum InspectionGuard {
  /** Nothing. */
  OFF,
  /** The call is made, and its answer says so. */
  WARN,
  /** The call is refused. */
  ENFORCE;

  /** The value as configurations write it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
