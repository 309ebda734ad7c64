package io.gatemini.internal.call;

import io.gatemini.CallRefusedException;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Deadlines;
import io.gatemini.internal.backend.Backends;
import io.gatemini.internal.backend.ManagedBackend;
import io.gatemini.internal.limit.Permits;
import io.gatemini.internal.state.CallTracker;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.Invocation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Lets a backend have as many calls at a time as it takes; further ones wait, at most {@code
 * semaphore_timeout} and the call's own deadline. Sessions take turns, so that one with many calls,
 * as a program makes them, does not keep the backend from the others.
 *
 * <p>A permit is given back exactly once, before the caller hears of the end of its call: a caller
 * who goes on with a second call from there does not wait for the permit of the first. That also
 * holds for a call that was given up, whatever its backend still does.
 */
record PermitInterceptor(Backends backends, Deadlines deadlines, CallTracker tracker)
    implements CallInterceptor {
  @Override
  public CompletionStage<ToolResult> intercept(Invocation call, Chain next) {
    ManagedBackend backend = backends.get(call.tool().backend());
    Permits permits = backend == null ? null : backend.limits().permits();
    if (backend == null || permits == null) {
      return next.proceed(call);
    }
    return permits.tryAcquire() ? run(permits, call, next) : await(backend, permits, call, next);
  }

  private CompletionStage<ToolResult> run(Permits permits, Invocation call, Chain next) {
    CompletableFuture<ToolResult> running = WaitingCall.proceed(call, next);
    if (running.isDone()) {
      permits.release();
      return running;
    }
    PermittedCall permitted = new PermittedCall(permits, call, next, tracker);
    permitted.beginWith(running);
    return permitted;
  }

  private CompletionStage<ToolResult> await(
      ManagedBackend backend, Permits permits, Invocation call, Chain next) {
    long from = System.nanoTime();
    PermittedCall waiting = new PermittedCall(permits, call, next, tracker);
    if (permits.acquire(waiting)) {
      waiting.granted();
      return waiting;
    }
    long patience = backend.config().semaphoreTimeout().toNanos();
    waiting.waitUntil(
        deadlines,
        from + Math.min(patience, call.context().deadlineNanos() - from),
        () -> waiting.refuse(exhausted(call, permits.size(), from)));
    return waiting;
  }

  private static CallRefusedException exhausted(Invocation call, int permits, long fromNanos) {
    return new CallRefusedException(
        call.tool().key()
            + " was not called: backend \""
            + call.tool().backend()
            + "\" was busy with its max concurrent calls, "
            + permits
            + ", for the "
            + Math.round((System.nanoTime() - fromNanos) / 1e6)
            + " ms this call waited; call again later, or raise max_concurrent_calls if the backend"
            + " can take more");
  }

  /** A call that has a permit, or waits for one. */
  private static final class PermittedCall extends WaitingCall implements Permits.Waiter {
    private final Permits permits;
    private final AtomicBoolean released = new AtomicBoolean();

    PermittedCall(Permits permits, Invocation call, Chain next, CallTracker tracker) {
      super(call, next, tracker);
      this.permits = permits;
    }

    @Override
    public boolean granted() {
      return begin();
    }

    @Override
    public String session() {
      return call.context().session().id();
    }

    @Override
    void left() {
      // It never had a permit.
      released.set(true);
      permits.leave(this);
    }

    @Override
    protected void abandoned() {
      // Whatever the backend makes of it.
      release();
    }

    @Override
    public void accept(@Nullable ToolResult result, @Nullable Throwable problem) {
      release();
      super.accept(result, problem);
    }

    private void release() {
      if (released.compareAndSet(false, true)) {
        permits.release();
      }
    }
  }
}
