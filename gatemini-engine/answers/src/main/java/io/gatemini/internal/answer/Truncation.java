package io.gatemini.internal.answer;

import io.gatemini.internal.text.TextCut;
import io.gatemini.internal.text.Utf8Size;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Cuts a text so that it fits a number of UTF-8 bytes. Cuts are at line boundaries, or at code
 * points where a line is too long for that. The bound is hard: the marker is inside it. Omitted
 * text is counted, never copied.
 *
 * @param text the text that fits
 * @param omittedBytes how much was cut out, in UTF-8 bytes; 0 when nothing was
 */
public record Truncation(String text, long omittedBytes) {
  private static final double HEAD_SHARE = 0.6;

  /**
   * A cut moves back to a line boundary only while that keeps at least this share of the budget: a
   * short line before a very long one would else be all that is left.
   */
  private static final double LINE_BOUNDARY_SHARE = 0.5;

  /** With less than this beside the marker, head and tail are too short to say anything. */
  private static final int MIN_CONTENT_BYTES = 40;

  private static final String ELLIPSIS = "…";
  private static final int ELLIPSIS_BYTES = 3;

  /**
   * The middle is left out: the first 60 % and the last 40 % of what the bound leaves beside the
   * marker stay.
   */
  static Truncation of(String text, int maxBytes) {
    long size = Utf8Size.of(text);
    if (size <= maxBytes) {
      return new Truncation(text, 0);
    }
    int lines = countLines(text, 0, text.length());
    int budget = maxBytes - markerReserve(size, lines);
    return budget < MIN_CONTENT_BYTES
        ? withEllipsis(text, size, maxBytes)
        : headAndTail(text, size, lines, budget);
  }

  /** All behind the beginning is left out. */
  static Truncation headOf(String text, int maxBytes) {
    long size = Utf8Size.of(text);
    if (size <= maxBytes) {
      return new Truncation(text, 0);
    }
    int budget = maxBytes - marker(size).length() - 1;
    if (budget < MIN_CONTENT_BYTES) {
      return withEllipsis(text, size, maxBytes);
    }
    Head head = Head.of(text, budget);
    long omitted = size - head.bytes;
    return new Truncation(head.text(text) + marker(omitted), omitted);
  }

  /** The longest marker this text can get, with the line feeds around it. */
  static int markerReserve(String text) {
    return markerReserve(Utf8Size.of(text), countLines(text, 0, text.length()));
  }

  private static int markerReserve(long size, int lines) {
    // Two line feeds: one before a marker that follows a cut line, one behind every marker.
    return Math.max(lineMarker(lines, size, lines, lines).length(), marker(size).length()) + 2;
  }

  private static Truncation headAndTail(String text, long size, int lines, int budget) {
    Head head = Head.of(text, (int) (HEAD_SHARE * budget));
    int tailBudget = budget - (int) (HEAD_SHARE * budget);
    int tailStart = lineStartAtOrBehind(text, TextCut.tailStart(text, tailBudget));
    long tailBytes = Utf8Size.of(text, tailStart, text.length());
    boolean wholeLines = head.wholeLines;
    if (tailBytes < tailBudget * LINE_BOUNDARY_SHARE) {
      tailStart = TextCut.tailStart(text, tailBudget);
      tailBytes = Utf8Size.of(text, tailStart, text.length());
      wholeLines = false;
    }
    long omitted = size - head.bytes - tailBytes;
    String marker = marker(omitted);
    if (wholeLines) {
      int first = countLines(text, 0, head.end);
      int last = countLines(text, tailStart, text.length());
      marker = lineMarker(lines - first - last, omitted, first, last);
    }
    String tail = wellFormed(text.substring(tailStart));
    return new Truncation(head.text(text) + marker + "\n" + tail, omitted);
  }

  private static Truncation withEllipsis(String text, long size, int maxBytes) {
    boolean marked = maxBytes >= ELLIPSIS_BYTES;
    int end = TextCut.headEnd(text, marked ? maxBytes - ELLIPSIS_BYTES : maxBytes);
    return new Truncation(
        wellFormed(text.substring(0, end)) + (marked ? ELLIPSIS : ""),
        size - Utf8Size.of(text, 0, end));
  }

  private record Head(int end, long bytes, boolean wholeLines) {
    static Head of(String text, int budget) {
      int limit = TextCut.headEnd(text, budget);
      int lineStart = text.lastIndexOf('\n', limit - 1) + 1;
      long bytes = Utf8Size.of(text, 0, lineStart);
      return bytes < budget * LINE_BOUNDARY_SHARE
          ? new Head(limit, Utf8Size.of(text, 0, limit), false)
          : new Head(lineStart, bytes, true);
    }

    /** The head, ready for a marker on a line of its own. */
    String text(String whole) {
      String head = wellFormed(whole.substring(0, end));
      return head.endsWith("\n") ? head : head + "\n";
    }
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

  public static String kilobytes(long bytes) {
    return String.format(Locale.ROOT, "%.1fKB", bytes / 1024.0);
  }

  /** As it will be encoded: a lone surrogate becomes the replacement that was counted for it. */
  private static String wellFormed(String part) {
    return new String(part.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  private static int countLines(String text, int from, int to) {
    int lines = 0;
    int lineStart = from;
    while (lineStart < to) {
      lines++;
      int lineFeed = text.indexOf('\n', lineStart);
      lineStart = lineFeed < 0 ? to : lineFeed + 1;
    }
    return lines;
  }

  private static int lineStartAtOrBehind(String text, int from) {
    if (from == 0 || text.charAt(from - 1) == '\n') {
      return from;
    }
    int lineFeed = text.indexOf('\n', from);
    return lineFeed < 0 ? text.length() : lineFeed + 1;
  }
}
