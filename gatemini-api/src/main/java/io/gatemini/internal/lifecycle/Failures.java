package io.gatemini.internal.lifecycle;

import io.gatemini.GatewayException;
import java.util.concurrent.CompletionException;

/** What stands behind a failed stage. */
final class Failures {
  private Failures() {}

  static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  /** What it says, in words that may be shown. */
  static String sentence(Throwable failure) {
    Throwable cause = cause(failure);
    return cause instanceof GatewayException
        ? String.valueOf(cause.getMessage())
        : cause.getClass().getSimpleName();
  }
}
