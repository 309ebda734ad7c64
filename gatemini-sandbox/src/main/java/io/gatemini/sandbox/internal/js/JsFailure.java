package io.gatemini.sandbox.internal.js;

/** JavaScript, or the engine under it, ended with an exception. */
public final class JsFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The kinds of ends. */
  public enum Kind {
    /** The text is no program. */
    SYNTAX,
    /** The program threw what the prelude did not catch. */
    THROWN,
    /** {@link JsContext#stop} was called. */
    STOPPED,
    /** Out of heap or stack. */
    MEMORY,
    /** Over the number of statements. */
    STATEMENTS,
    /** The engine itself failed. */
    ENGINE
  }

  private final Kind kind;
  private final int line;
  private final int column;

  /**
   * A failure at a place.
   *
   * @param line from 1; 0 where it is not known
   * @param column from 0
   */
  public JsFailure(Kind kind, String message, int line, int column, Throwable cause) {
    super(message, cause, false, false);
    this.kind = kind;
    this.line = line;
    this.column = column;
  }

  public JsFailure(Kind kind, Throwable cause) {
    this(kind, String.valueOf(cause.getMessage()), 0, 0, cause);
  }

  public Kind kind() {
    return kind;
  }

  int line() {
    return line;
  }

  int column() {
    return column;
  }
}
