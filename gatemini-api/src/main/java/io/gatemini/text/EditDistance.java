package io.gatemini.text;

/**
 * How many edits turn one text into another: insertions, deletions, substitutions, and
 * transpositions of neighbours (optimal string alignment, the restricted form of Damerau and
 * Levenshtein). Counts UTF-16 units. Stateless.
 */
public final class EditDistance {
  private static final int SHORT = 4;
  private static final int MEDIUM = 12;

  private EditDistance() {}

  /** How many edits a misspelled word of this length may be away: 1 up to 4, 2 up to 12, else 3. */
  public static int limit(int length) {
    if (length <= SHORT) {
      return 1;
    }
    return length <= MEDIUM ? 2 : 3;
  }

  /**
   * The edits between two texts, computed no further than a bound; beyond it any larger number.
   * Takes time in the length times the bound.
   */
  public static int within(int bound, String a, String b) {
    if (Math.abs(a.length() - b.length()) > bound) {
      return bound + 1;
    }
    int[] before = new int[b.length() + 1];
    int[] above = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      // A cell further than the bound from the diagonal is on no path within the bound.
      int from = Math.max(1, i - bound);
      int to = Math.min(b.length(), i + bound);
      row[from - 1] = from == 1 ? i : bound + 1;
      int best = row[from - 1];
      for (int j = from; j <= to; j++) {
        int substitution = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int edits = Math.min(substitution, Math.min(above[j], row[j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          edits = Math.min(edits, before[j - 2] + 1);
        }
        row[j] = edits;
        best = Math.min(best, edits);
      }
      if (to < b.length()) {
        row[to + 1] = bound + 1;
      }
      if (best > bound) {
        return best;
      }
      int[] free = before;
      before = above;
      above = row;
      row = free;
    }
    return above[b.length()];
  }
}
