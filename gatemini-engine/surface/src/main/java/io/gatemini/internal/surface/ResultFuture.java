package io.gatemini.internal.surface;

import io.gatemini.GatewayException;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Causes;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.text.VisibleText;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a call, made from what its work ends with: the mapped value, or the failure as a
 * result that says {@code isError}. Completing it from outside, in any way, cancels the work.
 */
public final class ResultFuture<T> extends Relay<T, ToolResult> {
  private static final Logger LOG = System.getLogger(ResultFuture.class.getName());

  private final Function<T, ToolResult> mapping;

  private final UnaryOperator<Throwable> faults;

  private ResultFuture(Function<T, ToolResult> mapping, UnaryOperator<Throwable> faults) {
    this.mapping = mapping;
    this.faults = faults;
  }

  public static <T> CompletableFuture<ToolResult> of(
      CompletableFuture<T> work, Function<T, ToolResult> mapping) {
    return of(work, mapping, failure -> failure);
  }

  /** The same with a name for who failed at the work. */
  static <T> CompletableFuture<ToolResult> of(
      CompletableFuture<T> work, Function<T, ToolResult> mapping, UnaryOperator<Throwable> faults) {
    ResultFuture<T> answer = new ResultFuture<>(mapping, faults);
    answer.follow(work);
    return answer;
  }

  @Override
  public void accept(@Nullable T value, @Nullable Throwable failure) {
    if (isDone()) {
      // A future that was given up must not count as received.
      return;
    }
    settle(
        value == null || failure != null
            ? failed(
                faults.apply(failure == null ? new NullPointerException("no answer") : failure))
            : Guarded.valueOr(() -> mapping.apply(value), ResultFuture::failed));
  }

  /** A failure as an answer: what the gateway says of it, and nothing of what it does not know. */
  static ToolResult failed(Throwable failure) {
    Throwable cause = Causes.of(failure);
    if (cause instanceof GatewayException known) {
      // It may quote what a backend said.
      return ToolResult.error(VisibleText.of(String.valueOf(known.getMessage())));
    }
    if (cause instanceof CancellationException) {
      return ToolResult.error("the call was cancelled");
    }
    LOG.log(Level.WARNING, "a meta-tool failed unexpectedly", cause);
    return ToolResult.error(
        "the gateway failed at this call by a fault of its own; its log says why");
  }

  @Override
  protected void givenUp(@Nullable Throwable problem) {
    // Whatever ends it, its work is cancelled.
    super.givenUp(null);
  }
}
