package io.gatemini.internal.state;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;

/** Where a value of a state store is. */
record StatePlace(String area, String key) implements Comparable<StatePlace> {
  private static final Comparator<StatePlace> BY_NAME =
      Comparator.comparing(StatePlace::area).thenComparing(StatePlace::key);

  /** Whether a file can name it: half a surrogate pair is no text. */
  boolean isText() {
    return StandardCharsets.UTF_8.newEncoder().canEncode(area + "/" + key);
  }

  @Override
  public int compareTo(StatePlace other) {
    return BY_NAME.compare(this, other);
  }
}
