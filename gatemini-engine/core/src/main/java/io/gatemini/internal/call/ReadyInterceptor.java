package io.gatemini.internal.call;

import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.BackendUnavailableException;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Deadlines;
import io.gatemini.internal.backend.Backends;
import io.gatemini.internal.backend.ManagedBackend;
import io.gatemini.internal.state.CallTracker;
import io.gatemini.internal.text.PercentEncoding;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.Invocation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Waits, within the call's deadline, for a backend that is starting or has just ended; refuses at
 * once for one that is not going to be there. Nothing is polled.
 */
record ReadyInterceptor(Backends backends, Deadlines deadlines, CallTracker tracker)
    implements CallInterceptor {
  @Override
  public CompletionStage<ToolResult> intercept(Invocation call, Chain next) {
    ManagedBackend backend = backends.get(call.tool().backend());
    return backend != null && backend.active() != null ? next.proceed(call) : await(call, next);
  }

  private CompletionStage<ToolResult> await(Invocation call, Chain next) {
    String name = call.tool().backend();
    ManagedBackend backend = backends.get(name);
    if (backend == null) {
      tracker.recordUnreached(call.context().session(), call.tool().key(), name);
      return CompletableFuture.failedFuture(unavailable(name, "it was removed"));
    }
    WaitingCall waiting = new WaitingCall(call, next, tracker);
    CompletableFuture<Void> ready = backend.ready();
    if (!ready.isDone()) {
      long from = System.nanoTime();
      waiting.waitUntil(
          deadlines,
          call.context().deadlineNanos(),
          () -> waiting.refuse(stillStarting(backend, from)));
    }
    CallRelay.whenReady(
        ready,
        waiting,
        (still, problem) -> {
          if (problem == null) {
            still.begin();
          } else {
            still.refuse(down(backend));
          }
        });
    return waiting;
  }

  static BackendUnavailableException stillStarting(ManagedBackend backend, long fromNanos) {
    BackendStatus status = backend.status();
    return unavailable(
        backend.name(),
        "it is still %s after %s ms of waiting%s; call again in a moment, or allow more time%s"
            .formatted(
                status.state().label(),
                Math.round((System.nanoTime() - fromNanos) / 1e6),
                status.reason().map(reason -> " (" + reason + ")").orElse(""),
                more(backend)));
  }

  /** State, reason, what to do, and where to look. */
  static BackendUnavailableException down(ManagedBackend backend) {
    BackendStatus status = backend.status();
    if (status.state() == BackendState.NEEDS_SIGN_IN) {
      return BackendUnavailableException.signIn(
          "backend \"" + backend.name() + "\" is not available: " + status.reason().orElse(""));
    }
    return unavailable(
        backend.name(),
        "it is "
            + status.state().label()
            + status.reason().map(reason -> " (" + reason + ")").orElse("")
            + "; call again later, or use another tool"
            + more(backend));
  }

  /** Where an agent, which may read resources and not logs, finds what the backend said last. */
  private static String more(ManagedBackend backend) {
    return "; see gatemini://backend/" + PercentEncoding.segment(backend.name());
  }

  static BackendUnavailableException unavailable(String backend, String why) {
    return new BackendUnavailableException("backend \"" + backend + "\" is not available: " + why);
  }
}
