package io.gatemini;

/** A policy or a limit refused a call before it reached its backend. */
public final class CallRefusedException extends GatewayException {
  private static final long serialVersionUID = 1L;

  public CallRefusedException(String message) {
    super(message);
  }
}
