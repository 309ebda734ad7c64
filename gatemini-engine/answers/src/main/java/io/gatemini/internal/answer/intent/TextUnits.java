package io.gatemini.internal.answer.intent;

import java.util.Arrays;
import java.util.Optional;

/**
 * A text as the lines it is of, and a very long line as pieces of a sentence or so. Each unit ends
 * with its line feed, so that the units together are the text. A few bytes a unit, no copies.
 * Immutable.
 */
@SuppressWarnings("ArrayRecordComponent") // read in the inner loop, never compared
record TextUnits(String text, int count, int[] starts) {
  /** A line beyond this is no line that somebody wrote to be read as one. */
  static final int LONGEST_LINE = 1_000;

  private static final int LONGEST_PIECE = 240;
  private static final int SHORTEST_PIECE = 100;

  /** 16 MB of memory at most. */
  private static final int MAX_UNITS = 2 << 20;

  private static final String SENTENCE_ENDS = ".!?;}\u3002\uFF01\uFF1F";

  /** The units of a text; empty where they are too many. */
  static Optional<TextUnits> of(String text) {
    int[] starts = new int[Math.max(16, Math.min(text.length() / 32, MAX_UNITS))];
    int count = 0;
    int start = 0;
    int lineEnd = lineEnd(text, 0);
    while (start < text.length()) {
      if (count == MAX_UNITS) {
        return Optional.empty();
      }
      if (count == starts.length - 1) {
        starts = Arrays.copyOf(starts, starts.length * 2);
      }
      starts[count++] = start;
      // A piece is cut off only while what follows it is no shorter than a piece.
      boolean piece =
          lineEnd - start > LONGEST_LINE
              || (isWithinLine(text, start) && lineEnd - start > 2 * LONGEST_PIECE);
      start = piece ? pieceEnd(text, start) : lineEnd;
      if (start == lineEnd) {
        lineEnd = lineEnd(text, start);
      }
    }
    starts[count] = text.length();
    return Optional.of(new TextUnits(text, count, starts));
  }

  int start(int unit) {
    return starts[unit];
  }

  /** Behind its line feed. */
  int end(int unit) {
    return starts[unit + 1];
  }

  /** Whether it begins a line; the other units are further pieces of one. */
  boolean beginsLine(int unit) {
    return unit == count || !isWithinLine(text, starts[unit]);
  }

  /** How many lines begin within units. */
  int lines(int from, int to) {
    int lines = 0;
    for (int unit = from; unit < to; unit++) {
      if (beginsLine(unit)) {
        lines++;
      }
    }
    return lines;
  }

  /** Where the first character stands that is no space, or the end of the line. */
  int contentStart(int unit) {
    int i = starts[unit];
    int end = contentEnd(unit);
    while (i < end && isSpace(text.charAt(i))) {
      i++;
    }
    return i;
  }

  /** Behind the last character that is no space. */
  int contentEnd(int unit) {
    int i = starts[unit + 1];
    while (i > starts[unit] && isSpace(text.charAt(i - 1))) {
      i--;
    }
    return i;
  }

  boolean isBlank(int unit) {
    return contentStart(unit) == contentEnd(unit);
  }

  private static boolean isSpace(char c) {
    return c <= ' ';
  }

  private static boolean isWithinLine(String text, int start) {
    return start > 0 && text.charAt(start - 1) != '\n';
  }

  private static int lineEnd(String text, int from) {
    int lineFeed = text.indexOf('\n', from);
    return lineFeed < 0 ? text.length() : lineFeed + 1;
  }

  /** Behind the last sentence that a piece has room for, else word, else sign. */
  private static int pieceEnd(String text, int start) {
    int word = 0;
    int sign = 0;
    for (int end = start + LONGEST_PIECE; end > start + SHORTEST_PIECE; end--) {
      char last = text.charAt(end - 1);
      if (SENTENCE_ENDS.indexOf(last) >= 0) {
        return end;
      }
      if (word == 0 && isSpace(last)) {
        word = end;
      }
      if (sign == 0 && last < 0x80 && !Character.isLetterOrDigit(last)) {
        sign = end;
      }
    }
    if (word > 0 || sign > 0) {
      return word > 0 ? word : sign;
    }
    int end = start + LONGEST_PIECE;
    boolean splits =
        Character.isLowSurrogate(text.charAt(end))
            && Character.isHighSurrogate(text.charAt(end - 1));
    return splits ? end + 1 : end;
  }
}
