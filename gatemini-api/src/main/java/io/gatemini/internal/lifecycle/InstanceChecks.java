package io.gatemini.internal.lifecycle;

import io.gatemini.BackendUnavailableException;
import io.gatemini.CallTimeoutException;
import io.gatemini.HealthConfig;
import io.gatemini.spi.BackendContext;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Pings the instances of a backend one by one and looks at their memory. Thread-safe. */
final class InstanceChecks {
  private static final Logger LOG = System.getLogger(InstanceChecks.class.getName());
  private static final long MIB = 1 << 20;

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
          running.forEach(this::lookAtMemory);
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

  private CompletableFuture<Void> ping(PooledInstance instance) {
    CompletableFuture<Void> pong;
    try {
      pong = instance.ping();
    } catch (RuntimeException e) {
      pong = CompletableFuture.failedFuture(e);
    }
    limit(pong);
    return pong.whenComplete(
        (nothing, failure) -> {
          if (failure == null || Failures.wish(failure).isPresent()) {
            instance.missedPings.set(0);
          } else {
            int missed = instance.missedPings.incrementAndGet();
            if (missed >= health.failureThreshold()) {
              verdict.condemned(
                  instance,
                  missed == 1 ? "it did not answer a ping" : "it missed " + missed + " pings");
            }
          }
        });
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
    if (context.config().maxMemoryMb().isEmpty()) {
      return;
    }
    long limit = context.config().maxMemoryMb().getAsInt() * MIB;
    OptionalLong used = instance.memoryBytes();
    if (used.isEmpty()) {
      return;
    }
    if (used.getAsLong() > limit) {
      verdict.condemned(
          instance,
          "it used " + used.getAsLong() / MIB + " MiB, more than max_memory_mb " + limit / MIB);
    } else if (used.getAsLong() > limit / 5 * 4 && !instance.memoryWarned) {
      instance.memoryWarned = true;
      LOG.log(
          Level.WARNING,
          "an instance of backend {0} uses {1} of {2} MiB; it is stopped above that",
          context.name(),
          used.getAsLong() / MIB,
          limit / MIB);
    }
  }
}
