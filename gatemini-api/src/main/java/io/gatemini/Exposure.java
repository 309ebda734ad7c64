package io.gatemini;

import java.util.concurrent.CompletionStage;

/** A surface that is open to clients. Thread-safe. */
public interface Exposure extends AutoCloseable {
  /**
   * Completes when the exposure has ended, by {@link #close()} or because its peer went away; fails
   * with the {@link Error} that kept it from reading or writing on.
   */
  CompletionStage<Void> closed();

  /**
   * Waits until the exposure has ended.
   *
   * @throws java.util.concurrent.CompletionException with the cause that {@link #closed()} fails
   *     with
   */
  default void awaitClose() {
    closed().toCompletableFuture().join();
  }

  /** Ends the exposure; answers that are under way are drained first, within a bound. */
  @Override
  void close();
}
