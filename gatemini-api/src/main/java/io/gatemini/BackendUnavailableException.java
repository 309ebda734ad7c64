package io.gatemini;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The backend of a tool cannot be called now: not started, ended, given up, or it refused before it
 * did anything. The call has not reached it.
 */
public final class BackendUnavailableException extends GatewayException {
  private static final long serialVersionUID = 1L;

  private final @Nullable Duration retryAfter;

  public BackendUnavailableException(String message) {
    this(message, null, null);
  }

  public BackendUnavailableException(String message, @Nullable Throwable cause) {
    this(message, cause, null);
  }

  /** With the time after which the backend wants to be asked again. */
  public BackendUnavailableException(
      String message, @Nullable Throwable cause, @Nullable Duration retryAfter) {
    super(message, cause);
    this.retryAfter = retryAfter;
  }

  /** When the backend wants to be asked again, if it said so. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}
