package io.gatemini.internal.call;

import io.gatemini.GatewayException;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.Relay;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.Invocation;
import java.lang.System.Logger;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An interceptor behind the wall. An exception fails the call: a {@link GatewayException} is a
 * refusal, any other is a fault of its own, reported with its class.
 */
final class GuardedInterceptor implements CallInterceptor {
  private static final Logger LOG = System.getLogger(GuardedInterceptor.class.getName());

  private final CallInterceptor interceptor;

  GuardedInterceptor(CallInterceptor interceptor) {
    this.interceptor = interceptor;
  }

  @Override
  public CompletableFuture<ToolResult> intercept(Invocation call, Chain next) {
    CompletionStage<ToolResult> stage;
    try {
      stage = interceptor.intercept(call, next);
    } catch (RuntimeException | Error e) { // not by way of a lambda: each call comes along here
      return CompletableFuture.failedFuture(wrapped(call, e));
    }
    return stage == null
        ? CompletableFuture.failedFuture(failed(call, "it returned null", null))
        : Relay.of(
            stage,
            (relay, result, failure) -> {
              if (result != null) {
                relay.settle(result);
              } else {
                relay.fail(
                    failure == null
                        ? failed(call, "it answered with null", null)
                        : wrapped(call, failure));
              }
            });
  }

  /** A failure of what it passed the call on to is a {@link GatewayException} already. */
  private Throwable wrapped(Invocation call, Throwable problem) {
    if (problem instanceof GatewayException || problem instanceof CancellationException) {
      return problem;
    }
    GatewayException failed = failed(call, problem.toString(), problem);
    if (problem instanceof Error) {
      Guarded.log(LOG, String.valueOf(failed.getMessage()), problem);
    }
    return failed;
  }

  private GatewayException failed(Invocation call, String why, @Nullable Throwable problem) {
    String message =
        "interceptor "
            + interceptor.getClass().getName()
            + " failed at the call of \""
            + call.tool().key()
            + "\": "
            + why;
    return problem == null ? new GatewayException(message) : new GatewayException(message, problem);
  }
}
