package io.gatemini;

/** An argument is missing, of the wrong type or out of its bounds; the message names it. */
public final class InvalidArgumentsException extends GatewayException {
  private static final long serialVersionUID = 1L;

  public InvalidArgumentsException(String message) {
    super(message);
  }

  public InvalidArgumentsException(String message, Throwable cause) {
    super(message, cause);
  }
}
