package io.gatemini.internal.call;

import io.gatemini.GatewayException;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Deadlines;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.state.CallTracker;
import io.gatemini.spi.CallInterceptor.Chain;
import io.gatemini.spi.Invocation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * A call that waits before it goes on. It begins, is refused or is given up, whichever comes first;
 * in the last two cases it is counted as one that never reached its backend.
 */
class WaitingCall extends CallRelay {
  private static final AtomicIntegerFieldUpdater<WaitingCall> STATE =
      AtomicIntegerFieldUpdater.newUpdater(WaitingCall.class, "state");
  private static final int WAITING = 0;
  private static final int BEGUN = 1;
  private static final int OVER = 2;

  final Invocation call;
  private final Chain next;
  private final CallTracker tracker;
  private volatile int state;
  private volatile Deadlines.@Nullable Wait limit;

  WaitingCall(Invocation call, Chain next, CallTracker tracker) {
    this.call = call;
    this.next = next;
    this.tracker = tracker;
  }

  /** Ends the waiting at a moment, in terms of {@link System#nanoTime()}. */
  final void waitUntil(Deadlines deadlines, long nanos, Runnable expired) {
    Deadlines.Wait wait = deadlines.watchWait(nanos, expired);
    limit = wait;
    if (state != WAITING) {
      wait.end();
    }
  }

  /** Goes on; false when the waiting is over. */
  final boolean begin() {
    if (!STATE.compareAndSet(this, WAITING, BEGUN)) {
      return false;
    }
    noLimit();
    follow(proceed(call, next));
    return true;
  }

  /** Begins with a call that did not have to wait. */
  final void beginWith(CompletableFuture<ToolResult> running) {
    state = BEGUN;
    follow(running);
  }

  /** Fails instead of going on; without effect once it has begun. */
  final void refuse(GatewayException problem) {
    if (leave()) {
      fail(problem);
    }
  }

  @Override
  protected void givenUp(@Nullable Throwable problem) {
    leave();
    super.givenUp(problem);
  }

  private boolean leave() {
    if (!STATE.compareAndSet(this, WAITING, OVER)) {
      return false;
    }
    noLimit();
    tracker.recordUnreached(call.context().session(), call.tool().key(), call.tool().backend());
    left();
    return true;
  }

  /** It waits no more and will not begin. */
  void left() {}

  private void noLimit() {
    Deadlines.Wait wait = limit;
    if (wait != null) {
      wait.end();
    }
  }

  /** The holder of a permit must get every outcome, even a full heap: it returns the permit. */
  static CompletableFuture<ToolResult> proceed(Invocation call, Chain next) {
    return Futures.of(() -> next.proceed(call));
  }
}
