package io.gatemini.internal.backend.instance;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The delay before the next start after failures: doubles with each failure in a row, up to a
 * longest one. Not thread-safe.
 */
public final class Backoff {
  /** Twice as long each time: 2 to the power of 20 is beyond any longest delay. */
  private static final int MOST_DOUBLINGS = 20;

  private final Supplier<Duration> initial;
  private final Supplier<Duration> longest;
  private int failures;
  private long endNanos = System.nanoTime();

  public Backoff(Supplier<Duration> initial, Supplier<Duration> longest) {
    this.initial = initial;
    this.longest = longest;
  }

  /** Counts a failure and returns the delay after it. */
  public Duration failed() {
    Duration doubled = initial.get().multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS));
    failures++;
    Duration most = longest.get();
    Duration delay = doubled.compareTo(most) > 0 ? most : doubled;
    endNanos = System.nanoTime() + TimeUnit.NANOSECONDS.convert(delay);
    return delay;
  }

  /** Returns what is left of the last delay, in nanoseconds; 0 when it is over. */
  long leftNanos() {
    return Math.max(0, endNanos - System.nanoTime());
  }

  /** Makes the next failure the first one; a delay that runs goes on. */
  public void reset() {
    failures = 0;
  }
}
