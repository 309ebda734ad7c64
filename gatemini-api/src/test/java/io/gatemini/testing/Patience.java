package io.gatemini.testing;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The time that tests wait for an event: long enough for a machine that does four other things.
 * JUnit finds it in {@code META-INF/services} and makes it Awaitility's default.
 */
public final class Patience implements BeforeAllCallback {
  public static final Duration LIMIT = Duration.ofSeconds(60);

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(LIMIT);
    Awaitility.setDefaultPollInterval(Duration.ofMillis(10));
    Awaitility.setDefaultPollDelay(Duration.ZERO);
  }

  /**
   * The result or exception of {@code join}, for a stage that completes within the limit. The
   * calling thread keeps the time itself: {@code orTimeout} would leave it to the common pool,
   * which a test may occupy.
   */
  public static <T> T join(CompletionStage<T> stage) {
    CompletableFuture<T> future = stage.toCompletableFuture();
    try {
      future.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException | InterruptedException e) {
      throw new AssertionError("not complete within " + LIMIT, e);
    } catch (ExecutionException | CancellationException e) {
      // Thrown below, as join does.
    }
    return future.join();
  }

  /** Waits for the end of a process. */
  public static void awaitEnd(Process process) {
    try {
      if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("process " + process.pid() + " did not end within " + LIMIT);
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Waits for a latch to open within the limit. */
  public static void await(CountDownLatch latch) {
    try {
      if (!latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("not open within " + LIMIT);
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Blocks the thread until a latch opens; an interrupt ends the wait and stays visible. */
  public static void hold(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
