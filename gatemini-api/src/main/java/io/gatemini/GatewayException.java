package io.gatemini;

import org.jspecify.annotations.Nullable;

/**
 * Something asked of the gateway could not be done. The message is one or two sentences that an
 * agent can act on; it holds no stack trace, secret or path of the host.
 */
public class GatewayException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public GatewayException(String message) {
    this(message, null);
  }

  public GatewayException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
