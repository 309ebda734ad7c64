package io.gatemini.internal.surface.resource;

import java.util.Arrays;

/**
 * The words on a tool in one line, at most {@link BriefWords#MAX_CODE_POINTS}, with the places
 * where it can be cut. Immutable.
 */
final class ToolLine {
  private final String text;
  private final short[] ends;
  private final short[] codePoints;
  private final boolean plain;

  private ToolLine(String text, short[] ends, short[] codePoints) {
    this.text = text;
    this.ends = ends;
    this.codePoints = codePoints;
    this.plain = isPlain(text);
  }

  /** The line that a sentence is; empty where its first word is too long. */
  static ToolLine of(String sentence) {
    short[][] found = new short[2][BriefWords.MAX_CODE_POINTS + 1];
    int[] count = new int[1];
    BriefWords.cuts(
        sentence,
        (end, codePoints) -> {
          found[0][count[0]] = (short) end;
          found[1][count[0]++] = (short) codePoints;
        });
    int cuts = count[0];
    return new ToolLine(
        cuts == 0 ? "" : sentence.substring(0, found[0][cuts - 1]),
        Arrays.copyOf(found[0], cuts),
        Arrays.copyOf(found[1], cuts));
  }

  /** As much of it as is at most so many code points long and reads well; may be empty. */
  String cut(int maxCodePoints) {
    int cut = ends.length - 1;
    while (cut >= 0 && codePoints[cut] > maxCodePoints) {
      cut--;
    }
    return cut < 0 ? "" : text.substring(0, ends[cut]);
  }

  /**
   * Adds what the line has in UTF-8 bytes to the lengths that it has them at.
   *
   * @param added by code points
   */
  void addTo(long[] added, IndexForm form) {
    int from = 0;
    for (int i = 0; i < ends.length; i++) {
      added[codePoints[i]] += plain ? ends[i] - from : form.bytes(text, from, ends[i]);
      from = ends[i];
    }
    if (ends.length > 0) {
      added[codePoints[0]] += form.bytesBeforeWords();
    }
  }

  /** Whether each character is a byte in every form. */
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80 || IndexForm.isEscaped(c)) {
        return false;
      }
    }
    return true;
  }
}
