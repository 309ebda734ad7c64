package io.gatemini;

/** There is no backend of this name; the message names near ones. */
public final class UnknownBackendException extends GatewayException {
  private static final long serialVersionUID = 1L;

  public UnknownBackendException(String message) {
    super(message);
  }
}
