package io.gatemini.internal.lifecycle;

import java.time.Duration;

/** How long to wait before a backend is started again: 1, 2, 4, 8, 16, then 30 seconds. */
final class RestartBackoff {
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final int DOUBLINGS = 5;

  private RestartBackoff() {}

  /** The delay after so many failures in a row. */
  static Duration delay(int failures) {
    Duration doubled = FIRST.multipliedBy(1L << Math.min(failures, DOUBLINGS));
    return doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
  }
}
