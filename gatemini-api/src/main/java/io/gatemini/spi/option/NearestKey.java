package io.gatemini.spi.option;

import io.gatemini.text.EditDistance;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the key that was probably meant. */
public final class NearestKey {
  /** No key is longer; what is compared with each of them takes time for each character. */
  private static final int LONGEST_KEY = 100;

  private NearestKey() {}

  /**
   * The nearest candidate within a third of the key's length, spelling of case and joints aside.
   */
  public static Optional<String> of(String key, Collection<String> candidates) {
    if (key.length() > LONGEST_KEY) {
      return Optional.empty();
    }
    String wanted = folded(key);
    int allowed = Math.max(1, wanted.length() / 3);
    record Near(String candidate, int distance) {}
    return candidates.stream()
        .filter(candidate -> candidate.length() <= 2 * LONGEST_KEY)
        .map(
            candidate ->
                new Near(candidate, EditDistance.within(allowed, wanted, folded(candidate))))
        .filter(near -> near.distance <= allowed)
        .min(Comparator.comparingInt(Near::distance).thenComparing(Near::candidate))
        .map(Near::candidate);
  }

  private static String folded(String key) {
    return key.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
  }
}
