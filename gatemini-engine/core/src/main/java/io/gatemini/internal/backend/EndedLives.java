package io.gatemini.internal.backend;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The lives of a backend that have ended and may still have processes: the next start, and the end
 * of the gateway, wait for them. So nothing outlives the gateway, and no two lives overlap.
 * Thread-safe.
 */
final class EndedLives {
  private CompletableFuture<?> leaving = CompletableFuture.completedFuture(null);
  private @Nullable BackendInstance last;

  /**
   * Adds one in the same step as it is given up: a stop that comes before its end finds it here.
   */
  synchronized void add(BackendInstance over) {
    last = over;
    leaving = CompletableFuture.allOf(leaving, over.gone());
  }

  /** The latest one; null before the first has ended. */
  synchronized @Nullable BackendInstance last() {
    return last;
  }

  /** Completes when none has a process left. */
  synchronized CompletableFuture<Void> gone() {
    return leaving.thenApply(nothing -> null);
  }
}
