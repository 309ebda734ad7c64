package io.gatemini.config;

import static io.gatemini.spi.option.OptionType.duration;
import static io.gatemini.spi.option.OptionType.integer;

import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionValues;
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

  static final OptionTable OPTIONS = new OptionTable("rate_limit");
  private static final OptionKey<Integer> MAX_CALLS =
      OPTIONS.addRequired(
          "max_calls",
          integer(1, Integer.MAX_VALUE),
          "The size of a burst, and the calls per window.");
  private static final OptionKey<Duration> WINDOW =
      OPTIONS.add("window", duration(), DEFAULT_WINDOW, "The window.");

  public RateLimit {
    MAX_CALLS.check(maxCalls);
    WINDOW.check(window);
  }

  static RateLimit of(OptionValues values) {
    return new RateLimit(values.get(MAX_CALLS), values.get(WINDOW));
  }
}
