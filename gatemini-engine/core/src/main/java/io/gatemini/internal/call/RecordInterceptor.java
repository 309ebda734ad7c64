package io.gatemini.internal.call;

import io.gatemini.ToolResult;
import io.gatemini.internal.backend.Backends;
import io.gatemini.internal.backend.ManagedBackend;
import io.gatemini.internal.backend.instance.GuardedBackend;
import io.gatemini.internal.state.CallTracker;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.Invocation;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Counts every call that goes to a backend, with its time and its outcome; before its caller hears
 * of it, who may look at the figures next.
 */
record RecordInterceptor(CallTracker tracker, Backends backends) implements CallInterceptor {
  @Override
  public CompletionStage<ToolResult> intercept(Invocation call, Chain next) {
    RecordedCall recorded = new RecordedCall(call);
    recorded.follow(next.proceed(call).toCompletableFuture());
    return recorded;
  }

  /** A call that is counted once, also where it is given up while its answer comes. */
  private final class RecordedCall extends CallRelay {
    private final Invocation call;
    private final long started = System.nanoTime();
    private final AtomicBoolean counted = new AtomicBoolean();

    RecordedCall(Invocation call) {
      this.call = call;
    }

    @Override
    void answered(ToolResult result) {
      count(!result.isError());
      ManagedBackend backend = backends.get(call.tool().backend());
      ToolResult answer = result;
      if (backend != null) {
        answer = backends.answered(call.context().session(), backend, result);
        backends.secretWatch().look(call.tool().key(), backend.config().transport(), result.json());
      }
      // Here the answer is the backend's alone: what it says in the gateway's name goes.
      settle(CallNotes.withoutForeign(answer).withContent());
    }

    @Override
    void failed(Throwable problem) {
      count(false);
      fail(
          problem instanceof Error defect
              ? GuardedBackend.broken(call.tool().backend(), defect)
              : problem);
    }

    @Override
    protected void givenUp(@Nullable Throwable problem) {
      count(false);
      super.givenUp(problem);
    }

    private void count(boolean success) {
      if (counted.compareAndSet(false, true)) {
        tracker.recordCall(
            call.context().session(),
            call.tool().key(),
            call.tool().backend(),
            System.nanoTime() - started,
            success);
      }
    }
  }
}
