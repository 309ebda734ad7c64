package io.gatemini.internal.chain;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.gatemini.Json;
import io.gatemini.RawJson;
import io.gatemini.internal.catalog.ScriptNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A program that does nothing but call one tool and return its answer, recognised without an
 * engine:
 *
 * <pre>
 * program := call [";"] | ("const" | "let" | "var") name "=" call (";" | newline) "return" name [";"]
 * call    := ["return"] ["await"] backend "." tool "(" [JSON object] ")"
 * </pre>
 *
 * <p>Only what means the same to a JavaScript engine is accepted, so the grammar is narrower than
 * JSON where JavaScript reads JSON differently: members named {@code __proto__}, numbers that a
 * double does not hold exactly, names given twice.
 *
 * @param backend the identifier before the dot
 * @param tool the identifier after it
 * @param arguments the arguments as they are written
 */
record SimpleCall(String backend, String tool, RawJson arguments) {
  /** Every integer of up to this many digits is exact in a double. */
  private static final int EXACT_DIGITS = 15;

  /** Reads a program; {@code null} when it is anything else. Never throws. */
  static @Nullable SimpleCall read(String code) {
    return new Reader(code).program();
  }

  /** The name in {@code [return] [await] __getToolInterface("name")[;]}, or {@code null}. */
  static @Nullable String introspected(String code) {
    return new Reader(code).introspection();
  }

  private static final class Reader {
    private final String code;
    private int at;

    Reader(String code) {
      this.code = code;
    }

    @Nullable SimpleCall program() {
      skipSpace();
      String variable = declaredVariable();
      if (variable == null) {
        keyword("return");
      }
      keyword("await");
      String backend = identifier();
      if (backend == null || ScriptNames.isReserved(backend) || !take('.')) {
        return null;
      }
      String tool = identifier();
      if (tool == null) {
        return null;
      }
      skipSpace();
      RawJson arguments = arguments();
      if (arguments == null) {
        return null;
      }
      // A variable that hides the backend makes the call an error.
      if (variable != null && (variable.equals(backend) || !returns(variable))) {
        return null;
      }
      return end() ? new SimpleCall(backend, tool, arguments) : null;
    }

    @Nullable String introspection() {
      skipSpace();
      keyword("return");
      keyword("await");
      if (!"__getToolInterface".equals(identifier()) || !take('(')) {
        return null;
      }
      skipSpace();
      int open = at;
      if (!take('"') && !take('\'')) {
        return null;
      }
      int close = code.indexOf(code.charAt(open), at);
      if (close < 0) {
        return null;
      }
      String name = code.substring(at, close);
      if (name.chars().anyMatch(c -> c < ' ' || c == '\\')) {
        return null;
      }
      at = close + 1;
      skipSpace();
      return take(')') && end() ? name : null;
    }

    /** The variable of a declaration; {@code null} leaves the position where it was. */
    private @Nullable String declaredVariable() {
      int start = at;
      if (keyword("const") || keyword("let") || keyword("var")) {
        String name = identifier();
        skipSpace();
        if (name != null && !ScriptNames.isReserved(name) && take('=')) {
          skipSpace();
          return name;
        }
      }
      at = start;
      return null;
    }

    private boolean returns(String variable) {
      int before = at;
      skipSpace();
      boolean separated = take(';') || code.substring(before, at).indexOf('\n') >= 0;
      skipSpace();
      return separated && keyword("return") && variable.equals(identifier());
    }

    private boolean end() {
      skipSpace();
      if (take(';')) {
        skipSpace();
      }
      return at == code.length();
    }

    private @Nullable RawJson arguments() {
      if (!take('(')) {
        return null;
      }
      skipSpace();
      if (take(')')) {
        return RawJson.emptyObject();
      }
      if (at == code.length() || code.charAt(at) != '{') {
        return null;
      }
      byte[] rest = code.substring(at).getBytes(StandardCharsets.UTF_8);
      int length = objectLength(rest);
      if (length < 0) {
        return null;
      }
      RawJson object = RawSlices.onOneLine(rest, 0, length);
      at += new String(rest, 0, length, StandardCharsets.UTF_8).length();
      skipSpace();
      return take(')') ? object : null;
    }

    /**
     * Bytes of the JSON object at the beginning, or -1 when there is none that is JavaScript too.
     */
    private static int objectLength(byte[] utf8) {
      try (JsonParser parser = Json.mapper().getFactory().createParser(utf8)) {
        parser.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
        int depth = 0;
        do {
          JsonToken token = parser.nextToken();
          if (token == null) {
            return -1;
          }
          switch (token) {
            case START_OBJECT, START_ARRAY -> depth++;
            case END_OBJECT, END_ARRAY -> depth--;
            case FIELD_NAME -> {
              if (parser.currentName().equals("__proto__")) {
                return -1;
              }
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
              if (!exact(parser.getText())) {
                return -1;
              }
            }
            default -> parser.finishToken();
          }
        } while (depth > 0);
        return (int) parser.currentLocation().getByteOffset();
      } catch (IOException e) {
        return -1;
      }
    }

    private static boolean exact(String number) {
      return number.length() <= EXACT_DIGITS && number.chars().noneMatch(c -> c == 'e' || c == 'E');
    }

    /** A word and the blanks behind it. A line break there would end a statement. */
    private boolean keyword(String word) {
      int after = at + word.length();
      if (!code.startsWith(word, at) || after >= code.length() || !isBlank(code.charAt(after))) {
        return false;
      }
      at = after;
      while (at < code.length() && isBlank(code.charAt(at))) {
        at++;
      }
      return true;
    }

    private @Nullable String identifier() {
      int start = at;
      while (at < code.length() && isIdentifierPart(code.charAt(at))) {
        at++;
      }
      return at == start || Character.isDigit(code.charAt(start))
          ? null
          : code.substring(start, at);
    }

    private boolean take(char c) {
      if (at < code.length() && code.charAt(at) == c) {
        at++;
        return true;
      }
      return false;
    }

    private void skipSpace() {
      while (at < code.length()) {
        char c = code.charAt(at);
        if (!isBlank(c) && c != '\n' && c != '\r') {
          return;
        }
        at++;
      }
    }

    private static boolean isBlank(char c) {
      return c == ' ' || c == '\t';
    }

    private static boolean isIdentifierPart(char c) {
      return (c >= 'a' && c <= 'z')
          || (c >= 'A' && c <= 'Z')
          || (c >= '0' && c <= '9')
          || c == '_'
          || c == '$';
    }
  }
}
