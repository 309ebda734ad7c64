package io.gatemini;

import java.time.Duration;
import java.util.Objects;

/** Checks of configured numbers; each names the key as configurations write it. */
final class Bounds {
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

  static Duration positive(String key, Duration value) {
    Objects.requireNonNull(value, key);
    if (value.isZero() || value.isNegative()) {
      throw new ConfigException(key + " must be positive, not " + value);
    }
    return value;
  }
}
