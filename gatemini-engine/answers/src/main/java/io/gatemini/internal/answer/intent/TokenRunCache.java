package io.gatemini.internal.answer.intent;

import io.gatemini.internal.answer.intent.IntentTerms.Source;
import org.jspecify.annotations.Nullable;

/**
 * A cache of what was found in runs of ASCII letters and digits, looked up without taking the run
 * out of its text. Forgets nothing and takes no more than its bound. Not thread-safe.
 */
final class TokenRunCache {
  /** Larger than what is remembered, so that a look ends soon. */
  private static final int SLOTS = 1 << 14;

  private static final int REMEMBERED = SLOTS / 2;
  private static final int LONGEST = 64;
  private static final int HASH_FACTOR = 31;

  /** The answer for a run that was not put. */
  static final long UNKNOWN = -1;

  private final @Nullable String[] runs = new String[SLOTS];
  private final int[] found = new int[SLOTS];
  private int count;

  /** The value put for a run, as an unsigned int, or {@link #UNKNOWN}. */
  long get(Source source, int from, int to) {
    if (to - from > LONGEST) {
      return UNKNOWN;
    }
    int slot = slot(source, from, to);
    return runs[slot] == null ? UNKNOWN : Integer.toUnsignedLong(found[slot]);
  }

  /** Remembers what a run has, where there is room. */
  void put(Source source, int from, int to, int terms) {
    if (to - from <= LONGEST && count < REMEMBERED) {
      int slot = slot(source, from, to);
      runs[slot] = source.text(from, to);
      found[slot] = terms;
      count++;
    }
  }

  /** Where a run is, or would be. */
  private int slot(Source source, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = HASH_FACTOR * hash + source.at(i);
    }
    int slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    String run = runs[slot];
    while (run != null && !isRun(run, source, from, to)) {
      slot = (slot + 1) & (SLOTS - 1);
      run = runs[slot];
    }
    return slot;
  }

  private static boolean isRun(String run, Source source, int from, int to) {
    if (run.length() != to - from) {
      return false;
    }
    for (int i = from; i < to; i++) {
      if (run.charAt(i - from) != source.at(i)) {
        return false;
      }
    }
    return true;
  }
}
