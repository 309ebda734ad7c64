package io.gatemini.examples.plugin.tiered;

import java.util.Arrays;
import java.util.List;

/**
 * For every three-byte window, which texts of a list have it. Flat arrays, so that the windows of
 * many texts cost four bytes each. Immutable.
 */
final class TrigramPostings {
  private final int[] trigrams;

  /** Where a window's texts begin in {@link #texts}; one entry more than there are windows. */
  private final int[] begins;

  private final int[] texts;
  private final int[] sizes;

  private TrigramPostings(int[] trigrams, int[] begins, int[] texts, int[] sizes) {
    this.trigrams = trigrams;
    this.begins = begins;
    this.texts = texts;
    this.sizes = sizes;
  }

  static TrigramPostings of(List<String> texts) {
    int[] sizes = new int[texts.size()];
    long[] pairs = new long[256];
    int count = 0;
    for (int text = 0; text < sizes.length; text++) {
      int[] windows = ByteTrigrams.of(texts.get(text));
      sizes[text] = windows.length;
      if (count + windows.length > pairs.length) {
        pairs = Arrays.copyOf(pairs, Math.max(2 * pairs.length, count + windows.length));
      }
      for (int window : windows) {
        pairs[count++] = (long) window << 32 | text;
      }
    }
    Arrays.sort(pairs, 0, count);
    int[] trigrams = new int[count];
    int[] begins = new int[count + 1];
    int[] postings = new int[count];
    int distinct = 0;
    for (int i = 0; i < count; i++) {
      int window = (int) (pairs[i] >>> 32);
      if (distinct == 0 || trigrams[distinct - 1] != window) {
        trigrams[distinct] = window;
        begins[distinct++] = i;
      }
      postings[i] = (int) pairs[i];
    }
    begins[distinct] = count;
    return new TrigramPostings(
        Arrays.copyOf(trigrams, distinct), Arrays.copyOf(begins, distinct + 1), postings, sizes);
  }

  /** How many distinct windows a text has. */
  int size(int text) {
    return sizes[text];
  }

  /**
   * Adds to {@code shared}, for every text, how many of the windows it has.
   *
   * @param windows distinct, ascending
   * @param offset where the first text stands in {@code shared}
   */
  void countShared(int[] windows, int[] shared, int offset) {
    int from = 0;
    for (int window : windows) {
      int found = Arrays.binarySearch(trigrams, from, trigrams.length, window);
      if (found < 0) {
        from = -found - 1;
        continue;
      }
      for (int i = begins[found]; i < begins[found + 1]; i++) {
        shared[offset + texts[i]]++;
      }
      from = found + 1;
    }
  }
}
