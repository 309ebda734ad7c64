package io.gatemini.internal.async;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A future that its maker completes through {@link #settle} and {@link #fail}. Anybody else who
 * completes it, a deadline or a caller who cancels, gives the work behind it up.
 *
 * <p>No callback looks for the outside: one object is all it costs.
 */
public abstract class OwnedFuture<T> extends CompletableFuture<T> {
  /** The work has come to this. */
  public final boolean settle(T result) {
    return super.complete(result);
  }

  /** The work has failed. */
  public final boolean fail(Throwable failure) {
    return super.completeExceptionally(failure);
  }

  /**
   * The caller has given up.
   *
   * @param problem what the future failed with; null where it was completed
   */
  protected abstract void givenUp(@Nullable Throwable problem);

  @Override
  public final boolean complete(T result) {
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
    givenUp(problem);
    return true;
  }
}
