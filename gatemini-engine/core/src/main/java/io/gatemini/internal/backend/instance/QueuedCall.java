package io.gatemini.internal.backend.instance;

import io.gatemini.ToolResult;
import io.gatemini.internal.async.Failures;
import io.gatemini.spi.BackendCall;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A call of a session that has no instance yet, and its result. Completing it from outside gives up
 * the waiting, or cancels the call once it has begun.
 */
final class QueuedCall extends CompletableFuture<ToolResult> {
  private final BackendCall call;

  /** Whether it has waited as long as it may; guarded by the pool's lock. */
  boolean expired;

  QueuedCall(BackendCall call) {
    this.call = call;
  }

  /** Makes the call, which has begun there, unless the caller has given up. */
  void make(PooledInstance instance) {
    if (isDone()) {
      instance.rest();
      return;
    }
    CompletableFuture<ToolResult> running = instance.call(call).toCompletableFuture();
    running.whenComplete(this::answered);
    whenComplete(
        (result, failure) -> {
          if (failure instanceof CancellationException) {
            running.cancel(true);
          } else if (failure != null) {
            running.completeExceptionally(failure);
          }
        });
  }

  private void answered(@Nullable ToolResult result, @Nullable Throwable failure) {
    if (result != null) {
      complete(result);
    } else {
      completeExceptionally(
          failure == null ? new IllegalStateException("no result") : Failures.cause(failure));
    }
  }
}
