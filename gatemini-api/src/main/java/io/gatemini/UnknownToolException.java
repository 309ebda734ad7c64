package io.gatemini;

/** No tool has the name that was asked for; the message names near ones. */
public final class UnknownToolException extends GatewayException {
  private static final long serialVersionUID = 1L;

  public UnknownToolException(String message) {
    super(message);
  }
}
