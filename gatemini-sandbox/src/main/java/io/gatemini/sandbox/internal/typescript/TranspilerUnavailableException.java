package io.gatemini.sandbox.internal.typescript;

/** A transpiler cannot take any text now; another one may. */
public final class TranspilerUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TranspilerUnavailableException(String message) {
    super(message);
  }
}
