package io.gatemini.examples.plugin.tiered;

/** Levenshtein's distance of two byte strings, computed no further than a bound. */
final class EditDistance {
  private EditDistance() {}

  /**
   * How many bytes must be inserted, deleted or replaced to make one of the other; anything above
   * {@code bound} where it is more than that. Takes time in the length times the bound.
   */
  static int within(int bound, byte[] a, byte[] b) {
    if (Math.abs(a.length - b.length) > bound) {
      return bound + 1;
    }
    // A cell further than the bound from the diagonal cannot be on a path within the bound.
    int beyond = bound + 1;
    int[] above = new int[b.length + 1];
    int[] row = new int[b.length + 1];
    for (int j = 0; j <= b.length; j++) {
      above[j] = Math.min(j, beyond);
    }
    for (int i = 1; i <= a.length; i++) {
      int from = Math.max(1, i - bound);
      int to = Math.min(b.length, i + bound);
      row[from - 1] = from == 1 ? Math.min(i, beyond) : beyond;
      int least = row[from - 1];
      for (int j = from; j <= to; j++) {
        int replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
        int deleted = j == i + bound ? beyond : above[j] + 1;
        row[j] = Math.min(beyond, Math.min(replaced, Math.min(deleted, row[j - 1] + 1)));
        least = Math.min(least, row[j]);
      }
      if (least > bound) {
        return beyond;
      }
      int[] spare = above;
      above = row;
      row = spare;
    }
    return above[b.length];
  }
}
