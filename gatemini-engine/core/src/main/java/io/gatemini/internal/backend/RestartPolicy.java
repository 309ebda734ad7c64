package io.gatemini.internal.backend;

import io.gatemini.config.HealthConfig;
import io.gatemini.internal.backend.instance.Backoff;
import io.gatemini.internal.text.Durations;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * When a backend that has ended is started again. Each end in a row doubles the wait, up to the
 * longest; a life that was healthy for ten seconds makes the next wait the first one. {@code
 * max_restarts} within the window are a crash loop: from then on the backend counts as stopped and
 * is only tried at the longest wait, until a life lasts for the window.
 *
 * <p>Not thread-safe; its backend guards it.
 */
final class RestartPolicy {
  /** Longer than what fails at the first work that it is given. */
  private static final long HEALTHY_LIFE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Supplier<HealthConfig> health;
  private final LongSupplier nanoTime;
  private final Deque<Long> recentRestarts = new ArrayDeque<>();
  private final Backoff backoff;
  private boolean crashLoop;
  private boolean asked;
  private boolean healthy;
  private long healthySince;

  /**
   * @param nanoTime in terms of {@link System#nanoTime()}
   */
  RestartPolicy(Supplier<HealthConfig> health, LongSupplier nanoTime) {
    this.health = health;
    this.nanoTime = nanoTime;
    this.backoff =
        new Backoff(
            () -> health.get().restartInitialBackoff(), () -> health.get().restartMaxBackoff());
  }

  /**
   * The decision after an end.
   *
   * @param delay how long to wait with the next start
   * @param crashLoop whether callers should not wait for it
   */
  record Next(Duration delay, boolean crashLoop) {
    /** The same, with a delay that is no shorter than the backend wants to be left alone. */
    Next atLeast(Duration wish) {
      return delay.compareTo(wish) < 0 ? new Next(wish, crashLoop) : this;
    }

    /** The decision for a log. */
    String text() {
      return "next start in "
          + Durations.text(delay)
          + (crashLoop ? " (it ends again and again)" : "");
    }
  }

  /** Forgets all that has failed; the next restart is asked for, and counts for nothing. */
  void reset() {
    asked = true;
    backoff.reset();
    recentRestarts.clear();
    crashLoop = false;
    healthy = false;
  }

  /** The backend is healthy from now on. */
  void becameHealthy() {
    healthy = true;
    healthySince = nanoTime.getAsLong();
  }

  /** A restart begins. */
  void restarted() {
    if (!asked) {
      recentRestarts.addLast(nanoTime.getAsLong());
    }
    asked = false;
  }

  /** A life, or an attempt at one, has ended. */
  Next ended() {
    long now = nanoTime.getAsLong();
    long window = health.get().restartWindow().toNanos();
    long life = healthy ? now - healthySince : -1;
    if (life >= Math.min(window, HEALTHY_LIFE_NANOS)) {
      backoff.reset();
      crashLoop &= life < window;
    }
    healthy = false;
    while (!recentRestarts.isEmpty() && now - recentRestarts.peekFirst() >= window) {
      recentRestarts.removeFirst();
    }
    crashLoop |= recentRestarts.size() >= health.get().maxRestarts();
    Duration delay = backoff.failed();
    return new Next(crashLoop ? health.get().restartMaxBackoff() : delay, crashLoop);
  }
}
