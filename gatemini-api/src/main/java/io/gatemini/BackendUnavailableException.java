package io.gatemini;

import io.gatemini.stability.Incubating;
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
  private final boolean lasting;
  private final boolean signIn;

  public BackendUnavailableException(String message) {
    this(message, null, null);
  }

  public BackendUnavailableException(String message, @Nullable Throwable cause) {
    this(message, cause, null);
  }

  /** With the time after which the backend wants to be asked again. */
  public BackendUnavailableException(
      String message, @Nullable Throwable cause, @Nullable Duration retryAfter) {
    this(message, cause, retryAfter, false, false);
  }

  private BackendUnavailableException(
      String message,
      @Nullable Throwable cause,
      @Nullable Duration retryAfter,
      boolean lasting,
      boolean signIn) {
    super(message, cause);
    this.retryAfter = retryAfter;
    this.lasting = lasting;
    this.signIn = signIn;
  }

  /** For a refusal that stands until somebody changes something: a wrong key, a wrong address. */
  public static BackendUnavailableException lasting(String message) {
    return new BackendUnavailableException(message, null, null, true, false);
  }

  /** For a backend that waits for a person to sign in, or to grant it more. */
  @Incubating
  public static BackendUnavailableException signIn(String message) {
    return new BackendUnavailableException(message, null, null, true, true);
  }

  /** Whether a person has to sign in first: {@link Gateway#signIn}. */
  @Incubating
  public boolean needsSignIn() {
    return signIn;
  }

  /** Whether asking again is pointless until somebody changes something. */
  public boolean isLasting() {
    return lasting;
  }

  /** When the backend wants to be asked again, if it said so. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}
