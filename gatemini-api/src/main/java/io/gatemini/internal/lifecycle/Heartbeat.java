package io.gatemini.internal.lifecycle;

import io.gatemini.CallTimeoutException;
import io.gatemini.HealthConfig;
import io.gatemini.internal.async.Deadlines;
import io.gatemini.internal.config.Durations;
import io.gatemini.internal.thread.Guarded;
import io.gatemini.spi.Backend;
import io.gatemini.spi.PluginContext;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Pings one life of a backend: every interval, give or take a tenth, so that many backends are not
 * pinged at once. A ping without an answer is repeated after the ping timeout; so many in a row as
 * {@code failure_threshold} says make the backend unresponsive, and the pinging ends. A refusal
 * that says when to come again is no miss; the next ping waits until then, five minutes at most.
 */
final class Heartbeat {
  private static final Logger LOG = System.getLogger(Heartbeat.class.getName());
  private static final double JITTER = 0.1;

  private final Backend backend;
  private final HealthConfig health;
  private final PluginContext engine;
  private final Deadlines deadlines;
  private final Listener listener;
  private int missed;

  /** How many count as missed while none is. */
  private int missedBefore;

  private boolean ended;
  private @Nullable ScheduledFuture<?> next;

  /** Hears how the pings go; called on whatever thread a ping ends on. */
  interface Listener {
    /** The backend answered. */
    default void answered() {}

    /** It did not, as often as it may. */
    void unresponsive(String reason);
  }

  Heartbeat(
      Backend backend,
      HealthConfig health,
      PluginContext engine,
      Deadlines deadlines,
      Listener listener) {
    this.backend = backend;
    this.health = health;
    this.engine = engine;
    this.deadlines = deadlines;
    this.listener = listener;
  }

  /** Begins, with the first ping somewhere in the first interval. */
  void begin() {
    double part = 0.5 + ThreadLocalRandom.current().nextDouble(0.5);
    after(Duration.ofNanos((long) (health.interval().toNanos() * part)));
  }

  /** Begins with one ping that decides, after a pause. */
  void probeAfter(Duration pause) {
    synchronized (this) {
      missedBefore = health.failureThreshold() - 1;
      missed = missedBefore;
    }
    after(pause);
  }

  synchronized void end() {
    ended = true;
    if (next != null) {
      next.cancel(false);
    }
  }

  private synchronized void after(Duration pause) {
    if (ended) {
      return;
    }
    try {
      next =
          engine
              .scheduler()
              .schedule(
                  this::pingInBackground,
                  // Saturates: a long interval may have a large recovery_multiplier.
                  TimeUnit.NANOSECONDS.convert(pause),
                  TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      ended = true; // the gateway is closing
    }
  }

  /** A ping that blocks must hold up its own backend only, not the deadlines of everybody. */
  private void pingInBackground() {
    try {
      engine.executor().execute(this::ping);
    } catch (RejectedExecutionException e) {
      if (e.getCause() instanceof OutOfMemoryError) {
        after(interval());
      } else {
        end(); // the gateway is closing
      }
    }
  }

  private void ping() {
    long began = System.nanoTime();
    CompletableFuture<Void> pong = new CompletableFuture<>();
    deadlines.watch(
        pong,
        began + health.timeout().toNanos(),
        () -> new CallTimeoutException("no answer within " + Durations.text(health.timeout())));
    pong.whenComplete(
        (nothing, failure) ->
            Guarded.run(LOG, "a ping was not counted", () -> answered(failure, began)));
    CompletableFuture<Void> answer = Failures.orAnswerOf(backend::ping);
    answer.whenComplete(
        (nothing, failure) -> {
          if (failure != null && Failures.cause(failure) instanceof Error defect) {
            Guarded.log(LOG, "a backend failed at a ping", defect);
          }
        });
    answer.whenComplete(
        (nothing, failure) -> {
          if (failure == null) {
            pong.complete(null);
          } else {
            pong.completeExceptionally(failure);
          }
        });
    pong.whenComplete(
        (nothing, late) -> {
          if (late != null) {
            answer.completeExceptionally(late);
          }
        });
  }

  private void answered(@Nullable Throwable failure, long began) {
    Optional<Duration> wish = Failures.wish(failure);
    int misses;
    synchronized (this) {
      if (ended) {
        return;
      }
      missed = failure == null ? 0 : wish.isPresent() ? missedBefore : missed + 1;
      misses = missed;
    }
    if (failure == null) {
      listener.answered();
      after(interval());
    } else if (wish.isPresent()) {
      // It refuses because it has too much to do, so it lives; but it serves nobody yet.
      Duration interval = interval();
      after(interval.compareTo(wish.get()) > 0 ? interval : wish.get());
    } else if (misses < health.failureThreshold()) {
      // One ping a timeout: what refuses at once gets as much time as what is silent.
      after(health.timeout().minusNanos(System.nanoTime() - began));
    } else {
      end();
      listener.unresponsive(
          (misses == 1 ? "it did not answer a ping" : "it did not answer " + misses + " pings")
              + " ("
              + Failures.sentence(failure)
              + ")");
    }
  }

  private Duration interval() {
    double factor = 1 + ThreadLocalRandom.current().nextDouble(-JITTER, JITTER);
    return Duration.ofNanos((long) (health.interval().toNanos() * factor));
  }
}
