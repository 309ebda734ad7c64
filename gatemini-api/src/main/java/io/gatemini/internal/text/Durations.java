package io.gatemini.internal.text;

import java.time.Duration;

/** Durations in messages. */
public final class Durations {
  private Durations() {}

  /** A duration as messages show it, in seconds or milliseconds. */
  public static String text(Duration duration) {
    return duration.toMillis() % 1000 == 0
        ? duration.toSeconds() + " s"
        : duration.toMillis() + " ms";
  }
}
