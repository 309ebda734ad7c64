package io.gatemini;

import java.time.Duration;
import java.util.Objects;

/** Checks of configured numbers; each names the key as configurations write it. */
final class Bounds {
  /** More than any wait needs; "for ever" in any unit fits no clock that counts nanoseconds. */
  private static final Duration LONGEST = Duration.ofDays(365);

  private Bounds() {}

  static int between(int least, int most, String key, int value) {
    if (value < least) {
      throw new ConfigException(key + " must be at least " + least + ", not " + value);
    }
    if (value > most) {
      throw new ConfigException(key + " must be at most " + most + ", not " + value);
    }
    return value;
  }

  /** More than nothing, and at most a year. */
  static Duration positive(String key, Duration value) {
    Objects.requireNonNull(value, key);
    if (value.isZero() || value.isNegative()) {
      throw new ConfigException(key + " must be positive, not " + value);
    }
    if (value.compareTo(LONGEST) > 0) {
      throw new ConfigException(
          key + " must be at most " + LONGEST.toDays() + " days, not " + value);
    }
    return value;
  }
}
