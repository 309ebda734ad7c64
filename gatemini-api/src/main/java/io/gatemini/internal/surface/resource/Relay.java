package io.gatemini.internal.surface.resource;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Makes an answer of the work of somebody else. Ending the answer from outside cancels the work,
 * which the stages of the library do not: they only forget it. Stateless.
 */
final class Relay {
  private Relay() {}

  /** Ends the answer as the work ends, with its value mapped; cancels the work with the answer. */
  static <T, U> void connect(
      CompletionStage<T> work, CompletableFuture<U> answer, Function<T, U> mapping) {
    var unused =
        work.whenComplete(
            (value, failure) -> {
              if (answer.isDone()) {
                return; // Nobody gets it any more, so nothing may take it for received.
              }
              if (failure != null) {
                answer.completeExceptionally(cause(failure));
                return;
              }
              try {
                answer.complete(mapping.apply(value));
              } catch (RuntimeException | Error e) {
                answer.completeExceptionally(e);
              }
            });
    var unusedToo = answer.whenComplete((value, failure) -> cancel(work));
  }

  private static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException wrapper) {
      Throwable inner = wrapper.getCause();
      if (inner == null) {
        break;
      }
      cause = inner;
    }
    return cause;
  }

  private static void cancel(CompletionStage<?> work) {
    try {
      work.toCompletableFuture().cancel(true);
    } catch (UnsupportedOperationException e) {
      // Its maker does not want it to be cancelled.
    }
  }
}
