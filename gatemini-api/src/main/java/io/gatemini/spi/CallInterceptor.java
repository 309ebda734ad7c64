package io.gatemini.spi;

import io.gatemini.ToolResult;
import io.gatemini.stability.Stable;
import java.util.concurrent.CompletionStage;

/**
 * Sees, changes or refuses a call on its way to the backend. Interceptors run on the caller's
 * thread and must not block.
 *
 * <p>An interceptor that only looks at the answer returns the very stage that {@link Chain#proceed}
 * gave it: cancellation then reaches the backend without a detour.
 */
@Stable
@FunctionalInterface
public interface CallInterceptor {
  /** Passes the call on with {@link Chain#proceed}, or answers it itself. */
  CompletionStage<ToolResult> intercept(Invocation call, Chain next);

  /** The rest of the path. */
  @FunctionalInterface
  interface Chain {
    /** Goes on to the next interceptor, or to the backend. */
    CompletionStage<ToolResult> proceed(Invocation call);
  }
}
