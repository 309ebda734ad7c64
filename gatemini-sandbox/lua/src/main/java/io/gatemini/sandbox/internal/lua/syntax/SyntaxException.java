package io.gatemini.sandbox.internal.lua.syntax;

/** A text that is not Lua, with the message of Lua's own compiler and the place in the text. */
public final class SyntaxException extends RuntimeException {
  private final int line;
  private final int column;

  SyntaxException(String message, int line, int column) {
    super(message, null, false, false);
    this.line = line;
    this.column = column;
  }

  /** The line, counted from 1. */
  public int line() {
    return line;
  }

  /** The column of the token at fault, in bytes, counted from 1. */
  public int column() {
    return column;
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
