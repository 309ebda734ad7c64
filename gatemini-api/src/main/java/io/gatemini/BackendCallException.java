package io.gatemini;

import org.jspecify.annotations.Nullable;

/**
 * A backend was reached and answered with a protocol error, or went away during the call. In the
 * second case it is unknown whether the call was carried out.
 */
public final class BackendCallException extends GatewayException {
  private static final long serialVersionUID = 1L;

  private final boolean answer;

  /** The connection was lost, or the backend went away, after the call was sent. */
  public BackendCallException(String message) {
    this(message, null);
  }

  /** The connection was lost, or the backend went away, after the call was sent. */
  public BackendCallException(String message, @Nullable Throwable cause) {
    this(message, cause, false);
  }

  private BackendCallException(String message, @Nullable Throwable cause, boolean answer) {
    super(message, cause);
    this.answer = answer;
  }

  /**
   * The backend answered, with an error or with what is no result: asking again changes nothing.
   */
  public static BackendCallException answered(String message) {
    return answered(message, null);
  }

  /** The same with the backend's answer as the cause. */
  public static BackendCallException answered(String message, @Nullable Throwable cause) {
    return new BackendCallException(message, cause, true);
  }

  /**
   * Whether this is the backend's own answer. If not, the answer is missing: the call is made again
   * where its tool only reads or is idempotent, and never otherwise.
   */
  public boolean isAnswer() {
    return answer;
  }
}
