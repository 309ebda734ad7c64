package io.gatemini.spi;

import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.stability.Incubating;
import io.gatemini.stability.Stable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
@Stable
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
   *
   * <p>A {@link io.gatemini.BackendUnavailableException} promises that the call has not reached the
   * backend, so that it may be made again, here or elsewhere. Whatever fails after the call was
   * sent is a {@link io.gatemini.BackendCallException}.
   */
  CompletionStage<ToolResult> call(BackendCall call);

  /** Completes when the backend is alive. */
  CompletionStage<Void> ping();

  /**
   * Ends the backend and all it started. Idempotent; open calls fail. Completes when nothing is
   * left, within {@link #stopTimeout}.
   */
  CompletionStage<Void> stop();

  /**
   * Ends a backend that does not answer any more, or takes what it may not: at once, without the
   * patience of {@link #stop}. Open calls fail with the reason, a sentence.
   */
  default CompletionStage<Void> abort(String reason) {
    return stop();
  }

  /** How long a stop may take; who waits for it goes on after that. */
  default Duration stopTimeout() {
    return Duration.ofSeconds(7);
  }

  /**
   * A session has ended: frees what the backend holds for it alone. Returns at once; it is also
   * called for sessions that never called.
   */
  default void sessionEnded(Session session) {}

  /**
   * Resident memory of all its processes in bytes, if they can be looked at. May take some
   * milliseconds; never asked on the way of a call.
   */
  default OptionalLong memoryBytes() {
    return OptionalLong.empty();
  }

  /** A few words of the backend about itself, once it has started. */
  default String description() {
    return "";
  }

  /** The name and version that its server reports, once it has started: {@code files 1.2.0}. */
  @Incubating
  default String identity() {
    return "";
  }

  /** The text of the backend on how its tools are to be used, once it has started; may be long. */
  default String instructions() {
    return "";
  }

  /**
   * Sets the level from which clients want lines of its log; called after its start if a client has
   * set one, and again when it changes. Returns at once.
   */
  default void logLevel(LogLevel level) {}

  /** Its features beside tools, once it has started. */
  @Incubating
  default BackendFeatures features() {
    return BackendFeatures.none();
  }

  /** The process it runs in, if it is one. */
  default OptionalLong pid() {
    return OptionalLong.empty();
  }

  /** The processes it runs in: more than {@link #pid} where each session has its own. */
  @Incubating
  default List<Long> pids() {
    return pid().stream().boxed().toList();
  }

  /** How many of it run now, where each session has its own. */
  default int instances() {
    return 1;
  }

  /** The last lines it wrote to stderr, oldest first. */
  default List<String> stderrTail() {
    return List.of();
  }

  /**
   * Those of the lines that every client may read: none that a call of another client may have
   * caused. {@link #stderrTail} is for the host and its operators.
   */
  @Incubating
  default List<String> stderrForClients() {
    return stderrTail();
  }

  /**
   * Begins to sign a person in at the backend's server. It works before the start, after one that
   * failed with a {@link io.gatemini.BackendUnavailableException#needsSignIn()}, and after a stop;
   * when the person has signed in, the gateway starts the backend, or lists its tools again. Fails
   * where it takes no sign-in.
   */
  @Incubating
  default CompletionStage<SignIn> signIn() {
    return CompletableFuture.failedFuture(
        new io.gatemini.BackendUnavailableException("it takes no sign-in"));
  }

  /**
   * Revokes and forgets the tokens of the person who has signed in. It works whenever {@link
   * #signIn} does. Completes with whether there were any.
   */
  @Incubating
  default CompletionStage<Boolean> signOut() {
    return CompletableFuture.completedFuture(false);
  }

  /** Where a person has signed in, in a few words without a secret; empty before. */
  @Incubating
  default Optional<String> signedIn() {
    return Optional.empty();
  }

  /** A completed stage, for operations that have nothing to do. */
  static CompletionStage<Void> done() {
    return CompletableFuture.completedFuture(null);
  }
}
