package io.gatemini.internal.settings;

import io.gatemini.config.ConfigException;

/**
 * A variable, a secret, a file or a plug-in that a value refers to is missing; the rest is right.
 */
final class MissingValueException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  MissingValueException(String message) {
    super(message);
  }

  /** The same problem, known as one of a missing value. */
  static ConfigException of(ConfigException problem) {
    String message = String.valueOf(problem.getMessage());
    return new ConfigException(problem.place(), message, new MissingValueException(message));
  }
}
