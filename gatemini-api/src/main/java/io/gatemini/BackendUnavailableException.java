package io.gatemini;

import org.jspecify.annotations.Nullable;

/** The backend of a tool cannot be called now: not started, ended, or given up. */
public final class BackendUnavailableException extends GatewayException {
  private static final long serialVersionUID = 1L;

  public BackendUnavailableException(String message) {
    super(message);
  }

  public BackendUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
