package io.gatemini.internal.program.code;

/**
 * The places of a program where one name follows another behind a dot, in their order: {@code
 * files.read}. Each character is looked at a few times at most, however long a name or a space is.
 * It knows nothing of strings and comments. Not thread-safe.
 */
final class MemberNames {
  private final String code;
  private int dot = -1;
  private int objectStart;
  private int objectEnd;
  private int memberStart;
  private int memberEnd;

  MemberNames(String code) {
    this.code = code;
  }

  /** Goes to the next place, if there is one. */
  boolean next() {
    for (dot = code.indexOf('.', dot + 1); dot >= 0; dot = code.indexOf('.', dot + 1)) {
      objectEnd = dot;
      while (objectEnd > 0 && isSpace(code.charAt(objectEnd - 1))) {
        objectEnd--;
      }
      objectStart = objectEnd;
      while (objectStart > 0 && ErrorWords.isOfAName(code.charAt(objectStart - 1))) {
        objectStart--;
      }
      memberStart = behindSpace(dot + 1);
      memberEnd = ErrorWords.endOfName(code, memberStart);
      if (objectStart < objectEnd && memberStart < memberEnd) {
        return true;
      }
    }
    dot = code.length();
    return false;
  }

  /** The name before the dot. */
  String object() {
    return code.substring(objectStart, objectEnd);
  }

  /** The name behind it. */
  String member() {
    return code.substring(memberStart, memberEnd);
  }

  /** A few characters before both. */
  String before() {
    return code.substring(Math.max(0, objectStart - 20), objectStart);
  }

  /** Whether a parenthesis follows. */
  boolean isCalled() {
    int next = behindSpace(memberEnd);
    return next < code.length() && code.charAt(next) == '(';
  }

  private int behindSpace(int from) {
    int i = from;
    while (i < code.length() && isSpace(code.charAt(i))) {
      i++;
    }
    return i;
  }

  private static boolean isSpace(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }
}
