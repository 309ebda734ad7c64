package io.gatemini.internal.surface.prompt;

import io.gatemini.internal.text.VisibleText;

/**
 * Text of strangers inside Markdown: it stays where it is put, and nothing in it becomes a link, a
 * picture, a cell or a fence. Stateless.
 */
final class Markdown {
  private static final int MIN_FENCE_LENGTH = 3;

  private Markdown() {}

  /** A line of text, at most so many code points; also for the cell of a table. */
  static String line(String text, int maxLength) {
    String line = VisibleText.line(text, maxLength).strip();
    StringBuilder escaped = new StringBuilder(line.length() + 8);
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      // Of what Markdown knows, only what breaks out of a cell or is followed by who reads it;
      // underscores stay, names are full of them.
      if (c == '\\' || c == '|' || c == '`' || c == '<' || c == '[' || c == ']') {
        escaped.append('\\');
      }
      escaped.append(c);
    }
    return escaped.toString();
  }

  /** Code of any number of lines, behind a fence that is longer than any run of ticks in it. */
  static String fenced(String language, String code) {
    int longest = 0;
    int run = 0;
    for (int i = 0; i < code.length(); i++) {
      run = code.charAt(i) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    String fence = "`".repeat(Math.max(MIN_FENCE_LENGTH, longest + 1));
    return fence + language + "\n" + code + "\n" + fence + "\n";
  }
}
