package io.gatemini.internal.surface.resource;

import io.gatemini.internal.reduce.Utf8Size;
import io.gatemini.internal.text.VisibleText;
import java.util.regex.Pattern;

/**
 * Foreign text inside Markdown (CommonMark): whatever is in it, it stays in its line or its block,
 * and makes neither HTML nor links. Stateless.
 */
final class MarkdownText {
  /** What is no markup anywhere; an underscore inside a word is none. */
  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9._/-]*[A-Za-z0-9])?");

  private static final String ESCAPED = "<[\\";

  private MarkdownText() {}

  /** A name as it is to be written in a call: plain, or as code where it could be markup. */
  static String name(String name) {
    return PLAIN.matcher(name).matches() ? name : code(name);
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

  /** The UTF-8 bytes that {@link #line} appends. */
  static long lineBytes(String words) {
    long bytes = Utf8Size.of(words);
    for (int i = 0; i < words.length(); i++) {
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
