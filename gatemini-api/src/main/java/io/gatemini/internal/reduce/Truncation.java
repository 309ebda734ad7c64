package io.gatemini.internal.reduce;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Cuts the middle out of a text so that it fits a number of UTF-8 bytes: the first 60 % and the
 * last 40 % of what the bound leaves beside the marker stay. Cuts are at line boundaries, or at
 * code points where a line is too long for that. The bound is hard: the marker is inside it.
 *
 * @param text the text that fits
 * @param omittedBytes how much was cut out, in UTF-8 bytes; 0 when nothing was
 */
record Truncation(String text, long omittedBytes) {
  private static final double HEAD_SHARE = 0.6;

  /**
   * A cut moves back to a line boundary only while that keeps at least this share of the budget: a
   * short line before a very long one would else be all that is left.
   */
  private static final double LINE_BOUNDARY_SHARE = 0.5;

  /** With less than this beside the marker, head and tail are too short to say anything. */
  private static final int MIN_CONTENT_BYTES = 40;

  private static final byte[] ELLIPSIS = "…".getBytes(StandardCharsets.UTF_8);

  static Truncation of(String text, int maxBytes) {
    if (Utf8Size.of(text) <= maxBytes) {
      return new Truncation(text, 0);
    }
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    int budget = maxBytes - markerReserve(utf8);
    return budget < MIN_CONTENT_BYTES ? headOnly(utf8, maxBytes) : headAndTail(utf8, budget);
  }

  /** The longest marker this text can get: every figure in it as large as it can be. */
  static int markerReserve(byte[] utf8) {
    int lines = countLines(utf8, 0, utf8.length);
    // Two line feeds: one before a marker that follows a cut line, one behind every marker.
    return Math.max(
            lineMarker(lines, utf8.length, lines, lines).length(), marker(utf8.length).length())
        + 2;
  }

  private static Truncation headAndTail(byte[] utf8, int budget) {
    int headBudget = (int) (HEAD_SHARE * budget);
    int headEnd = lineBoundaryBefore(utf8, headBudget);
    boolean wholeLines = true;
    if (headEnd < headBudget * LINE_BOUNDARY_SHARE) {
      headEnd = codePointBoundaryBefore(utf8, headBudget);
      wholeLines = false;
    }
    int tailBudget = budget - headBudget;
    int tailFrom = utf8.length - tailBudget;
    int tailStart = lineBoundaryAfter(utf8, tailFrom);
    if (utf8.length - tailStart < tailBudget * LINE_BOUNDARY_SHARE) {
      tailStart = codePointBoundaryAfter(utf8, tailFrom);
      wholeLines = false;
    }
    int omitted = tailStart - headEnd;
    String marker =
        wholeLines
            ? lineMarker(
                countLines(utf8, headEnd, tailStart),
                omitted,
                countLines(utf8, 0, headEnd),
                countLines(utf8, tailStart, utf8.length))
            : marker(omitted);
    String before = headEnd > 0 && utf8[headEnd - 1] == '\n' ? "" : "\n";
    return new Truncation(
        text(utf8, 0, headEnd) + before + marker + "\n" + text(utf8, tailStart, utf8.length),
        omitted);
  }

  private static Truncation headOnly(byte[] utf8, int maxBytes) {
    boolean marked = maxBytes >= ELLIPSIS.length;
    int end =
        codePointBoundaryBefore(utf8, Math.max(0, marked ? maxBytes - ELLIPSIS.length : maxBytes));
    return new Truncation(text(utf8, 0, end) + (marked ? "…" : ""), utf8.length - end);
  }

  private static String lineMarker(int lines, long bytes, int first, int last) {
    return String.format(
        Locale.ROOT,
        "[... %d lines, %s omitted; first %d and last %d lines shown ...]",
        lines,
        kilobytes(bytes),
        first,
        last);
  }

  private static String marker(long bytes) {
    return "[... " + kilobytes(bytes) + " omitted ...]";
  }

  static String kilobytes(long bytes) {
    return String.format(Locale.ROOT, "%.1fKB", bytes / 1024.0);
  }

  private static String text(byte[] utf8, int from, int to) {
    return new String(utf8, from, to - from, StandardCharsets.UTF_8);
  }

  private static int countLines(byte[] utf8, int from, int to) {
    int lines = to > from && utf8[to - 1] != '\n' ? 1 : 0;
    for (int i = from; i < to; i++) {
      if (utf8[i] == '\n') {
        lines++;
      }
    }
    return lines;
  }

  /** The largest start of a line at or before {@code limit}. */
  private static int lineBoundaryBefore(byte[] utf8, int limit) {
    int i = limit;
    while (i > 0 && utf8[i - 1] != '\n') {
      i--;
    }
    return i;
  }

  /** The smallest start of a line at or behind {@code from}. */
  private static int lineBoundaryAfter(byte[] utf8, int from) {
    int i = from;
    while (i < utf8.length && utf8[i - 1] != '\n') {
      i++;
    }
    return i;
  }

  private static int codePointBoundaryBefore(byte[] utf8, int limit) {
    int i = limit;
    while (i > 0 && isContinuation(utf8[i])) {
      i--;
    }
    return i;
  }

  private static int codePointBoundaryAfter(byte[] utf8, int from) {
    int i = from;
    while (i < utf8.length && isContinuation(utf8[i])) {
      i++;
    }
    return i;
  }

  private static boolean isContinuation(byte b) {
    return (b & 0xC0) == 0x80;
  }
}
