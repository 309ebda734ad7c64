package io.gatemini.search.internal.lexical;

/**
 * How many edits turn one word into others: insertions, deletions, substitutions, and
 * transpositions of neighbours (optimal string alignment, the restricted form of Damerau and
 * Levenshtein), as {@link io.gatemini.text.EditDistance} counts them, but of one word to many and
 * 64 letters at a time. All columns of the table are computed at once as the bits of a number (H.
 * Hyyro, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances", 2003).
 * Counts UTF-16 units. Immutable.
 */
final class AlignmentDistance {
  /** A word is as long as a number has bits. */
  static final int LONGEST = Long.SIZE;

  private static final int ASCII = 128;

  private final String word;

  /** Where a character of ASCII stands in the word. */
  private final long[] places = new long[ASCII];

  private AlignmentDistance(String word) {
    this.word = word;
    for (int i = 0; i < word.length(); i++) {
      if (word.charAt(i) < ASCII) {
        places[word.charAt(i)] |= 1L << i;
      }
    }
  }

  /**
   * Distances from a word.
   *
   * @param word 1 to {@value #LONGEST} characters
   */
  static AlignmentDistance from(String word) {
    if (word.isEmpty() || word.length() > LONGEST) {
      throw new IllegalArgumentException("a word has 1 to 64 characters, not " + word.length());
    }
    return new AlignmentDistance(word);
  }

  int to(String other) {
    long last = 1L << (word.length() - 1);
    long increases = -1;
    long decreases = 0;
    long diagonal = 0;
    long placesBefore = 0;
    int distance = word.length();
    for (int j = 0; j < other.length(); j++) {
      long here = places(other.charAt(j));
      long transposed = ((~diagonal & here) << 1) & placesBefore;
      diagonal = (((here & increases) + increases) ^ increases) | here | decreases | transposed;
      long right = decreases | ~(diagonal | increases);
      long left = diagonal & increases;
      if ((right & last) != 0) {
        distance++;
      } else if ((left & last) != 0) {
        distance--;
      }
      right = (right << 1) | 1;
      left <<= 1;
      increases = left | ~(diagonal | right);
      decreases = right & diagonal;
      placesBefore = here;
    }
    return distance;
  }

  private long places(char c) {
    if (c < ASCII) {
      return places[c];
    }
    long found = 0;
    for (int i = 0; i < word.length(); i++) {
      found |= word.charAt(i) == c ? 1L << i : 0;
    }
    return found;
  }
}
