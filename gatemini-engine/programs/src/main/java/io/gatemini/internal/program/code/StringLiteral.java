package io.gatemini.internal.program.code;

import org.jspecify.annotations.Nullable;

/**
 * A string of a JavaScript program, in quotes or in backticks: what it stands for, and how {@code
 * JSON.stringify} writes it.
 */
final class StringLiteral {
  private static final String HEX = "0123456789abcdef";

  private StringLiteral() {}

  static boolean begins(int c) {
    return c == '"' || c == '\'' || c == '`';
  }

  /**
   * The text of the string at the cursor, which then stands behind it; {@code null} when it is not
   * closed, contains an expression, or an escape that is an error or octal.
   */
  static @Nullable String read(SourceCursor cursor) {
    int quote = cursor.next();
    StringBuilder text = new StringBuilder();
    for (int c = cursor.next(); c != quote; c = cursor.next()) {
      if (c == '\\') {
        if (!escape(cursor, text)) {
          return null;
        }
      } else if (c == SourceCursor.END || (quote == '`' && c == '$' && cursor.peek() == '{')) {
        return null;
      } else if (c == '\n' || c == '\r') {
        if (quote != '`') {
          return null;
        }
        endOfLine(c, cursor);
        text.append('\n');
      } else {
        text.append((char) c);
      }
    }
    return text.toString();
  }

  private static boolean escape(SourceCursor cursor, StringBuilder text) {
    int c = cursor.next();
    switch (c) {
      case SourceCursor.END -> {
        return false;
      }
      case 'n' -> text.append('\n');
      case 't' -> text.append('\t');
      case 'r' -> text.append('\r');
      case 'b' -> text.append('\b');
      case 'f' -> text.append('\f');
      case 'v' -> text.append('\u000B');
      case 'x' -> {
        return codePoint(hex(cursor, 2), text);
      }
      case 'u' -> {
        return codePoint(cursor.take('{') ? braced(cursor) : hex(cursor, 4), text);
      }
      case '0' -> {
        text.append('\0');
        return !SourceCursor.isDigit(cursor.peek());
      }
      default -> {
        if (SourceCursor.isDigit(c)) {
          return false;
        }
        // A line that ends behind a backslash goes on: it leaves nothing.
        if (SourceCursor.isLineEnd(c)) {
          endOfLine(c, cursor);
        } else {
          text.append((char) c);
        }
      }
    }
    return true;
  }

  private static void endOfLine(int c, SourceCursor cursor) {
    if (c == '\r') {
      cursor.take('\n');
    }
  }

  private static boolean codePoint(int value, StringBuilder text) {
    if (value < 0) {
      return false;
    }
    text.appendCodePoint(value);
    return true;
  }

  private static int hex(SourceCursor cursor, int digits) {
    int value = 0;
    for (int i = 0; i < digits; i++) {
      int digit = hexDigit(cursor.next());
      if (digit < 0) {
        return -1;
      }
      value = value * 16 + digit;
    }
    return value;
  }

  private static int braced(SourceCursor cursor) {
    int value = hexDigit(cursor.next());
    while (value >= 0 && !cursor.take('}')) {
      int digit = hexDigit(cursor.next());
      value = digit < 0 ? -1 : value * 16 + digit;
      if (value > Character.MAX_CODE_POINT) {
        return -1;
      }
    }
    return value;
  }

  /** Unlike {@link Character#digit}, knows no digits but those of ASCII. */
  private static int hexDigit(int c) {
    return c < 0 || c > 'f' ? -1 : HEX.indexOf(Character.toLowerCase(c));
  }

  /** Writes a text as {@code JSON.stringify} does: half a surrogate pair becomes an escape. */
  static void writeJson(String text, StringBuilder json) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> json.append("\\\"");
        case '\\' -> json.append("\\\\");
        case '\n' -> json.append("\\n");
        case '\t' -> json.append("\\t");
        case '\r' -> json.append("\\r");
        case '\b' -> json.append("\\b");
        case '\f' -> json.append("\\f");
        default -> {
          if (Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1))) {
            json.append(c).append(text.charAt(++i));
          } else if (c < ' ' || Character.isSurrogate(c)) {
            json.append("\\u");
            for (int shift = 12; shift >= 0; shift -= 4) {
              json.append(HEX.charAt((c >> shift) & 0xF));
            }
          } else {
            json.append(c);
          }
        }
      }
    }
    json.append('"');
  }
}
