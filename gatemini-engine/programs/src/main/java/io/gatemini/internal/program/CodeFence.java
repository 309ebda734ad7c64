package io.gatemini.internal.program;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Markdown around code, which models write out of habit. Stateless. */
final class CodeFence {
  private static final String FENCE = "```";

  /** The language on the opening line; where more stands on that line, it is code. */
  private static final Pattern OPENING = Pattern.compile("```[A-Za-z+#-]*[ \\t]*(?=\\R)|```");

  private CodeFence() {}

  /**
   * The code in a fence, each line where it was, so that an error's line is right; the very text
   * where it has none.
   */
  static String without(String code) {
    int start = 0;
    while (start < code.length() && Character.isWhitespace(code.charAt(start))) {
      start++;
    }
    int end = code.stripTrailing().length() - FENCE.length();
    Matcher opening = OPENING.matcher(code).region(start, code.length());
    return end > start
            && code.startsWith(FENCE, end)
            && opening.lookingAt()
            && code.indexOf(FENCE, opening.end()) == end
        ? code.substring(0, start) + code.substring(opening.end(), end)
        : code;
  }
}
