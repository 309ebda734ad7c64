package io.gatemini.internal.lifecycle;

import io.gatemini.GatewayException;
import io.gatemini.internal.text.VisibleText;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What stands behind a failed stage. */
final class Failures {
  private static final int MAX_LOGGED = 2_000;

  private Failures() {}

  static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  /**
   * What a plug-in answers. One that throws or returns nothing has failed, also where its classes
   * are missing: whoever waits for it must not wait for ever.
   */
  static <T> CompletableFuture<T> orAnswerOf(
      Supplier<? extends @Nullable CompletionStage<T>> code) {
    try {
      CompletionStage<T> stage = code.get();
      return stage == null
          ? CompletableFuture.failedFuture(new IllegalStateException("it returned null"))
          : stage.toCompletableFuture();
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** What a stranger said, as it may stand in a log: in one line, and nothing that is not seen. */
  static String logged(String text) {
    return VisibleText.line(text, MAX_LOGGED);
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
