package io.gatemini.internal.call;

import io.gatemini.CallRefusedException;
import io.gatemini.ToolResult;
import io.gatemini.config.RateLimit;
import io.gatemini.internal.async.TokenBucket;
import io.gatemini.internal.backend.Backends;
import io.gatemini.internal.backend.ManagedBackend;
import io.gatemini.internal.state.CallTracker;
import io.gatemini.internal.text.Durations;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.Invocation;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Takes a token of the backend's bucket, or refuses the call at once and says when to come back.
 */
record RateLimitInterceptor(Backends backends, CallTracker tracker) implements CallInterceptor {
  @Override
  public CompletionStage<ToolResult> intercept(Invocation call, Chain next) {
    ManagedBackend backend = backends.get(call.tool().backend());
    TokenBucket bucket = backend == null ? null : backend.limits().bucket();
    if (backend == null || bucket == null) {
      return next.proceed(call);
    }
    long missing = bucket.take();
    if (missing == 0) {
      return next.proceed(call);
    }
    tracker.recordUnreached(call.context().session(), call.tool().key(), call.tool().backend());
    return CompletableFuture.failedFuture(
        new CallRefusedException(
            call.tool().key()
                + " was not called: the rate_limit of backend \""
                + backend.name()
                + "\""
                + backend.config().rateLimit().map(RateLimitInterceptor::description).orElse("")
                + " is used up; call again in "
                + seconds(missing)));
  }

  private static String description(RateLimit limit) {
    return ", " + limit.maxCalls() + " calls in " + Durations.text(limit.window()) + ",";
  }

  /** Rounded up: who comes back then is served. */
  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.1f s", Math.ceil(nanos / 1e8) / 10);
  }
}
