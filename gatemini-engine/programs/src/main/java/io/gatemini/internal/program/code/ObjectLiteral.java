package io.gatemini.internal.program.code;

import io.gatemini.RawJson;
import io.gatemini.internal.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An object literal of a JavaScript program that stands for plain data, read into the JSON that
 * {@code JSON.stringify} makes of it, byte for byte: members with or without quotes, all kinds of
 * strings, comments, trailing commas.
 *
 * <p>Not read is whatever would have to be computed, and the little that means something else in
 * JavaScript than it looks like: a member {@code __proto__}, a name given twice, names that are
 * numbers (which come first, whatever their place), and numbers that a double may not hold.
 */
final class ObjectLiteral {
  /** Deeper ones are left to an engine, with its larger stack. */
  private static final int MAX_DEPTH = 100;

  private final SourceCursor cursor;
  private final StringBuilder json = new StringBuilder();

  private ObjectLiteral(SourceCursor cursor) {
    this.cursor = cursor;
  }

  /**
   * Reads the literal at the cursor, which then stands behind it; {@code null} when there is none
   * that is plain data, and the cursor stands somewhere within. Never throws.
   */
  static @Nullable RawJson read(SourceCursor cursor) {
    ObjectLiteral literal = new ObjectLiteral(cursor);
    return cursor.peek() == '{' && literal.object(1)
        ? RawJson.wrap(literal.json.toString().getBytes(StandardCharsets.UTF_8))
        : null;
  }

  private boolean value(int depth) {
    int c = cursor.peek();
    if (c == '{') {
      return object(depth);
    }
    if (c == '[') {
      return array(depth);
    }
    if (StringLiteral.begins(c)) {
      String text = StringLiteral.read(cursor);
      if (text != null) {
        StringLiteral.writeJson(text, json);
      }
      return text != null;
    }
    return NumberLiteral.begins(c)
        ? NumberLiteral.write(cursor, json)
        : constant("true") || constant("false") || constant("null");
  }

  private boolean constant(String word) {
    if (!cursor.takeWord(word)) {
      return false;
    }
    json.append(word);
    return true;
  }

  private boolean array(int depth) {
    if (depth > MAX_DEPTH) {
      return false;
    }
    cursor.next();
    json.append('[');
    cursor.skipBlanks();
    for (boolean isFirst = true; !cursor.take(']'); isFirst = false) {
      if (!isFirst) {
        json.append(',');
      }
      if (!value(depth + 1) || !separated(']')) {
        return false;
      }
    }
    json.append(']');
    return true;
  }

  private boolean object(int depth) {
    if (depth > MAX_DEPTH) {
      return false;
    }
    cursor.next();
    json.append('{');
    Set<String> names = new HashSet<>();
    cursor.skipBlanks();
    while (!cursor.take('}')) {
      String name = name();
      // Readers of JSON refuse half a surrogate pair in a name.
      if (name == null || isSpecial(name) || !JsonText.isWellFormed(name)) {
        return false;
      }
      if (!names.isEmpty()) {
        json.append(',');
      }
      cursor.skipBlanks();
      if (!names.add(name) || !cursor.take(':')) {
        return false;
      }
      StringLiteral.writeJson(name, json);
      json.append(':');
      cursor.skipBlanks();
      if (!value(depth + 1) || !separated('}')) {
        return false;
      }
    }
    json.append('}');
    return true;
  }

  /** Goes over the comma behind a value and the blanks around it. The last one needs none. */
  private boolean separated(char close) {
    cursor.skipBlanks();
    if (cursor.take(',')) {
      cursor.skipBlanks();
      return true;
    }
    return cursor.peek() == close;
  }

  /** Any word of the language may be a name here. */
  private @Nullable String name() {
    int c = cursor.peek();
    return c == '"' || c == '\'' ? StringLiteral.read(cursor) : cursor.word();
  }

  private static boolean isSpecial(String name) {
    if (name.isEmpty() || !SourceCursor.isDigit(name.charAt(0))) {
      return name.equals("__proto__");
    }
    return name.chars().allMatch(SourceCursor::isDigit);
  }
}
