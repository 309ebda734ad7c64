package io.gatemini.internal.async;

import io.gatemini.GatewayClosedException;
import io.gatemini.GatewayException;
import io.gatemini.spi.PluginContext;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Work that begins on the executor of the gateway and may go on elsewhere. Completing it from
 * outside cancels what it began; a deadline does the same. Whatever goes wrong, it ends.
 *
 * <p>Who waits for work without a deadline does it, where no thread has begun it yet: it may be the
 * only thread that the executor of a host has.
 */
public final class SourceWork<T> extends CompletableFuture<T> {
  private final Supplier<? extends @Nullable CompletionStage<? extends T>> begin;

  private final boolean helped;
  private final AtomicBoolean taken = new AtomicBoolean();

  private SourceWork(
      Supplier<? extends @Nullable CompletionStage<? extends T>> begin, boolean helped) {
    this.begin = begin;
    this.helped = helped;
  }

  /** Begins work of the gateway's own, without a deadline. */
  public static <T> CompletableFuture<T> start(
      PluginContext context, Supplier<? extends @Nullable CompletionStage<? extends T>> begin) {
    return started(context, new SourceWork<>(begin, true));
  }

  private static <T> CompletableFuture<T> started(PluginContext context, SourceWork<T> work) {
    try {
      context.executor().execute(work::run);
    } catch (RejectedExecutionException e) {
      work.completeExceptionally(new GatewayClosedException("the gateway is closed"));
    }
    return work;
  }

  /** Begins work of somebody else's, which fails where it takes longer. */
  public static <T> CompletableFuture<T> start(
      PluginContext context,
      Duration deadline,
      Supplier<? extends @Nullable CompletionStage<? extends T>> begin) {
    CompletableFuture<T> work = started(context, new SourceWork<>(begin, false));
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
    if (!taken.compareAndSet(false, true) || isDone()) {
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

  @Override
  public T get() throws InterruptedException, ExecutionException {
    help();
    return super.get();
  }

  @Override
  public T join() {
    help();
    return super.join();
  }

  private void help() {
    if (helped && !isDone()) {
      run();
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
  public static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** What is made of the answer to a question; ending it from outside ends the question. */
  public static <T> CompletableFuture<T> ending(
      CompletableFuture<T> made, CompletionStage<?> asked) {
    var unused = made.whenComplete((value, failure) -> cancel(asked));
    return made;
  }

  private static void cancel(CompletionStage<?> begun) {
    try {
      begun.toCompletableFuture().cancel(true);
    } catch (UnsupportedOperationException e) {
      // Its maker does not want it to be cancelled.
    }
  }
}
