package io.gatemini.internal.program.code;

import java.util.Set;

/**
 * The grammar of a program that does nothing but call one thing and return its answer, as far as it
 * is the same whatever is called:
 *
 * <pre>
 * program := ["return"] value [";"]
 *          | ("const" | "let" | "var") name [":" type] "=" value (";" | newline)
 *            "return" ["await"] name [";"]
 * value   := "await" value | "(" value ")" | call
 * </pre>
 *
 * <p>with comments and white space between all of these. Not thread-safe.
 */
abstract class CallProgram {
  /** Words that cannot be the name of a variable, everywhere or in places. */
  private static final Set<String> NO_VARIABLES =
      Set.of(
          ("arguments async await break case catch class const continue debugger default delete do"
                  + " else enum eval export extends false finally for function if implements"
                  + " import in instanceof interface let new null package private protected"
                  + " public return static super switch this throw true try typeof undefined var"
                  + " void while with yield")
              .split(" "));

  private static final Set<String> TYPES =
      Set.of("any", "boolean", "number", "object", "string", "unknown");

  /** More brackets than anyone writes around a call. */
  private static final int MAX_BRACKETS = 8;

  final SourceCursor cursor;

  CallProgram(String code) {
    cursor = new SourceCursor(code);
  }

  /** Reads what is called; false when it is something else. */
  abstract boolean call();

  /** The first word of what is called. */
  abstract String callee();

  boolean program() {
    cursor.skipBlanks();
    if (cursor.takeWord("const") || cursor.takeWord("let") || cursor.takeWord("var")) {
      return !cursor.skipBlanks() && declaration();
    }
    boolean isReturn = cursor.takeWord("return");
    if (isReturn && cursor.skipBlanks()) {
      // The line ended, and the statement with it: it returns nothing.
      return false;
    }
    if (!value()) {
      return false;
    }
    cursor.skipBlanks();
    cursor.take(';');
    cursor.skipBlanks();
    return cursor.atEnd();
  }

  private boolean declaration() {
    String variable = cursor.word();
    if (variable == null || NO_VARIABLES.contains(variable)) {
      return false;
    }
    cursor.skipBlanks();
    if (cursor.take(':') && !type()) {
      return false;
    }
    if (!cursor.take('=')) {
      return false;
    }
    cursor.skipBlanks();
    // A variable that hides the backend makes the call an error.
    return value() && !variable.equals(callee()) && returns(variable);
  }

  /** A name that can be nothing but a type: those are not checked, and left out. */
  private boolean type() {
    cursor.skipBlanks();
    String type = cursor.word();
    cursor.skipBlanks();
    return type != null && (TYPES.contains(type) || Character.isUpperCase(type.charAt(0)));
  }

  private boolean value() {
    int brackets = 0;
    while (true) {
      if (cursor.take('(')) {
        if (++brackets > MAX_BRACKETS) {
          return false;
        }
      } else if (!cursor.takeWord("await")) {
        break;
      }
      cursor.skipBlanks();
    }
    if (!call()) {
      return false;
    }
    for (; brackets > 0; brackets--) {
      cursor.skipBlanks();
      if (!cursor.take(')')) {
        return false;
      }
    }
    return true;
  }

  private boolean returns(String variable) {
    boolean lineEnded = cursor.skipBlanks();
    if (!cursor.take(';') && !lineEnded) {
      return false;
    }
    cursor.skipBlanks();
    if (!cursor.takeWord("return") || cursor.skipBlanks()) {
      return false;
    }
    if (cursor.takeWord("await")) {
      cursor.skipBlanks();
    }
    if (!variable.equals(cursor.word())) {
      return false;
    }
    cursor.skipBlanks();
    cursor.take(';');
    cursor.skipBlanks();
    return cursor.atEnd();
  }
}
