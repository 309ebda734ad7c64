package io.gatemini.internal.program.code;

import org.jspecify.annotations.Nullable;

/**
 * A position in the text of a program, and the steps that are the same wherever one stands: over
 * white space, comments and words. Not thread-safe.
 */
final class SourceCursor {
  /** The answer of {@link #peek} and {@link #next} behind the last character. */
  static final int END = -1;

  private final String code;
  private int at;

  SourceCursor(String code) {
    this.code = code;
  }

  int peek() {
    return at < code.length() ? code.charAt(at) : END;
  }

  int next() {
    return at < code.length() ? code.charAt(at++) : END;
  }

  boolean take(char c) {
    if (peek() != c) {
      return false;
    }
    at++;
    return true;
  }

  /** Goes over a word of the language, where exactly this word stands here. */
  boolean takeWord(String word) {
    int after = at + word.length();
    if (!code.startsWith(word, at) || (after < code.length() && isWordPart(code.charAt(after)))) {
      return false;
    }
    at = after;
    return true;
  }

  /**
   * Goes over a name in ASCII; {@code null} where none begins. One that goes on in other letters is
   * cut before them, which no grammar here allows to follow.
   */
  @Nullable String word() {
    int start = at;
    while (at < code.length() && isWordPart(code.charAt(at))) {
      at++;
    }
    return at == start || isDigit(code.charAt(start)) ? null : code.substring(start, at);
  }

  /** Goes over names with whatever stands between the parts of a tool's name in other systems. */
  String path() {
    int start = at;
    while (at < code.length()
        && (isWordPart(code.charAt(at)) || ".-/:".indexOf(code.charAt(at)) >= 0)) {
      at++;
    }
    return code.substring(start, at);
  }

  /**
   * Skips white space and comments, and returns whether a line ended there, which can end a
   * statement. Stops before an unclosed comment.
   */
  boolean skipBlanks() {
    boolean lineEnded = false;
    for (int c = peek(); c != END; c = peek()) {
      if (c > ' ' && c < 0x7F && c != '/') {
        return lineEnded;
      }
      if (isLineEnd(c)) {
        lineEnded = true;
        at++;
      } else if (isSpace(c)) {
        at++;
      } else if (code.startsWith("//", at)) {
        while (at < code.length() && !isLineEnd(code.charAt(at))) {
          at++;
        }
      } else if (code.startsWith("/*", at)) {
        int close = code.indexOf("*/", at + 2);
        if (close < 0) {
          return lineEnded;
        }
        lineEnded |= code.substring(at, close).chars().anyMatch(SourceCursor::isLineEnd);
        at = close + 2;
      } else {
        return lineEnded;
      }
    }
    return lineEnded;
  }

  boolean atEnd() {
    return at == code.length();
  }

  static boolean isLineEnd(int c) {
    return c == '\n' || c == '\r' || c == '\u2028' || c == '\u2029';
  }

  static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isSpace(int c) {
    return c == ' '
        || c == '\t'
        || c == '\u000B'
        || c == '\f'
        || c == '\uFEFF'
        || (c > 0x7F && Character.getType(c) == Character.SPACE_SEPARATOR);
  }

  private static boolean isWordPart(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_' || c == '$';
  }
}
