package io.gatemini.sandbox;

/** A transpiler cannot take any text now; another one may. */
final class TranspilerUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TranspilerUnavailableException(String message) {
    super(message);
  }
}
