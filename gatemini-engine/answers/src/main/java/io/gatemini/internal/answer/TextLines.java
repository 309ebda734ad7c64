package io.gatemini.internal.answer;

import java.nio.charset.StandardCharsets;

/** The lines of a UTF-8 text where they lie. A line ends with its line feed, or with the text. */
final class TextLines {
  private TextLines() {}

  static int count(byte[] utf8) {
    int lines = 0;
    for (int start = 0; start < utf8.length; start = next(utf8, start)) {
      lines++;
    }
    return lines;
  }

  /** Whether more than one line is written. */
  static boolean areSeveral(byte[] utf8) {
    return next(utf8, 0) < utf8.length;
  }

  /** Where the line after the one that begins at an offset begins; the length behind the last. */
  static int next(byte[] utf8, int start) {
    int end = start;
    while (end < utf8.length && utf8[end] != '\n') {
      end++;
    }
    return Math.min(end + 1, utf8.length);
  }

  /** Lines counted from 1, both ends included, without the line feed of the last. */
  static String lines(byte[] utf8, int from, int to) {
    int start = 0;
    for (int line = 1; line < from; line++) {
      start = next(utf8, start);
    }
    int end = start;
    for (int line = from; line <= to && end < utf8.length; line++) {
      end = next(utf8, end);
    }
    return text(utf8, start, end);
  }

  /** A line, or several, as text without the last line feed. */
  static String text(byte[] utf8, int start, int end) {
    int length = end - start;
    if (length > 0 && utf8[end - 1] == '\n') {
      length--;
    }
    return new String(utf8, start, length, StandardCharsets.UTF_8);
  }
}
