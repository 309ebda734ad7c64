package io.gatemini.internal.instance;

import io.gatemini.BackendUnavailableException;
import io.gatemini.CallTimeoutException;
import io.gatemini.HealthConfig;
import io.gatemini.internal.async.Failures;
import io.gatemini.internal.thread.Guarded;
import io.gatemini.spi.BackendContext;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Pings the instances of a backend one by one and looks at their memory. An instance that misses a
 * ping is pinged again after the ping timeout, whatever the others do, until it answers or has
 * missed as many as {@code failure_threshold} says. Thread-safe.
 */
final class InstanceChecks {
  private static final Logger LOG = System.getLogger(InstanceChecks.class.getName());

  private final BackendContext context;
  private final HealthConfig health;
  private final Verdict verdict;

  /** Hears of an instance that has to go. */
  interface Verdict {
    void condemned(PooledInstance instance, String reason);
  }

  InstanceChecks(BackendContext context, HealthConfig health, Verdict verdict) {
    this.context = context;
    this.health = health;
    this.verdict = verdict;
  }

  /**
   * Checks all at the same time, in the background. Completes at once where there is room for
   * another instance, else with the first answer.
   */
  CompletableFuture<Void> check(List<PooledInstance> running, boolean room) {
    CompletableFuture<Void> serves = new CompletableFuture<>();
    if (room || running.isEmpty()) {
      serves.complete(null);
    }
    AtomicInteger open = new AtomicInteger(running.size());
    inBackground(
        () -> {
          for (PooledInstance instance : running) {
            ping(instance)
                .whenComplete(
                    (nothing, failure) -> {
                      if (failure == null) {
                        serves.complete(null);
                      }
                      if (open.decrementAndGet() == 0) {
                        serves.completeExceptionally(
                            new BackendUnavailableException(
                                "none of the "
                                    + running.size()
                                    + " instances of backend \""
                                    + context.name()
                                    + "\" answers"));
                      }
                    });
          }
          running.forEach(
              instance ->
                  Guarded.run(
                      LOG,
                      "the memory of an instance could not be looked at",
                      () -> lookAtMemory(instance)));
        });
    return serves;
  }

  private void inBackground(Runnable task) {
    try {
      context.executor().execute(task);
    } catch (RejectedExecutionException e) {
      LOG.log(Level.DEBUG, "{0}: the gateway is closing", context.name());
    }
  }

  /** The next outcome: of a ping that is made now, unless the instance is being pinged. */
  private CompletableFuture<Void> ping(PooledInstance instance) {
    CompletableFuture<Void> pong = new CompletableFuture<>();
    CompletableFuture<Void> known = instance.ping.compareAndExchange(null, pong);
    if (known != null) {
      return known;
    }
    ping(instance, pong);
    return pong;
  }

  private void ping(PooledInstance instance, CompletableFuture<Void> pong) {
    long began = System.nanoTime();
    CompletableFuture<Void> answer = instance.ping();
    limit(answer);
    answer.whenComplete(
        (nothing, failure) -> {
          if (failure == null || Failures.wish(failure).isPresent()) {
            instance.missedPings.set(0);
            instance.ping.set(null);
            pong.complete(null);
          } else {
            if (failure instanceof Error) {
              Guarded.log(
                  LOG, "an instance of backend " + context.name() + " cannot ping", failure);
            }
            missed(instance, began);
            pong.completeExceptionally(failure);
          }
        });
  }

  private void missed(PooledInstance instance, long began) {
    int missed = instance.missedPings.incrementAndGet();
    if (missed < health.failureThreshold()) {
      again(instance, health.timeout().toNanos() - (System.nanoTime() - began));
    } else {
      instance.ping.set(null);
      verdict.condemned(
          instance, missed == 1 ? "it did not answer a ping" : "it missed " + missed + " pings");
    }
  }

  /** One ping a timeout: the next check of all may be far, and its session calls it meanwhile. */
  private void again(PooledInstance instance, long nanos) {
    CompletableFuture<Void> next = new CompletableFuture<>();
    instance.ping.set(next);
    try {
      context
          .scheduler()
          .schedule(() -> inBackground(() -> ping(instance, next)), nanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      LOG.log(Level.DEBUG, "{0}: the gateway is closing", context.name());
    }
  }

  private void limit(CompletableFuture<Void> pong) {
    if (pong.isDone()) {
      return;
    }
    try {
      ScheduledFuture<?> timer =
          context
              .scheduler()
              .schedule(
                  () -> pong.completeExceptionally(new CallTimeoutException("no answer")),
                  health.timeout().toNanos(),
                  TimeUnit.NANOSECONDS);
      pong.whenComplete((nothing, failure) -> timer.cancel(false));
    } catch (RejectedExecutionException e) {
      LOG.log(Level.DEBUG, "{0}: the gateway is closing", context.name());
    }
  }

  private void lookAtMemory(PooledInstance instance) {
    MemoryLimit limit = instance.memoryLimit;
    if (limit != null) {
      limit.check(instance.memoryBytes()).ifPresent(excess -> verdict.condemned(instance, excess));
    }
  }
}
