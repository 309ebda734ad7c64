package io.gatemini.internal.call;

import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.CallRefusedException;
import io.gatemini.GatewayException;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.config.RetryConfig;
import io.gatemini.internal.async.Failures;
import io.gatemini.internal.async.Tasks;
import io.gatemini.internal.backend.Backends;
import io.gatemini.internal.backend.ManagedBackend;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.Invocation;
import io.gatemini.spi.PluginContext;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Repeats a failed call after growing waits and never beyond its deadline: if the next wait would
 * pass it, the last failure is returned at once. A call that may have been carried out is made
 * again only where its tool says that this does no harm.
 *
 * <p>A call whose backend is down, or whose address refuses the connection, fails at once: the next
 * call tries it again. Every repetition takes a token and a permit of its own; none is held while a
 * call waits. Where the gateway's own limits refuse a repetition, the failure before it is what the
 * caller hears.
 *
 * <p>A call that is answered at once costs nothing here, one that is not costs a {@link CallRelay}.
 */
record RetryInterceptor(Backends backends, PluginContext engine) implements CallInterceptor {
  @Override
  public CompletionStage<ToolResult> intercept(Invocation call, Chain next) {
    CompletableFuture<ToolResult> first = WaitingCall.proceed(call, next);
    if (first.isDone() && !first.isCompletedExceptionally()) {
      return first;
    }
    ManagedBackend backend = backends.get(call.tool().backend());
    if (backend == null) {
      return first;
    }
    RepeatedCall repeated = new RepeatedCall(backend.config().retry(), call, next);
    repeated.follow(first);
    return repeated;
  }

  /**
   * The wait before a repetition: exponential, half of it random so that the callers of a backend
   * that fails do not come back together; the backend's own wish where that is longer.
   *
   * @param repetition from 0
   */
  static long waitNanos(RetryConfig config, int repetition, Throwable failure, double random) {
    double longest =
        Math.min(
            (double) config.maxDelay().toNanos(),
            (double) config.initialDelay().toNanos()
                * Math.pow(config.backoffMultiplier(), repetition));
    long own = (long) (longest * (0.5 + random / 2));
    return failure instanceof BackendUnavailableException unavailable
        // Saturates: a server may name the end of the year 9999.
        ? Math.max(own, unavailable.retryAfter().map(TimeUnit.NANOSECONDS::convert).orElse(0L))
        : own;
  }

  /** Whether making the call twice does no harm, by the word of its backend. */
  static boolean isHarmless(ToolDescriptor tool) {
    return tool.annotations().readOnlyHint().orElse(false)
        || tool.annotations().idempotentHint().orElse(false);
  }

  /**
   * Whether a call may be made again after a failure: it has not reached its backend, or its answer
   * was lost and a second call does no harm. An answer stays an answer, a refusal that lasts a
   * refusal.
   */
  private static boolean isAllowed(Throwable failure, ToolDescriptor tool) {
    return (failure instanceof BackendUnavailableException unavailable && !unavailable.isLasting())
        || (failure instanceof BackendCallException lost && !lost.isAnswer() && isHarmless(tool));
  }

  /** Whether no connection was made, known within moments: the call was certainly not made. */
  private static boolean isUnreachable(Throwable failure) {
    for (Throwable t = failure; t instanceof GatewayException; t = t.getCause()) {
      Throwable cause = t.getCause();
      if (cause instanceof ConnectException
          || cause instanceof NoRouteToHostException
          || cause instanceof UnknownHostException) {
        return failure instanceof BackendUnavailableException;
      }
    }
    return false;
  }

  private boolean isWorthwhile(Invocation call) {
    ManagedBackend backend = backends.get(call.tool().backend());
    return backend != null && !backend.isDown();
  }

  /** A call, and those that follow it. */
  private final class RepeatedCall extends CallRelay implements Runnable {
    private final RetryConfig config;
    private final Invocation call;
    private final Chain next;
    private int repetitions;
    private @Nullable Throwable last;
    private volatile @Nullable Future<?> pause;

    RepeatedCall(RetryConfig config, Invocation call, Chain next) {
      this.config = config;
      this.call = call;
      this.next = next;
    }

    @Override
    void failed(Throwable failure) {
      if (last != null && failure instanceof CallRefusedException) {
        fail(last);
        return;
      }
      if (isUnreachable(failure)) {
        fail(
            new BackendUnavailableException(
                "\"" + call.tool().key() + "\" was not called: " + Failures.sentence(failure),
                failure));
        return;
      }
      if (repetitions >= config.maxRetries()
          || !isAllowed(failure, call.tool())
          || !isWorthwhile(call)) {
        fail(failure);
        return;
      }
      double random = ThreadLocalRandom.current().nextDouble();
      long wait = waitNanos(config, repetitions, failure, random);
      if (call.context().deadlineNanos() - System.nanoTime() <= wait) {
        fail(failure);
        return;
      }
      last = failure;
      repetitions++;
      Future<?> begun = Tasks.trySchedule(engine::scheduler, Duration.ofNanos(wait), this::goOn);
      pause = begun;
      if (begun == null) {
        // The gateway is closing.
        fail(failure);
      } else if (isDone()) {
        begun.cancel(false);
      }
    }

    /** The scheduler's threads keep the deadlines of everybody; a call may take a moment. */
    private void goOn() {
      Throwable known = last;
      if (!Tasks.tryExecute(engine::executor, this) && known != null) {
        fail(known);
      }
    }

    @Override
    public void run() {
      if (!isDone()) {
        follow(WaitingCall.proceed(call, next));
      }
    }

    @Override
    protected void givenUp(@Nullable Throwable problem) {
      Future<?> waiting = pause;
      if (waiting != null) {
        waiting.cancel(false);
      }
      super.givenUp(problem);
    }
  }
}
