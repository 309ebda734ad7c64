package io.gatemini.internal.call;

import java.util.regex.Pattern;

/**
 * Decides by an error's text whether another backend may be asked. A backend in front of a remote
 * service reports its refusal in words, mostly as a result that {@code isError}.
 */
final class TransientErrors {
  /** Longer texts are reports that mention an error, not errors. */
  private static final int LONGEST = 2_000;

  /** The far service did not take the call on. */
  private static final Pattern REFUSED =
      Pattern.compile(
          "rate limit|too many requests|connection refused|failed to connect"
              + "|network is unreachable|service unavailable|temporarily unavailable",
          Pattern.CASE_INSENSITIVE);

  /** The far service did not answer; it may have done what it was asked. */
  private static final Pattern UNANSWERED =
      Pattern.compile(
          "timeout|timed out|deadline exceeded|connection (?:reset|closed|aborted)"
              + "|network error|broken pipe",
          Pattern.CASE_INSENSITIVE);

  private TransientErrors() {}

  /**
   * Whether a call that ended with this text may be made elsewhere.
   *
   * @param harmless whether it may have been carried out nonetheless
   */
  static boolean isTransient(String text, boolean harmless) {
    return text.length() <= LONGEST
        && (REFUSED.matcher(text).find() || (harmless && UNANSWERED.matcher(text).find()));
  }
}
