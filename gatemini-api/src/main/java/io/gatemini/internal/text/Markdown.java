package io.gatemini.internal.text;

/**
 * Text of strangers inside Markdown (CommonMark): it stays where it is put, in its line, its cell
 * or its block, and nothing in it becomes HTML, a link or a picture. Stateless.
 */
public final class Markdown {
  private static final int MIN_FENCE_LENGTH = 3;

  /**
   * Characters that break out of a line of words; underscores stay, because names are full of them.
   */
  private static final String IN_WORDS = "<[\\";

  /** Characters that break out of a cell. */
  private static final String IN_CELL = IN_WORDS + "|`]";

  private Markdown() {}

  /** A line of text, at most so many code points; also for the cell of a table. */
  public static String line(String text, int maxLength) {
    String line = VisibleText.line(text, maxLength).strip();
    StringBuilder escaped = new StringBuilder(line.length() + 8);
    append(escaped, line, IN_CELL);
    return escaped.toString();
  }

  /** Appends words of one line. */
  public static void words(StringBuilder text, String words) {
    append(text, words, IN_WORDS);
  }

  private static void append(StringBuilder text, String line, String escaped) {
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (escaped.indexOf(c) >= 0) {
        text.append('\\');
      }
      text.append(c);
    }
  }

  /** The UTF-8 bytes that {@link #words} appends for a part of the words. */
  public static long wordBytes(String words, int from, int to) {
    long bytes = Utf8Size.of(words, from, to);
    for (int i = from; i < to; i++) {
      bytes += IN_WORDS.indexOf(words.charAt(i)) >= 0 ? 1 : 0;
    }
    return bytes;
  }

  /** A name as it is to be written in a call: plain, or as code where it could be markup. */
  public static String name(String name) {
    return isPlain(name) ? name : code(name);
  }

  /** Whether it contains no markup in any position; an underscore inside a word is none. */
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
  public static String code(String code) {
    String line = VisibleText.line(code);
    String marks = "`".repeat(longestRun(line) + 1);
    boolean spaced = line.isEmpty() || line.startsWith("`") || line.endsWith("`");
    String space = spaced || line.isBlank() ? " " : "";
    return marks + space + line + space + marks;
  }

  /** Code of any number of lines, behind a fence that is longer than any run of ticks in it. */
  public static String fenced(String language, String code) {
    String fence = "`".repeat(Math.max(MIN_FENCE_LENGTH, longestRun(code) + 1));
    return fence + language + "\n" + code + "\n" + fence + "\n";
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
