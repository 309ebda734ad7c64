package io.gatemini.internal.lifecycle;

import io.gatemini.HealthConfig;
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
  /** Twice as long each time: 2 to the power of 20 is beyond any longest wait. */
  private static final int MOST_DOUBLINGS = 20;

  private final HealthConfig health;
  private final LongSupplier nanoTime;
  private final Deque<Long> recentRestarts = new ArrayDeque<>();
  private int endsInARow;
  private boolean crashLoop;
  private boolean healthy;
  private long healthySince;

  /**
   * @param nanoTime in terms of {@link System#nanoTime()}
   */
  RestartPolicy(HealthConfig health, LongSupplier nanoTime) {
    this.health = health;
    this.nanoTime = nanoTime;
  }

  /**
   * What to do after an end.
   *
   * @param delay how long to wait with the next start
   * @param crashLoop whether nobody should wait for it
   */
  record Next(Duration delay, boolean crashLoop) {}

  /** The backend is healthy from now on. */
  void becameHealthy() {
    healthy = true;
    healthySince = nanoTime.getAsLong();
  }

  /** A restart begins. */
  void restarted() {
    recentRestarts.addLast(nanoTime.getAsLong());
  }

  /** A life, or an attempt at one, has ended. */
  Next ended() {
    long now = nanoTime.getAsLong();
    long window = health.restartWindow().toNanos();
    if (healthy && now - healthySince >= window) {
      endsInARow = 0;
      crashLoop = false;
    }
    healthy = false;
    while (!recentRestarts.isEmpty() && now - recentRestarts.peekFirst() >= window) {
      recentRestarts.removeFirst();
    }
    crashLoop |= recentRestarts.size() >= health.maxRestarts();
    Duration delay = crashLoop ? health.restartMaxBackoff() : backoff();
    endsInARow++;
    return new Next(delay, crashLoop);
  }

  private Duration backoff() {
    Duration doubled =
        health.restartInitialBackoff().multipliedBy(1L << Math.min(endsInARow, MOST_DOUBLINGS));
    Duration longest = health.restartMaxBackoff();
    return doubled.compareTo(longest) > 0 ? longest : doubled;
  }
}
