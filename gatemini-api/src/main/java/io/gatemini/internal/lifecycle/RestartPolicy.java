package io.gatemini.internal.lifecycle;

import io.gatemini.HealthConfig;
import io.gatemini.internal.instance.Backoff;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/**
 * When a backend that has ended is started again. Each end in a row doubles the wait, up to the
 * longest; a life that was healthy for a whole restart window makes a fresh start. {@code
 * max_restarts} within the window are a crash loop: from then on the backend counts as stopped and
 * is only tried at the longest wait, until a life lasts.
 *
 * <p>Not thread-safe; its backend guards it.
 */
final class RestartPolicy {
  private final HealthConfig health;
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
  RestartPolicy(HealthConfig health, LongSupplier nanoTime) {
    this.health = health;
    this.nanoTime = nanoTime;
    this.backoff = new Backoff(health.restartInitialBackoff(), health.restartMaxBackoff());
  }

  /**
   * The decision after an end.
   *
   * @param delay how long to wait with the next start
   * @param crashLoop whether nobody should wait for it
   */
  record Next(Duration delay, boolean crashLoop) {}

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
    long window = health.restartWindow().toNanos();
    if (healthy && now - healthySince >= window) {
      backoff.reset();
      crashLoop = false;
    }
    healthy = false;
    while (!recentRestarts.isEmpty() && now - recentRestarts.peekFirst() >= window) {
      recentRestarts.removeFirst();
    }
    crashLoop |= recentRestarts.size() >= health.maxRestarts();
    Duration delay = backoff.failed();
    return new Next(crashLoop ? health.restartMaxBackoff() : delay, crashLoop);
  }
}
