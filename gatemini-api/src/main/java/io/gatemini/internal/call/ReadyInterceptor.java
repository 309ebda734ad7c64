package io.gatemini.internal.call;

import io.gatemini.BackendUnavailableException;
import io.gatemini.ToolResult;
import io.gatemini.internal.lifecycle.Backends;
import io.gatemini.internal.lifecycle.ManagedBackend;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.Invocation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Waits, within the call's deadline, for a backend that is starting; fails for one that is not. */
final class ReadyInterceptor implements CallInterceptor {
  private final Backends backends;

  ReadyInterceptor(Backends backends) {
    this.backends = backends;
  }

  @Override
  public CompletionStage<ToolResult> intercept(Invocation call, Chain next) {
    ManagedBackend backend = backends.get(call.tool().backend());
    if (backend == null) {
      return CompletableFuture.failedFuture(unavailable(call.tool().backend(), "it was removed"));
    }
    if (backend.active() != null) {
      return next.proceed(call);
    }
    return Handover.after(backend.ready(), () -> next.proceed(call).toCompletableFuture());
  }

  static BackendUnavailableException unavailable(String backend, String why) {
    return new BackendUnavailableException("backend \"" + backend + "\" is not available: " + why);
  }
}
