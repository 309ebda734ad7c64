package io.gatemini;

import io.gatemini.internal.async.Causes;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The blocking edge: waits for a future and throws what it failed with. */
final class Futures {
  private Futures() {}

  static <T> T await(CompletableFuture<T> future) {
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
}
