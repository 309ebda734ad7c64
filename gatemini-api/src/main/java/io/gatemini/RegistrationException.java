package io.gatemini;

import org.jspecify.annotations.Nullable;

/** A backend could not be registered or removed at run time. */
public final class RegistrationException extends GatewayException {
  private static final long serialVersionUID = 1L;

  public RegistrationException(String message) {
    super(message);
  }

  public RegistrationException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
