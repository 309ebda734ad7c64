package io.gatemini.internal.guard;

import io.gatemini.BackendCallException;
import io.gatemini.ToolResult;
import io.gatemini.internal.thread.Guarded;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.Invocation;
import java.lang.System.Logger;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** An interceptor behind the wall: what it throws fails the call. */
public final class GuardedInterceptor implements CallInterceptor {
  private static final Logger LOG = System.getLogger(GuardedInterceptor.class.getName());

  private final CallInterceptor interceptor;

  public GuardedInterceptor(CallInterceptor interceptor) {
    this.interceptor = interceptor;
  }

  @Override
  public CompletableFuture<ToolResult> intercept(Invocation call, Chain next) {
    try {
      return Objects.requireNonNull(interceptor.intercept(call, next), "it answered with no stage")
          .toCompletableFuture();
    } catch (RuntimeException | Error e) { // not by way of a lambda: each call comes along here
      return CompletableFuture.failedFuture(e instanceof Error ? broken(call, e) : e);
    }
  }

  private BackendCallException broken(Invocation call, Throwable problem) {
    String tool = call.tool().name();
    Guarded.log(
        LOG,
        "interceptor " + interceptor.getClass().getName() + " failed at a call of " + tool,
        problem);
    return new BackendCallException(
        "the call of \"" + tool + "\" failed inside the gateway; its log says why", problem);
  }
}
