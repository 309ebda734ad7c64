package io.gatemini.sandbox.internal.js;

import java.util.OptionalInt;
import java.util.function.IntUnaryOperator;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.PolyglotException.StackFrame;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;

/** Finds the line of a program where something was thrown. Belongs to the program's thread. */
final class ThrownLines {
  private final @Nullable Source source;
  private final IntUnaryOperator authorLine;

  private ThrownLines(@Nullable Source source, IntUnaryOperator authorLine) {
    this.source = source;
    this.authorLine = authorLine;
  }

  /** Before there is a program. */
  static ThrownLines none() {
    return new ThrownLines(null, line -> 0);
  }

  /**
   * Those of a program.
   *
   * @param main a function of it
   * @param authorLine the line that its author wrote, for a line of what was compiled; 0 where
   *     there is none
   */
  static ThrownLines of(Value main, IntUnaryOperator authorLine) {
    return new ThrownLines(main.getSourceLocation().getSource(), authorLine);
  }

  OptionalInt lineOf(Value thrown) {
    if (!thrown.isException()) {
      return OptionalInt.empty();
    }
    try {
      throw thrown.throwException();
    } catch (PolyglotException e) {
      return lineOf(e);
    }
  }

  OptionalInt lineOf(PolyglotException e) {
    for (StackFrame frame : e.getPolyglotStackTrace()) {
      if (frame.isGuestFrame()
          && frame.getSourceLocation() != null
          && frame.getSourceLocation().getSource().equals(source)) {
        int line = authorLine.applyAsInt(frame.getSourceLocation().getStartLine());
        if (line > 0) {
          return OptionalInt.of(line);
        }
      }
    }
    return OptionalInt.empty();
  }
}
