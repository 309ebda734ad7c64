package io.gatemini.server.benchmark;

/**
 * Finds members in one line of well-formed JSON without building anything. A library would cost the
 * echo server its quick start, and the client the time that is to be measured.
 */
final class JsonScan {
  static final int ABSENT = -1;

  private JsonScan() {}

  /**
   * Where the value of a member of the object at {@code from} begins, or {@link #ABSENT}.
   *
   * @param name the member's name in quotes, as it stands in the text
   */
  static int member(byte[] json, int from, int to, byte[] name) {
    int at = from < 0 ? to : skipSpace(json, from, to);
    if (at >= to || json[at] != '{') {
      return ABSENT;
    }
    at = skipSpace(json, at + 1, to);
    while (at < to && json[at] == '"') {
      int nameEnd = endOfString(json, at, to);
      int value = skipSpace(json, skipSpace(json, nameEnd, to) + 1, to);
      if (value >= to) {
        return ABSENT;
      }
      if (matches(json, at, nameEnd, name)) {
        return value;
      }
      at = skipSpace(json, endOfValue(json, value, to), to);
      if (at < to && json[at] == ',') {
        at = skipSpace(json, at + 1, to);
      }
    }
    return ABSENT;
  }

  /** Where the value that begins at {@code from} ends. */
  static int endOfValue(byte[] json, int from, int to) {
    if (json[from] == '"') {
      return endOfString(json, from, to);
    }
    int depth = 0;
    int at = from;
    while (at < to) {
      switch (json[at]) {
        case '"' -> {
          at = endOfString(json, at, to);
          continue;
        }
        case '{', '[' -> depth++;
        case '}', ']' -> {
          if (depth == 0) {
            return at;
          }
          if (--depth == 0) {
            return at + 1;
          }
        }
        case ',', ' ', '\t', '\r' -> {
          if (depth == 0) {
            return at;
          }
        }
        default -> {}
      }
      at++;
    }
    return at;
  }

  /** Whether {@code wanted} stands in the text. */
  static boolean contains(byte[] text, int from, int to, byte[] wanted) {
    for (int at = from; at <= to - wanted.length; at++) {
      if (text[at] == wanted[0] && matches(text, at, at + wanted.length, wanted)) {
        return true;
      }
    }
    return false;
  }

  static boolean matches(byte[] text, int from, int to, byte[] wanted) {
    if (to - from != wanted.length) {
      return false;
    }
    for (int i = 0; i < wanted.length; i++) {
      if (text[from + i] != wanted[i]) {
        return false;
      }
    }
    return true;
  }

  private static int endOfString(byte[] json, int from, int to) {
    int at = from + 1;
    while (at < to && json[at] != '"') {
      at += json[at] == '\\' ? 2 : 1;
    }
    return Math.min(at + 1, to);
  }

  private static int skipSpace(byte[] json, int from, int to) {
    int at = from;
    while (at < to && (json[at] == ' ' || json[at] == '\t' || json[at] == '\r')) {
      at++;
    }
    return at;
  }
}
