package io.gatemini;

/** A call or a chain did not end within its deadline; the work was cancelled. */
public final class CallTimeoutException extends GatewayException {
  private static final long serialVersionUID = 1L;

  public CallTimeoutException(String message) {
    super(message);
  }
}
