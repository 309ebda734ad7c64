package io.gatemini.config;

import io.gatemini.stability.Incubating;
import java.util.Locale;

/**
 * The reaction to a call, by a program or a chain, of a tool whose details or response its session
 * has not seen: who does not know a tool guesses its parameters, and the shape of its answer.
 */
@Incubating
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
