package io.gatemini;

/** There is no prompt of a name. */
public final class UnknownPromptException extends GatewayException {
  private static final long serialVersionUID = 1L;

  public UnknownPromptException(String message) {
    super(message);
  }
}
