package io.gatemini.internal.call;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Begins a call when something else is done, without losing what cancellation means: completing the
 * returned future from outside gives up the waiting, or cancels the call once it has begun.
 */
final class Handover {
  private Handover() {}

  static <T> CompletableFuture<T> after(
      CompletableFuture<Void> condition, Supplier<CompletableFuture<T>> call) {
    CompletableFuture<T> result = new CompletableFuture<>();
    condition.whenComplete(
        (nothing, failure) -> {
          if (result.isDone()) {
            return;
          }
          if (failure != null) {
            result.completeExceptionally(unwrapped(failure));
            return;
          }
          CompletableFuture<T> running = call.get();
          running.whenComplete(
              (value, problem) -> {
                if (problem == null) {
                  result.complete(value);
                } else {
                  result.completeExceptionally(unwrapped(problem));
                }
              });
          result.whenComplete((value, problem) -> running.cancel(true));
        });
    return result;
  }

  private static Throwable unwrapped(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
