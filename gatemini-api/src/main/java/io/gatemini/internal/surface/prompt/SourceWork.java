package io.gatemini.internal.surface.prompt;

import io.gatemini.GatewayClosedException;
import io.gatemini.GatewayException;
import io.gatemini.spi.PluginContext;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Work that begins on the executor of the gateway and may go on elsewhere. Completing it from
 * outside cancels what it began; a deadline does the same. Whatever goes wrong, it ends.
 */
final class SourceWork<T> extends CompletableFuture<T> {
  private final Supplier<? extends @Nullable CompletionStage<? extends T>> begin;

  private SourceWork(Supplier<? extends @Nullable CompletionStage<? extends T>> begin) {
    this.begin = begin;
  }

  /** Begins work without a deadline of its own. */
  static <T> CompletableFuture<T> start(
      PluginContext context, Supplier<? extends @Nullable CompletionStage<? extends T>> begin) {
    SourceWork<T> work = new SourceWork<>(begin);
    try {
      context.executor().execute(work::run);
    } catch (RejectedExecutionException e) {
      work.completeExceptionally(new GatewayClosedException("the gateway is closed"));
    }
    return work;
  }

  /** Begins work that fails where it takes longer. */
  static <T> CompletableFuture<T> start(
      PluginContext context,
      Duration deadline,
      Supplier<? extends @Nullable CompletionStage<? extends T>> begin) {
    CompletableFuture<T> work = start(context, begin);
    if (!work.isDone()) {
      try {
        ScheduledFuture<?> timer =
            context
                .scheduler()
                .schedule(
                    () -> work.completeExceptionally(late(deadline)),
                    deadline.toMillis(),
                    TimeUnit.MILLISECONDS);
        var unused = work.whenComplete((value, failure) -> timer.cancel(false));
      } catch (RejectedExecutionException e) {
        work.completeExceptionally(new GatewayClosedException("the gateway is closed"));
      }
    }
    return work;
  }

  private static GatewayException late(Duration deadline) {
    return new GatewayException("there was no answer within " + deadline.toMillis() + " ms");
  }

  private void run() {
    if (isDone()) {
      return;
    }
    try {
      CompletionStage<? extends T> begun = begin.get();
      if (begun == null) {
        throw new IllegalStateException("there is no answer, not even a pending one");
      }
      var unused = begun.whenComplete(this::end);
      var unusedToo = whenComplete((value, failure) -> cancel(begun));
    } catch (Throwable e) { // also an Error of a plug-in that does not fit: somebody waits for this
      completeExceptionally(e);
    }
  }

  private void end(@Nullable T value, @Nullable Throwable failure) {
    if (failure != null) {
      completeExceptionally(cause(failure));
    } else if (value == null) {
      completeExceptionally(new IllegalStateException("the answer is null"));
    } else {
      complete(value);
    }
  }

  /** A failure without what stages wrap it in. */
  static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  private static void cancel(CompletionStage<?> begun) {
    try {
      begun.toCompletableFuture().cancel(true);
    } catch (UnsupportedOperationException e) {
      // Its maker does not want it to be cancelled.
    }
  }
}
