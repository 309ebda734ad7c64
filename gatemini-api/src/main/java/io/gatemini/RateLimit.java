package io.gatemini;

import java.time.Duration;

/**
 * How many calls a backend gets: a bucket of {@code maxCalls} tokens that refills evenly over the
 * window. A call that finds it empty fails at once.
 *
 * @param maxCalls how many calls at once, and how many a window
 * @param window how long the bucket takes to fill
 */
public record RateLimit(int maxCalls, Duration window) {
  /** The window where none is said. */
  public static final Duration DEFAULT_WINDOW = Duration.ofSeconds(60);

  public RateLimit {
    Bounds.between(1, Integer.MAX_VALUE, "rate_limit.max_calls", maxCalls);
    Bounds.positive("rate_limit.window", window);
  }
}
