package io.gatemini;

/** The gateway was closed. */
public final class GatewayClosedException extends GatewayException {
  private static final long serialVersionUID = 1L;

  public GatewayClosedException(String message) {
    super(message);
  }
}
