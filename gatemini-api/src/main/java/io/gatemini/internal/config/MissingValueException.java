package io.gatemini.internal.config;

/** A variable or a secret that a value refers to is not there; what is written is right. */
final class MissingValueException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  MissingValueException(String message) {
    super(message);
  }
}
