package io.gatemini.internal.chain;

import io.gatemini.RawJson;
import io.gatemini.internal.catalog.ScriptNames;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A program that does nothing but call one tool and return its answer, recognised without an
 * engine:
 *
 * <pre>
 * program := ["return"] value [";"]
 *          | ("const" | "let" | "var") name [":" type] "=" value (";" | newline)
 *            "return" ["await"] name [";"]
 * value   := "await" value | "(" value ")" | call
 * call    := backend "." tool "(" [object [","]] ")"
 * </pre>
 *
 * <p>with comments and white space between all of these. Only what means the same to a JavaScript
 * engine is accepted: what an object may contain is told by {@link ObjectLiteral}.
 *
 * @param backend the identifier before the dot
 * @param tool the identifier after it
 * @param arguments the arguments, as {@code JSON.stringify} writes them
 */
record SimpleCall(String backend, String tool, RawJson arguments) {
  private static final String INTROSPECTION = "__getToolInterface";

  /** Reads a program; {@code null} when it is anything else. Never throws. */
  static @Nullable SimpleCall read(String code) {
    CallReader reader = new CallReader(code);
    return reader.program() ? reader.call : null;
  }

  /**
   * The name in a program that has {@code __getToolInterface("name")} for its call, or {@code
   * null}.
   */
  static @Nullable String introspected(String code) {
    if (!code.contains(INTROSPECTION)) {
      return null;
    }
    IntrospectionReader reader = new IntrospectionReader(code);
    return reader.program() ? reader.name : null;
  }

  /** The part of the grammar that is the same for both. */
  private abstract static class Reader {
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

    Reader(String code) {
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

  private static final class CallReader extends Reader {
    private String backend = "";
    private @Nullable SimpleCall call;

    CallReader(String code) {
      super(code);
    }

    @Override
    String callee() {
      return backend;
    }

    @Override
    boolean call() {
      String before = cursor.word();
      if (before == null || ScriptNames.isReserved(before)) {
        return false;
      }
      backend = before;
      cursor.skipBlanks();
      if (!cursor.take('.')) {
        return false;
      }
      cursor.skipBlanks();
      String tool = cursor.word();
      cursor.skipBlanks();
      if (tool == null || !cursor.take('(')) {
        return false;
      }
      RawJson arguments = arguments();
      if (arguments == null) {
        return false;
      }
      call = new SimpleCall(backend, tool, arguments);
      return true;
    }

    private @Nullable RawJson arguments() {
      cursor.skipBlanks();
      if (cursor.take(')')) {
        return RawJson.emptyObject();
      }
      RawJson object = ObjectLiteral.read(cursor);
      if (object == null) {
        return null;
      }
      cursor.skipBlanks();
      if (cursor.take(',')) {
        cursor.skipBlanks();
      }
      return cursor.take(')') ? object : null;
    }
  }

  private static final class IntrospectionReader extends Reader {
    private @Nullable String name;

    IntrospectionReader(String code) {
      super(code);
    }

    @Override
    String callee() {
      return INTROSPECTION;
    }

    @Override
    boolean call() {
      if (!cursor.takeWord(INTROSPECTION)) {
        return false;
      }
      cursor.skipBlanks();
      if (!cursor.take('(')) {
        return false;
      }
      cursor.skipBlanks();
      if (!StringLiteral.begins(cursor.peek())) {
        return false;
      }
      name = StringLiteral.read(cursor);
      cursor.skipBlanks();
      return cursor.take(')');
    }
  }
}
