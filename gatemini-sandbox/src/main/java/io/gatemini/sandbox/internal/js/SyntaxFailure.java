package io.gatemini.sandbox.internal.js;

import java.util.OptionalInt;

/** A program that is none; the message is for its author. */
final class SyntaxFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient OptionalInt line;

  SyntaxFailure(String message, OptionalInt line) {
    super(message, null, false, false);
    this.line = line;
  }

  OptionalInt line() {
    return line;
  }
}
