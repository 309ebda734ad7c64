package io.gatemini.sandbox.internal.typescript;

import java.util.ArrayList;
import java.util.List;

/**
 * The line of the source behind each line of a generated text, from the {@code mappings} of a
 * source map (ECMA-426): groups of segments, one a generated line, split by semicolons; a segment
 * is up to five numbers in Base64 VLQ, of which the third is the source line, as the difference to
 * the segment before.
 */
final class SourceMapLines {
  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  private static final int VALUE_BITS = 5;
  private static final int CONTINUES = 1 << VALUE_BITS;
  private static final int SOURCE_LINE_FIELD = 2;

  private SourceMapLines() {}

  /**
   * Reads the mappings of a map with one source.
   *
   * @return for each generated line, from 1, the source line, from 1, where its first segment comes
   *     from, or 0 where it has none
   * @throws IllegalArgumentException when these are no mappings
   */
  static List<Integer> of(String mappings) {
    List<Integer> lines = new ArrayList<>();
    int sourceLine = 0;
    int first = 0;
    int field = 0;
    int at = 0;
    while (at < mappings.length()) {
      char c = mappings.charAt(at);
      if (c == ';' || c == ',') {
        field = 0;
        at++;
        if (c == ';') {
          lines.add(first);
          first = 0;
        }
        continue;
      }
      long value = 0;
      int shift = 0;
      int digit;
      do {
        digit = at < mappings.length() ? DIGITS.indexOf(mappings.charAt(at++)) : -1;
        if (digit < 0 || shift > Integer.SIZE) {
          throw new IllegalArgumentException("not the mappings of a source map");
        }
        value |= (long) (digit & (CONTINUES - 1)) << shift;
        shift += VALUE_BITS;
      } while ((digit & CONTINUES) != 0);
      if (field == SOURCE_LINE_FIELD) {
        sourceLine += (int) ((value & 1) == 0 ? value >> 1 : -(value >> 1));
        if (first == 0) {
          first = Math.max(0, sourceLine + 1);
        }
      }
      field++;
    }
    lines.add(first);
    return List.copyOf(lines);
  }
}
