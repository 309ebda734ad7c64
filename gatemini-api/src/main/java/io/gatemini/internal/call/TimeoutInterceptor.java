package io.gatemini.internal.call;

import io.gatemini.BackendConfig;
import io.gatemini.CallRefusedException;
import io.gatemini.CallTimeoutException;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Deadlines;
import io.gatemini.internal.lifecycle.Backends;
import io.gatemini.internal.lifecycle.ManagedBackend;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.Invocation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Fails a call at its deadline, which cancels it down to the backend. While it is not answered, the
 * backend is suspected of hanging every now and then.
 */
final class TimeoutInterceptor implements CallInterceptor {
  private final Deadlines deadlines;
  private final Backends backends;
  private final long suspicionNanos;

  TimeoutInterceptor(Deadlines deadlines, Backends backends) {
    this.deadlines = deadlines;
    this.backends = backends;
    this.suspicionNanos = TimeUnit.NANOSECONDS.convert(backends.suspicionAfter());
  }

  @Override
  public CompletionStage<ToolResult> intercept(Invocation call, Chain next) {
    long started = System.nanoTime();
    if (call.deadlineNanos() - started <= 0) {
      return CompletableFuture.failedFuture(noTimeLeft(call.tool().name()));
    }
    CompletableFuture<ToolResult> result = next.proceed(call).toCompletableFuture();
    watch(result, call, started);
    return result;
  }

  private void watch(CompletableFuture<ToolResult> result, Invocation call, long now) {
    if (call.deadlineNanos() - now <= suspicionNanos) {
      deadlines.watch(result, call.deadlineNanos(), () -> expired(call));
    } else {
      long next = now + suspicionNanos;
      deadlines.at(
          result,
          next,
          () -> {
            watch(result, call, next);
            suspect(call.tool().backend());
          });
    }
  }

  private CallTimeoutException expired(Invocation call) {
    String backend = call.tool().backend();
    ManagedBackend called = backends.get(backend);
    return CallLimits.expired(
        call.tool().name(),
        call.timeout(),
        called == null ? BackendConfig.of("") : called.config(),
        backend);
  }

  private void suspect(String backend) {
    ManagedBackend silent = backends.get(backend);
    if (silent != null) {
      silent.suspect();
    }
  }

  /** For a call that has used its time up before it was made. */
  static CallRefusedException noTimeLeft(String tool) {
    return new CallRefusedException(tool + " was not called: no time was left");
  }
}
