package io.gatemini.internal.call;

import io.gatemini.ToolResult;
import java.lang.ref.WeakReference;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A call that stands for another one: for one that has to wait, for one after the other. What
 * completes it from outside, a deadline or a caller who gives up, completes the call it stands for
 * in the same way, down to the backend; what its own call brings is told through {@link #tell}.
 *
 * <p>It costs one object and one callback; no callback of its own looks for the outside.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a relay looks at every outcome itself
abstract class Relay extends CompletableFuture<ToolResult>
    implements BiConsumer<@Nullable ToolResult, @Nullable Throwable> {
  private volatile @Nullable CompletableFuture<ToolResult> followed;

  /** Stands for a call from now on. */
  final void follow(CompletableFuture<ToolResult> call) {
    followed = call;
    if (isDone()) {
      // Given up while the call was being made.
      whenComplete((result, problem) -> abandon(call, problem));
    }
    call.whenComplete(this);
  }

  @Override
  public void accept(@Nullable ToolResult result, @Nullable Throwable problem) {
    if (isDone()) {
      return;
    }
    if (result != null) {
      answered(result);
    } else {
      failed(problem == null ? new IllegalStateException("no result") : unwrapped(problem));
    }
  }

  /** The call was answered. */
  void answered(ToolResult result) {
    tell(result);
  }

  /** The call failed. */
  void failed(Throwable problem) {
    tell(problem);
  }

  /** Nobody waits any more. */
  void givenUp() {}

  /** After that: the call it stood for was given up with it. */
  void abandoned() {}

  final boolean tell(ToolResult result) {
    return super.complete(result);
  }

  final boolean tell(Throwable problem) {
    return super.completeExceptionally(problem);
  }

  @Override
  public final boolean complete(ToolResult result) {
    return super.complete(result) && ended(null);
  }

  @Override
  public final boolean completeExceptionally(Throwable problem) {
    return super.completeExceptionally(problem) && ended(problem);
  }

  @Override
  public final boolean cancel(boolean mayInterruptIfRunning) {
    CancellationException problem = new CancellationException("the caller gave up");
    return (super.completeExceptionally(problem) && ended(problem)) || isCancelled();
  }

  private boolean ended(@Nullable Throwable problem) {
    givenUp();
    CompletableFuture<ToolResult> call = followed;
    if (call != null) {
      abandon(call, problem);
    }
    return true;
  }

  private void abandon(CompletableFuture<ToolResult> call, @Nullable Throwable problem) {
    if (problem == null || problem instanceof CancellationException) {
      call.cancel(true);
    } else {
      call.completeExceptionally(problem);
    }
    abandoned();
  }

  /**
   * Tells a call when its backend is ready, or not to be. Where the call is given up before, the
   * backend does not keep it: many may come and go, with all their arguments, while it starts. The
   * call is kept by its deadline as long as it waits.
   */
  static <R extends Relay> void whenReady(
      CompletableFuture<Void> ready, R call, BiConsumer<R, @Nullable Throwable> told) {
    WeakReference<R> waiting = new WeakReference<>(call);
    ready.whenComplete(
        (nothing, problem) -> {
          R still = waiting.get();
          if (still != null) {
            told.accept(still, problem);
          }
        });
  }

  static Throwable unwrapped(Throwable problem) {
    return problem instanceof CompletionException && problem.getCause() != null
        ? problem.getCause()
        : problem;
  }
}
