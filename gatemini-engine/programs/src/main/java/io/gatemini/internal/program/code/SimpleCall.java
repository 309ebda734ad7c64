package io.gatemini.internal.program.code;

import io.gatemini.RawJson;
import io.gatemini.internal.catalog.JavaScriptNames;
import io.gatemini.spi.ScriptLanguage.LoneCall;
import org.jspecify.annotations.Nullable;

/**
 * A program that does nothing but call one tool and return its answer, recognised without an
 * engine:
 *
 * <pre>
 * call    := backend "." tool "(" [object [","]] ")"
 * </pre>
 *
 * <p>within a {@link CallProgram}. Accepts only code with the same meaning for a JavaScript engine:
 * {@link ObjectLiteral} defines the allowed content of objects.
 */
public final class SimpleCall {
  private static final String INTROSPECTION = "__getToolInterface";

  private SimpleCall() {}

  /** Reads a program; {@code null} when it is anything else. Never throws. */
  static @Nullable LoneCall read(String code) {
    CallReader reader = new CallReader(code);
    return reader.program() ? reader.call : null;
  }

  /**
   * The name in a program that has {@code __getToolInterface("name")} for its call, or {@code
   * null}.
   */
  public static @Nullable String introspected(String code) {
    if (!code.contains(INTROSPECTION)) {
      return null;
    }
    IntrospectionReader reader = new IntrospectionReader(code);
    return reader.program() ? reader.name : null;
  }

  private static final class CallReader extends CallProgram {
    private String backend = "";
    private @Nullable LoneCall call;

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
      if (before == null || JavaScriptNames.RULES.isReserved(before)) {
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
      call = new LoneCall(backend, tool, arguments);
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

  private static final class IntrospectionReader extends CallProgram {
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
