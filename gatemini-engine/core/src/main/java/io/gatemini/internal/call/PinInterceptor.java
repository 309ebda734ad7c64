package io.gatemini.internal.call;

import io.gatemini.ToolResult;
import io.gatemini.UnknownToolException;
import io.gatemini.internal.backend.Backends;
import io.gatemini.internal.state.CallTracker;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.Invocation;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Refuses a tool that was quarantined while its call waited: a call of a remembered tool starts its
 * backend, and only what that lists then is compared with the pins.
 */
record PinInterceptor(Backends backends, CallTracker tracker) implements CallInterceptor {
  @Override
  public CompletionStage<ToolResult> intercept(Invocation call, Chain next) {
    String key = call.tool().key();
    Optional<String> quarantine = backends.quarantine(call.tool().backend(), key);
    if (quarantine.isEmpty()) {
      return next.proceed(call);
    }
    tracker.recordUnreached(call.context().session(), key, call.tool().backend());
    return CompletableFuture.failedFuture(new UnknownToolException(quarantine.get()));
  }
}
