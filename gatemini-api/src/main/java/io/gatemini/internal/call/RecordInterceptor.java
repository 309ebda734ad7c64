package io.gatemini.internal.call;

import io.gatemini.ToolResult;
import io.gatemini.internal.state.CallTracker;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.Invocation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Counts every call that goes to a backend, with its time and its outcome. */
final class RecordInterceptor implements CallInterceptor {
  private final CallTracker tracker;

  RecordInterceptor(CallTracker tracker) {
    this.tracker = tracker;
  }

  @Override
  public CompletionStage<ToolResult> intercept(Invocation call, Chain next) {
    long started = System.nanoTime();
    CompletableFuture<ToolResult> result = next.proceed(call).toCompletableFuture();
    result.whenComplete(
        (answer, failure) ->
            tracker.recordCall(
                call.tool().name(),
                call.tool().backend(),
                System.nanoTime() - started,
                answer != null && !answer.isError()));
    return result;
  }
}
