package io.gatemini.internal.surface.resource;

import io.gatemini.internal.reduce.Utf8Size;
import io.gatemini.internal.text.VisibleText;

/**
 * Foreign text inside Markdown (CommonMark): whatever is in it, it stays in its line or its block,
 * and makes neither HTML nor links. Stateless.
 */
final class MarkdownText {
  private static final String ESCAPED = "<[\\";

  private MarkdownText() {}

  /** A name as it is to be written in a call: plain, or as code where it could be markup. */
  static String name(String name) {
    return isPlain(name) ? name : code(name);
  }

  /** What is no markup anywhere; an underscore inside a word is none. */
  private static boolean isPlain(String name) {
    int last = name.length() - 1;
    for (int i = 0; i <= last; i++) {
      char c = name.charAt(i);
      boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!plain && (i == 0 || i == last || "._/-".indexOf(c) < 0)) {
        return false;
      }
    }
    return last >= 0;
  }

  /** Code in a line. */
  static String code(String code) {
    String line = VisibleText.line(code);
    String marks = "`".repeat(longestRun(line) + 1);
    boolean spaced = line.isEmpty() || line.startsWith("`") || line.endsWith("`");
    String space = spaced || line.isBlank() ? " " : "";
    return marks + space + line + space + marks;
  }

  /** Appends words of one line, in which nothing is HTML, a link or an image. */
  static void line(StringBuilder text, String words) {
    for (int i = 0; i < words.length(); i++) {
      char c = words.charAt(i);
      if (ESCAPED.indexOf(c) >= 0) {
        text.append('\\');
      }
      text.append(c);
    }
  }

  /** The UTF-8 bytes that {@link #line} appends for a part of the words. */
  static long lineBytes(String words, int from, int to) {
    long bytes = Utf8Size.of(words, from, to);
    for (int i = from; i < to; i++) {
      bytes += ESCAPED.indexOf(words.charAt(i)) >= 0 ? 1 : 0;
    }
    return bytes;
  }

  /** Appends a block of text as it is, with a fence that is longer than any in it. */
  static void block(StringBuilder text, String kind, String block) {
    String fence = "`".repeat(Math.max(3, longestRun(block) + 1));
    text.append(fence).append(kind).append('\n').append(block);
    if (!block.endsWith("\n")) {
      text.append('\n');
    }
    text.append(fence).append('\n');
  }

  private static int longestRun(String text) {
    int longest = 0;
    int run = 0;
    for (int i = text.indexOf('`'); i >= 0 && i < text.length(); i++) {
      run = text.charAt(i) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    return longest;
  }
}
