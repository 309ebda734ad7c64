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

  /**
   * What is said of a backend, without its name: for who names it before. Every layer that a
   * failure passes names the backend; whoever reads it wants to be told once.
   */
  static String unnamed(String backend, String said) {
    String named = "backend \"" + backend + "\" ";
    return said.replace(named + "is not available: ", "").replace(named, "it ");
  }
}
