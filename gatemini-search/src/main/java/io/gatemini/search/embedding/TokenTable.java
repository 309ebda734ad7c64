package io.gatemini.search.embedding;

import java.util.List;

/**
 * A compact map from strings to row numbers: open addressing over one array of characters, no
 * object per entry (a hash map of 30,000 strings weighs 3 MB, this 0.8 MB). Immutable.
 */
final class TokenTable {
  static final int ABSENT = -1;

  private static final int BASE = 31;

  /**
   * BASE is odd, so it has an inverse modulo 2^32: the hash of a prefix follows from a longer one.
   */
  private static final int INVERSE_OF_BASE = 0xBDEF7BDF;

  /** 2^32 divided by the golden ratio spreads neighbouring hashes over the whole table. */
  private static final int SPREAD = 0x9E3779B9;

  record Entry(String text, int row) {}

  private final char[] chars;
  private final int[] ends;
  private final int[] rows;

  /** Number of the entry plus one; 0 is a free place. */
  private final int[] places;

  private final int shift;
  private final int longest;

  /**
   * A table of these entries.
   *
   * @throws IllegalArgumentException when a text is there twice
   */
  TokenTable(List<Entry> entries) {
    int size = 0;
    int longestText = 0;
    for (Entry entry : entries) {
      size += entry.text().length();
      longestText = Math.max(longestText, entry.text().length());
    }
    chars = new char[size];
    ends = new int[entries.size()];
    rows = new int[entries.size()];
    // Twice as many places as entries: a miss, the usual answer, mostly ends at the first look.
    int bits = Math.max(1, 33 - Integer.numberOfLeadingZeros(entries.size()));
    places = new int[1 << bits];
    shift = 32 - bits;
    longest = longestText;
    for (int i = 0; i < ends.length; i++) {
      insert(i, entries.get(i));
    }
  }

  private void insert(int number, Entry entry) {
    String text = entry.text();
    int from = number == 0 ? 0 : ends[number - 1];
    int to = from + text.length();
    text.getChars(0, text.length(), chars, from);
    ends[number] = to;
    rows[number] = entry.row();
    int hash = hash(chars, from, to);
    if (find(chars, from, to, hash) != ABSENT) {
      throw new IllegalArgumentException("the token \"" + text + "\" is there twice");
    }
    int place = (hash * SPREAD) >>> shift;
    while (places[place] != 0) {
      place = (place + 1) & (places.length - 1);
    }
    places[place] = number + 1;
  }

  boolean isEmpty() {
    return rows.length == 0;
  }

  /** The row of a text, or {@link #ABSENT}. */
  int find(char[] text, int from, int to) {
    return to - from > longest ? ABSENT : find(text, from, to, hash(text, from, to));
  }

  /**
   * The longest entry that the text starts with: its row in the upper, its length in the lower
   * half; or {@link #ABSENT}. At most as many looks as the longest entry has characters.
   */
  long longestPrefix(char[] text, int from, int to) {
    int end = Math.min(to, from + longest);
    int hash = hash(text, from, end);
    while (end > from) {
      int row = find(text, from, end, hash);
      if (row != ABSENT) {
        return ((long) row << 32) | (end - from);
      }
      end--;
      hash = (hash - text[end]) * INVERSE_OF_BASE;
    }
    return ABSENT;
  }

  long bytes() {
    return 2L * chars.length + 4L * (ends.length + rows.length + places.length);
  }

  private static int hash(char[] text, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = hash * BASE + text[i];
    }
    return hash;
  }

  private int find(char[] text, int from, int to, int hash) {
    int place = (hash * SPREAD) >>> shift;
    while (places[place] != 0) {
      int number = places[place] - 1;
      if (is(number, text, from, to)) {
        return rows[number];
      }
      place = (place + 1) & (places.length - 1);
    }
    return ABSENT;
  }

  private boolean is(int number, char[] text, int from, int to) {
    int start = number == 0 ? 0 : ends[number - 1];
    int length = to - from;
    if (ends[number] - start != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (chars[start + i] != text[from + i]) {
        return false;
      }
    }
    return true;
  }
}
