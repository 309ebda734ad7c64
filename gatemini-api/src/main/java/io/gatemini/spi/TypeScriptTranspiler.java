package io.gatemini.spi;

import java.util.List;

/**
 * Turns TypeScript into JavaScript by removing or translating what is not JavaScript; types are not
 * checked. Thread-safe.
 */
public interface TypeScriptTranspiler extends Provider {
  /** Whether it can work here: its library and native parts are there. Called once; may be slow. */
  default boolean isAvailable() {
    return true;
  }

  /** Whether the text is within this one's bounds; what is not goes to the next transpiler. */
  default boolean accepts(String source) {
    return true;
  }

  /**
   * Transpiles a program.
   *
   * @throws io.gatemini.spi.ScriptException when the text is not TypeScript, with line and reason
   */
  Transpiled transpile(String source, Form form);

  /** The form in which a program is written. */
  enum Form {
    /** The body of an async function: {@code return} and {@code await} stand at the top. */
    BODY,
    /** A module, with {@code export}. */
    MODULE
  }

  /**
   * JavaScript, and where it comes from.
   *
   * @param code in the form of the source
   * @param sourceLines for each line of the code, from 1, the line of the source it comes from, or
   *     0 where it comes from none; empty where the lines are the same
   */
  record Transpiled(String code, List<Integer> sourceLines) {
    public Transpiled {
      sourceLines = List.copyOf(sourceLines);
    }

    /** The line of the source behind a line of the code; 0 where there is none. */
    public int sourceLine(int line) {
      if (sourceLines.isEmpty()) {
        return line;
      }
      return line < 1 || line > sourceLines.size() ? 0 : sourceLines.get(line - 1);
    }
  }
}
