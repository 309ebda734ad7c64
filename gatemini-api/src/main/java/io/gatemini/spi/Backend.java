package io.gatemini.spi;

import io.gatemini.ToolResult;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * One upstream server of tools. Thread-safe: calls come from any thread, many at a time.
 *
 * <p>An instance lives once: start, any number of calls, stop. The gateway creates a fresh one to
 * start a backend again.
 *
 * <p><b>Cancellation.</b> The gateway ends a call early by completing the future behind the stage
 * that {@link #call} returned ({@link CompletionStage#toCompletableFuture()}): cancelled when the
 * caller gave up, exceptionally with a {@link io.gatemini.CallTimeoutException} at the deadline. A
 * backend watches for that and stops the work.
 */
public interface Backend {
  /**
   * Connects. Completes when tools can be listed and called; fails with a {@link
   * io.gatemini.BackendUnavailableException} that says why, and leaves nothing behind then.
   */
  CompletionStage<Void> start();

  /** All tools, all pages, in the backend's order. */
  CompletionStage<List<BackendTool>> listTools();

  /**
   * Calls a tool. Returns at once; never throws. A result that says {@code isError} is a result;
   * the stage fails only when there is no result.
   */
  CompletionStage<ToolResult> call(BackendCall call);

  /** Completes when the backend is alive. */
  CompletionStage<Void> ping();

  /** Ends the backend and all it started. Idempotent; open calls fail. */
  CompletionStage<Void> stop();

  /** A few words of the backend about itself, once it has started. */
  default String description() {
    return "";
  }

  /** The process it runs in, if it is one. */
  default OptionalLong pid() {
    return OptionalLong.empty();
  }

  /** The last lines it wrote to stderr, oldest first. */
  default List<String> stderrTail() {
    return List.of();
  }

  /** A completed stage, for operations that have nothing to do. */
  static CompletionStage<Void> done() {
    return CompletableFuture.completedFuture(null);
  }
}
