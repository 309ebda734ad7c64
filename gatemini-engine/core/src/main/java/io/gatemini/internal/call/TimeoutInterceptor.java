package io.gatemini.internal.call;

import io.gatemini.CallRefusedException;
import io.gatemini.CallTimeoutException;
import io.gatemini.ClientChannel;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.async.Deadlines;
import io.gatemini.internal.backend.Backends;
import io.gatemini.internal.backend.ManagedBackend;
import io.gatemini.internal.text.Durations;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.Invocation;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Fails a call at its deadline, which cancels it down to the backend; that of a call whose client
 * is heard of {@linkplain MovingDeadline may move}. While it is not answered, and no person is
 * asked, the backend is suspected of hanging every now and then.
 */
record TimeoutInterceptor(Deadlines deadlines, Backends backends) implements CallInterceptor {
  /** A tenth of a second, in which a person does nothing. */
  private static final long LEAST_PAUSE = 100_000_000;

  @Override
  public CompletionStage<ToolResult> intercept(Invocation call, Chain next) {
    long started = System.nanoTime();
    if (call.context().deadlineNanos() - started <= 0) {
      return CompletableFuture.failedFuture(noTimeLeft(call.tool().key()));
    }
    MovingDeadline moving =
        call.context().client() == ClientChannel.none()
            ? null
            : new MovingDeadline(call, config(call));
    CompletableFuture<ToolResult> result =
        next.proceed(moving == null ? call : call.withContext(call.context().withClient(moving)))
            .toCompletableFuture();
    watch(result, call, moving, started);
    return result;
  }

  private void watch(
      CompletableFuture<ToolResult> result,
      Invocation call,
      @Nullable MovingDeadline moving,
      long now) {
    long deadline = moving == null ? call.context().deadlineNanos() : moving.nanos(now);
    long suspicionNanos = TimeUnit.NANOSECONDS.convert(backends.suspicionAfter());
    if (deadline - now > suspicionNanos) {
      long next = now + suspicionNanos;
      deadlines.at(
          result,
          next,
          () -> {
            watch(result, call, moving, next);
            // A simple server reads nothing but the answer while it waits for a person.
            if (moving == null || !moving.isStill(next)) {
              suspect(call.tool().backend());
            }
          });
    } else if (moving == null) {
      deadlines.watch(result, deadline, () -> expired(call, false));
    } else {
      // Little is left, and stays as little while it stands still: no look follows another at once.
      long look = moving.isStill(now) ? Math.max(deadline - now, LEAST_PAUSE) + now : deadline;
      deadlines.at(
          result,
          look,
          () -> {
            if (moving.nanos(look) - look > 0) {
              watch(result, call, moving, look);
            } else {
              result.completeExceptionally(expired(call, moving.isLast()));
            }
          });
    }
  }

  private CallTimeoutException expired(Invocation call, boolean isLast) {
    BackendConfig config = config(call);
    return expired(
        call.tool().key(),
        isLast ? Optional.of(config.maxTimeout()) : call.context().timeout(),
        config,
        call.tool().backend());
  }

  /**
   * The error of a call whose time is over: which limit ended it, and how to lift that.
   *
   * @param stated the timeout of its caller, if there is one
   */
  static CallTimeoutException expired(
      String tool, Optional<Duration> stated, BackendConfig config, String backend) {
    Duration most = config.maxTimeout();
    Duration limit = stated.orElse(config.timeout());
    boolean canBeLifted = limit.compareTo(most) < 0;
    String whose =
        canBeLifted && stated.isPresent()
            ? "the timeout of the call"
            : (canBeLifted ? "the timeout" : "the max_timeout") + " of backend \"" + backend + "\"";
    return new CallTimeoutException(
        tool
            + " did not answer within "
            + Durations.text(canBeLifted ? limit : most)
            + ", "
            + whose
            + (canBeLifted
                ? "; give the call a longer \"timeout\" (up to " + Durations.text(most) + ")"
                : "; ask for less, or raise it in the configuration"));
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
