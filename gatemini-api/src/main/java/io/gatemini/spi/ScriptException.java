package io.gatemini.spi;

import io.gatemini.GatewayException;

/** A program failed or was stopped; the message is for the author of the program. */
public final class ScriptException extends GatewayException {
  private static final long serialVersionUID = 1L;

  public ScriptException(String message) {
    super(message);
  }
}
