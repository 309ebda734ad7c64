package io.gatemini;

import org.jspecify.annotations.Nullable;

/** A backend was reached and answered with a protocol error, or went away during the call. */
public final class BackendCallException extends GatewayException {
  private static final long serialVersionUID = 1L;

  public BackendCallException(String message) {
    super(message);
  }

  public BackendCallException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
