package io.gatemini.internal.call;

import io.gatemini.CallTimeoutException;
import io.gatemini.ToolResult;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.Invocation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Fails a call at its deadline, which cancels it down to the backend. */
final class TimeoutInterceptor implements CallInterceptor {
  private final Deadlines deadlines;

  TimeoutInterceptor(Deadlines deadlines) {
    this.deadlines = deadlines;
  }

  @Override
  public CompletionStage<ToolResult> intercept(Invocation call, Chain next) {
    long started = System.nanoTime();
    CompletableFuture<ToolResult> result = next.proceed(call).toCompletableFuture();
    deadlines.watch(
        result,
        call.deadlineNanos(),
        () -> expired(call.tool().name(), call.deadlineNanos() - started));
    return result;
  }

  static CallTimeoutException expired(String tool, long nanos) {
    return new CallTimeoutException(
        tool
            + " did not answer within "
            + Math.round(nanos / 1e6)
            + " ms and was cancelled; allow more time, or ask for less");
  }
}
