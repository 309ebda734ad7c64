package io.gatemini.internal.call;

import io.gatemini.CallRefusedException;
import io.gatemini.Session;
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
 * semaphore_timeout} and the call's own deadline. Clients take turns, so that one with many calls,
 * as a program makes them, does not keep the backend from the others. An authenticated client waits
 * for its own calls first, whose sessions take turns, and leaves one permit to others.
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
    Permits all = backend == null ? null : backend.limits().permits();
    if (backend == null || all == null) {
      return next.proceed(call);
    }
    Session session = call.context().session();
    Permits own = backend.limits().ownOf(session);
    Chain last = through -> pass(backend, all, session.client(), through, next);
    return own == null ? last.proceed(call) : pass(backend, own, session.id(), call, last);
  }

  /**
   * @param party who takes turns with others
   */
  private CompletionStage<ToolResult> pass(
      ManagedBackend backend, Permits permits, String party, Invocation call, Chain next) {
    return permits.tryAcquire()
        ? run(permits, call, next)
        : await(backend, new PermittedCall(permits, party, call, next, tracker));
  }

  private CompletionStage<ToolResult> run(Permits permits, Invocation call, Chain next) {
    CompletableFuture<ToolResult> running = WaitingCall.proceed(call, next);
    if (running.isDone()) {
      permits.release();
      return running;
    }
    PermittedCall permitted = new PermittedCall(permits, "", call, next, tracker);
    permitted.beginWith(running);
    return permitted;
  }

  private CompletionStage<ToolResult> await(ManagedBackend backend, PermittedCall waiting) {
    long from = System.nanoTime();
    if (waiting.permits.acquire(waiting)) {
      waiting.granted();
      return waiting;
    }
    long patience = backend.config().semaphoreTimeout().toNanos();
    Invocation call = waiting.call;
    waiting.waitUntil(
        deadlines,
        from + Math.min(patience, call.context().deadlineNanos() - from),
        () -> waiting.refuse(exhausted(call, backend, waiting.permits, from)));
    return waiting;
  }

  private static CallRefusedException exhausted(
      Invocation call, ManagedBackend backend, Permits permits, long fromNanos) {
    return new CallRefusedException(
        call.tool().key()
            + " was not called: backend \""
            + call.tool().backend()
            + "\" was busy with "
            + (permits == backend.limits().permits()
                ? "its max concurrent calls, " + permits.size()
                : permits.size() + " calls of yours, and one client may have no more at a time")
            + ", for the "
            + Math.round((System.nanoTime() - fromNanos) / 1e6)
            + " ms this call waited; call again later, or raise max_concurrent_calls if the backend"
            + " can take more");
  }

  /** A call that has a permit, or waits for one. */
  private static final class PermittedCall extends WaitingCall implements Permits.Waiter {
    private final Permits permits;
    private final String party;
    private final AtomicBoolean released = new AtomicBoolean();

    PermittedCall(Permits permits, String party, Invocation call, Chain next, CallTracker tracker) {
      super(call, next, tracker);
      this.permits = permits;
      this.party = party;
    }

    @Override
    public boolean granted() {
      return begin();
    }

    @Override
    public String party() {
      return party;
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
