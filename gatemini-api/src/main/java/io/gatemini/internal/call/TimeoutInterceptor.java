package io.gatemini.internal.call;

import io.gatemini.CallContext;
import io.gatemini.CallRefusedException;
import io.gatemini.CallTimeoutException;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.async.Deadlines;
import io.gatemini.internal.lifecycle.Backends;
import io.gatemini.internal.lifecycle.ManagedBackend;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.Invocation;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Fails a call at its deadline, which cancels it down to the backend; reports of progress move that
 * of a call whose caller states none. While it is not answered, the backend is suspected of hanging
 * every now and then.
 */
final class TimeoutInterceptor implements CallInterceptor {
  private final Deadlines deadlines;
  private final Backends backends;

  TimeoutInterceptor(Deadlines deadlines, Backends backends) {
    this.deadlines = deadlines;
    this.backends = backends;
  }

  @Override
  public CompletionStage<ToolResult> intercept(Invocation call, Chain next) {
    long started = System.nanoTime();
    if (call.context().deadlineNanos() - started <= 0) {
      return CompletableFuture.failedFuture(noTimeLeft(call.tool().name()));
    }
    ReportedDeadline reported = reported(call);
    CompletableFuture<ToolResult> result =
        next.proceed(
                reported == null ? call : call.withContext(call.context().withProgress(reported)))
            .toCompletableFuture();
    watch(result, call, reported, started);
    return result;
  }

  private @Nullable ReportedDeadline reported(Invocation call) {
    CallContext context = call.context();
    if (!context.client().progress().isListening() || context.timeout().isPresent()) {
      return null;
    }
    BackendConfig config = config(call);
    return new ReportedDeadline(
        call,
        TimeUnit.NANOSECONDS.convert(config.timeout()),
        TimeUnit.NANOSECONDS.convert(config.maxTimeout()));
  }

  private void watch(
      CompletableFuture<ToolResult> result,
      Invocation call,
      @Nullable ReportedDeadline reported,
      long now) {
    long deadline = reported == null ? call.context().deadlineNanos() : reported.nanos();
    long suspicionNanos = TimeUnit.NANOSECONDS.convert(backends.suspicionAfter());
    if (deadline - now > suspicionNanos) {
      long next = now + suspicionNanos;
      deadlines.at(
          result,
          next,
          () -> {
            watch(result, call, reported, next);
            suspect(call.tool().backend());
          });
    } else if (reported == null) {
      deadlines.watch(result, deadline, () -> expired(call, false));
    } else {
      deadlines.at(
          result,
          deadline,
          () -> {
            if (reported.nanos() - deadline > 0) {
              watch(result, call, reported, deadline);
            } else {
              result.completeExceptionally(expired(call, reported.isLast()));
            }
          });
    }
  }

  private CallTimeoutException expired(Invocation call, boolean isLast) {
    BackendConfig config = config(call);
    return CallLimits.expired(
        call.tool().name(),
        isLast ? Optional.of(config.maxTimeout()) : call.context().timeout(),
        config,
        call.tool().backend());
  }

  private BackendConfig config(Invocation call) {
    ManagedBackend backend = backends.get(call.tool().backend());
    // One that was removed: what a backend has that says nothing.
    return backend == null ? BackendConfig.of("") : backend.config();
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
