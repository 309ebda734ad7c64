package io.gatemini.internal.async;

import io.gatemini.GatewayException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The edges of futures: code that may fail before it answers, and threads that wait. */
public final class Futures {
  private Futures() {}

  /**
   * The answer of code that is somebody else's. Code that throws, returns no stage, or misses a
   * class has failed: its caller must not wait for ever.
   */
  public static <T> CompletableFuture<T> of(Supplier<? extends @Nullable CompletionStage<T>> code) {
    try {
      CompletionStage<T> answer = code.get();
      return answer == null
          ? CompletableFuture.failedFuture(
              new IllegalStateException("there is no answer, not even a pending one"))
          : answer.toCompletableFuture();
    } catch (RuntimeException | Error e) { // a plug-in may throw anything, also for want of a class
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Waits for a future and throws what it failed with. */
  public static <T> T await(CompletableFuture<T> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      future.cancel(true);
      Thread.currentThread().interrupt();
      throw new GatewayException("the waiting thread was interrupted; the work was cancelled", e);
    } catch (CancellationException e) {
      throw new GatewayException("the work was cancelled", e);
    } catch (ExecutionException e) {
      Throwable cause = Causes.of(e);
      if (cause instanceof GatewayException known) {
        throw known;
      }
      throw new GatewayException(String.valueOf(cause), cause);
    }
  }

  /**
   * Waits for a future, at most so long. False where it failed, or is not done: then the time is
   * over, or the thread was interrupted and stays so.
   */
  public static boolean await(CompletableFuture<?> future, Duration timeout) {
    try {
      // Saturates: a caller may wait for ever.
      future.get(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException | ExecutionException | CancellationException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
