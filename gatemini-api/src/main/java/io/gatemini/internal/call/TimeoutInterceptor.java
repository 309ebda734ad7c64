package io.gatemini.internal.call;

import io.gatemini.CallRefusedException;
import io.gatemini.CallTimeoutException;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Deadlines;
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
    if (call.deadlineNanos() - started <= 0) {
      return CompletableFuture.failedFuture(noTimeLeft(call.tool().name()));
    }
    CompletableFuture<ToolResult> result = next.proceed(call).toCompletableFuture();
    deadlines.watch(
        result,
        call.deadlineNanos(),
        () -> expired(call.tool().name(), call.deadlineNanos() - started));
    return result;
  }

  /** For a call that has used its time up before it was made. */
  static CallRefusedException noTimeLeft(String tool) {
    return new CallRefusedException(tool + " was not called: no time was left");
  }

  static CallTimeoutException expired(String tool, long nanos) {
    return new CallTimeoutException(
        tool
            + " did not answer within "
            + Math.round(nanos / 1e6)
            + " ms and was cancelled; allow more time, or ask for less");
  }
}
