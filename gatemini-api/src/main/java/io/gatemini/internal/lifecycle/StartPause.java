package io.gatemini.internal.lifecycle;

import java.time.Duration;

/**
 * The pause before a further start when one has failed: 250 ms, doubled with each failure that
 * follows, 30 s at most. Not thread-safe.
 */
final class StartPause {
  private static final Duration FIRST = Duration.ofMillis(250);
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final int DOUBLINGS = 7;

  private int failures;
  private long endNanos = System.nanoTime();

  void failed() {
    Duration doubled = FIRST.multipliedBy(1L << Math.min(failures, DOUBLINGS));
    failures++;
    endNanos = System.nanoTime() + Math.min(doubled.toNanos(), LONGEST.toNanos());
  }

  /** Instances are of use again: the next failure is the first one. */
  void succeeded() {
    failures = 0;
  }

  /** What is left of the pause, in nanoseconds; 0 when there is none. */
  long leftNanos() {
    return Math.max(0, endNanos - System.nanoTime());
  }
}
