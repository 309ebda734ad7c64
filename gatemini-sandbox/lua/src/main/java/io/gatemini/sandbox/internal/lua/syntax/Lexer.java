package io.gatemini.sandbox.internal.lua.syntax;

import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.Meter;
import io.gatemini.sandbox.internal.lua.value.Numbers;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Splits a chunk into tokens, with one token of lookahead; its errors are worded as Lua's. */
final class Lexer {
  private static final int END = -1;

  private final LuaString source;
  private final String chunk;
  private final Meter meter;
  private final Map<LuaString, LuaString> strings = new HashMap<>();
  private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
  private final ByteArrayOutputStream escaped = new ByteArrayOutputStream();
  private int position;
  private int current;
  private int lineStart;
  private int tokenStart;

  /** The line of the token at hand, and of the one before it. */
  int line = 1;

  int lastLine = 1;
  Token token = Token.EOF;

  /** The value of a name, a string or a number. */
  @Nullable Object value;

  private @Nullable Token ahead;
  private @Nullable Object aheadValue;

  /**
   * @param chunk the chunk's name as messages show it
   */
  Lexer(LuaString source, String chunk, Meter meter) {
    this.meter = meter;
    this.source = source;
    this.chunk = chunk;
    current = at(0);
  }

  void next() {
    lastLine = line;
    if (ahead != null) {
      token = ahead;
      value = aheadValue;
      ahead = null;
    } else {
      token = scan();
    }
  }

  Token peek() {
    Object kept = value;
    ahead = scan();
    aheadValue = value;
    value = kept;
    return ahead;
  }

  /** One object for equal strings of a chunk, so that most lookups compare identities. */
  LuaString intern(LuaString text) {
    LuaString known = strings.putIfAbsent(text, text);
    return known == null ? text : known;
  }

  /** An error near the token at hand. */
  SyntaxException error(String message) {
    return error(message, token);
  }

  /** An error that names no token. */
  SyntaxException plainError(String message) {
    return new SyntaxException(chunk + ":" + line + ": " + message, line, column());
  }

  private SyntaxException error(String message, Token near) {
    String text =
        switch (near) {
          case NAME, STRING, NUMBER -> "'" + LuaString.wrap(buffer.toByteArray()) + "'";
          case OTHER -> shown(value instanceof Integer character ? character : 0);
          default -> near.quoted();
        };
    return plainError(message + " near " + text);
  }

  private static String shown(int character) {
    return character >= ' ' && character < 127
        ? "'" + (char) character + "'"
        : "'<\\" + character + ">'";
  }

  private int column() {
    return Math.max(tokenStart - lineStart, 0) + 1;
  }

  private int at(int index) {
    return index < source.length() ? source.byteAt(index) & 0xFF : END;
  }

  private void advance() {
    meter.loop(position);
    current = at(++position);
  }

  private void save() {
    buffer.write(current);
    advance();
  }

  private boolean accept(int character) {
    if (current == character) {
      advance();
      return true;
    }
    return false;
  }

  private void newLine() {
    int first = current;
    advance();
    if ((current == '\n' || current == '\r') && current != first) {
      advance();
    }
    line++;
    lineStart = position;
  }

  private Token scan() {
    buffer.reset();
    while (true) {
      tokenStart = position;
      switch (current) {
        case '\n', '\r' -> newLine();
        case ' ', '\f', '\t', 0x0B -> advance();
        case '-' -> {
          advance();
          if (!accept('-')) {
            return Token.SUB;
          }
          comment();
        }
        case '[' -> {
          int level = bracketLevel();
          if (level >= 0) {
            value = intern(longText(level, "string"));
            return Token.STRING;
          } else if (level == -1) {
            return Token.OPEN_BRACKET;
          }
          throw error("invalid long string delimiter", Token.STRING);
        }
        case '"', '\'' -> {
          value = intern(quotedText(current));
          return Token.STRING;
        }
        case END -> {
          return Token.EOF;
        }
        default -> {
          return other();
        }
      }
    }
  }

  private Token other() {
    if (digit(current) || (current == '.' && digit(at(position + 1)))) {
      return number();
    }
    if (letter(current)) {
      do {
        save();
      } while (letter(current) || digit(current));
      LuaString name = intern(LuaString.wrap(buffer.toByteArray()));
      value = name;
      return Token.BY_TEXT.getOrDefault(name.toString(), Token.NAME);
    }
    return mark();
  }

  /** The longest operator, bracket or separator that stands here: each begins with another one. */
  private Token mark() {
    int first = current;
    Token mark = Token.OTHER;
    Token longer;
    while ((longer = Token.BY_TEXT.get(mark.text + (char) current)) != null) {
      mark = longer;
      advance();
    }
    if (mark == Token.OTHER) {
      value = first;
      advance();
    }
    return mark;
  }

  private void comment() {
    if (current == '[') {
      int level = bracketLevel();
      buffer.reset();
      if (level >= 0) {
        longText(level, "comment");
        buffer.reset();
        return;
      }
    }
    while (current != '\n' && current != '\r' && current != END) {
      advance();
    }
  }

  // The number of equals signs of a long bracket, -1 for a lone bracket, -2 for a malformed one.
  private int bracketLevel() {
    save();
    int level = 0;
    while (current == '=') {
      save();
      level++;
    }
    return current == '[' ? level : level == 0 ? -1 : -2;
  }

  private LuaString longText(int level, String what) {
    int firstLine = line;
    save();
    if (current == '\n' || current == '\r') {
      newLine();
    }
    int start = buffer.size();
    while (true) {
      switch (current) {
        case END ->
            throw error(
                "unfinished long " + what + " (starting at line " + firstLine + ")", Token.EOF);
        case ']' -> {
          int contentEnd = buffer.size();
          save();
          int count = 0;
          while (current == '=') {
            save();
            count++;
          }
          if (count == level && current == ']') {
            save();
            byte[] all = buffer.toByteArray();
            return LuaString.wrap(Arrays.copyOfRange(all, start, contentEnd));
          }
        }
        case '\n', '\r' -> {
          buffer.write('\n');
          newLine();
        }
        default -> save();
      }
    }
  }

  private LuaString quotedText(int delimiter) {
    save();
    while (current != delimiter) {
      switch (current) {
        case END -> throw error("unfinished string", Token.EOF);
        case '\n', '\r' -> throw error("unfinished string", Token.STRING);
        case '\\' -> escape();
        default -> save();
      }
    }
    save();
    byte[] all = buffer.toByteArray();
    return LuaString.wrap(Arrays.copyOfRange(all, 1, all.length - 1));
  }

  // The buffer gets the value of an escape sequence; its characters are kept for error texts.
  private void escape() {
    escaped.reset();
    keep();
    int simple = "abfnrtv\\\"'".indexOf(current);
    if (current == END) {
      return;
    } else if (simple >= 0) {
      buffer.write("\u0007\b\f\n\r\t\u000b\\\"'".charAt(simple));
      advance();
    } else if (current == '\n' || current == '\r') {
      newLine();
      buffer.write('\n');
    } else if (current == 'x') {
      keep();
      int high = hexDigit();
      buffer.write(high * 16 + hexDigit());
    } else if (current == 'z') {
      advance();
      while (Numbers.isSpace(current)) {
        if (current == '\n' || current == '\r') {
          newLine();
        } else {
          advance();
        }
      }
    } else if (current == 'u') {
      utf8Escape();
    } else {
      check(digit(current), "invalid escape sequence");
      int code = 0;
      for (int i = 0; i < 3 && digit(current); i++) {
        code = code * 10 + current - '0';
        keep();
      }
      check(code <= 255, "decimal escape too large");
      buffer.write(code);
    }
  }

  private void utf8Escape() {
    keep();
    check(current == '{', "missing '{'");
    keep();
    long code = hexDigit();
    while (current != END && Character.digit(current, 16) >= 0) {
      code = code * 16 + Character.digit(current, 16);
      check(code <= 0x7FFFFFFFL, "UTF-8 value too large");
      keep();
    }
    check(current == '}', "missing '}'");
    advance();
    buffer.writeBytes(LuaString.utf8((int) code));
  }

  private int hexDigit() {
    int digit = current == END ? -1 : Character.digit(current, 16);
    check(digit >= 0, "hexadecimal digit expected");
    keep();
    return digit;
  }

  private void keep() {
    escaped.write(current);
    advance();
  }

  private void check(boolean condition, String message) {
    if (!condition) {
      if (current != END) {
        keep();
      }
      buffer.writeBytes(escaped.toByteArray());
      throw error(message, Token.STRING);
    }
  }

  private Token number() {
    boolean hexadecimal = false;
    if (current == '0' && buffer.size() == 0) {
      save();
      if (current == 'x' || current == 'X') {
        save();
        hexadecimal = true;
      }
    }
    while (true) {
      int mark = current | 0x20;
      if (mark == (hexadecimal ? 'p' : 'e')) {
        save();
        if (current == '+' || current == '-') {
          save();
        }
      } else if (current == '.' || (current != END && Character.digit(current, 16) >= 0)) {
        save();
      } else {
        break;
      }
    }
    if (letter(current)) {
      save();
    }
    Number parsed = Numbers.parse(LuaString.wrap(buffer.toByteArray()), meter);
    if (parsed == null) {
      throw error("malformed number", Token.NUMBER);
    }
    value = parsed;
    return Token.NUMBER;
  }

  private static boolean digit(int character) {
    return character >= '0' && character <= '9';
  }

  private static boolean letter(int character) {
    int lower = character | 0x20;
    return character == '_' || (lower >= 'a' && lower <= 'z');
  }
}
