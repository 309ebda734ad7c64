package io.gatemini.internal.async;

import io.gatemini.GatewayClosedException;
import io.gatemini.GatewayException;
import io.gatemini.spi.PluginContext;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
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
public final class CancellableTask<T> extends Relay<T, T> {
  private final Supplier<? extends @Nullable CompletionStage<T>> begin;

  private final boolean helped;
  private final AtomicBoolean taken = new AtomicBoolean();

  private CancellableTask(Supplier<? extends @Nullable CompletionStage<T>> begin, boolean helped) {
    this.begin = begin;
    this.helped = helped;
  }

  /** Begins work of the gateway's own, without a deadline. */
  public static <T> CompletableFuture<T> start(
      PluginContext context, Supplier<? extends @Nullable CompletionStage<T>> begin) {
    return started(context, new CancellableTask<>(begin, true));
  }

  private static <T> CompletableFuture<T> started(PluginContext context, CancellableTask<T> work) {
    if (!Tasks.tryExecute(context::executor, work::run)) {
      work.fail(new GatewayClosedException("the gateway is closed"));
    }
    return work;
  }

  /** Begins work of somebody else's, which fails where it takes longer. */
  public static <T> CompletableFuture<T> start(
      PluginContext context,
      Duration deadline,
      Supplier<? extends @Nullable CompletionStage<T>> begin) {
    CompletableFuture<T> work = started(context, new CancellableTask<>(begin, false));
    Deadlines.of(context).watch(work, System.nanoTime() + deadline.toNanos(), () -> late(deadline));
    return work;
  }

  private static GatewayException late(Duration deadline) {
    return new GatewayException("there was no answer within " + deadline.toMillis() + " ms");
  }

  private void run() {
    if (!taken.compareAndSet(false, true) || isDone()) {
      return;
    }
    follow(Futures.of(begin));
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

  @Override
  public void accept(@Nullable T value, @Nullable Throwable failure) {
    if (failure != null) {
      fail(Causes.of(failure));
    } else if (value == null) {
      fail(new IllegalStateException("the answer is null"));
    } else {
      settle(value);
    }
  }
}
