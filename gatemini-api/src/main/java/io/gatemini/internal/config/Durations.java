package io.gatemini.internal.config;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as configurations write them: {@code 500ms}, {@code 30s}, {@code 5m}, {@code 1h}. */
public final class Durations {
  // Nine digits of hours are 114,000 years: no unit can overflow.
  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|h)?");

  private Durations() {}

  /** A positive duration, bare numbers being seconds; empty when the text is none. */
  public static Optional<Duration> parse(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long amount = Long.parseLong(matcher.group(1));
    String unit = matcher.group(2);
    Duration duration =
        switch (unit == null ? "s" : unit) {
          case "ms" -> Duration.ofMillis(amount);
          case "m" -> Duration.ofMinutes(amount);
          case "h" -> Duration.ofHours(amount);
          default -> Duration.ofSeconds(amount);
        };
    return duration.isZero() ? Optional.empty() : Optional.of(duration);
  }

  /** A duration as messages tell it, in seconds or milliseconds. */
  public static String text(Duration duration) {
    return duration.toMillis() % 1000 == 0
        ? duration.toSeconds() + " s"
        : duration.toMillis() + " ms";
  }
}
