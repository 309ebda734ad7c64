package io.gatemini;

/** There is no resource under an address. */
public class UnknownResourceException extends GatewayException {
  private static final long serialVersionUID = 1L;

  public UnknownResourceException(String message) {
    super(message);
  }
}
