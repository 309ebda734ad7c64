package io.gatemini.sandbox.internal.lua.value;

import org.jspecify.annotations.Nullable;

/**
 * An error that Lua code can catch. One made of a text alone gets its position ("chunk:line:") from
 * the interpreter, which knows where the builtin or the operation that threw it was called.
 */
public final class LuaError extends RuntimeException {
  /** The kind of a failure, for hints that need no wording of messages. */
  public enum Kind {
    OTHER,
    INDEX,
    CALL
  }

  private @Nullable Object value;
  private boolean placed;
  private boolean handled;
  private boolean token;
  private boolean runtime;
  private final int argument;
  private Kind kind = Kind.OTHER;
  private @Nullable VariableName culprit;
  private boolean culpritIsNil;

  private LuaError(@Nullable Object value, boolean placed, int argument) {
    super(null, null, false, false);
    this.value = value;
    this.placed = placed;
    this.argument = argument;
  }

  /** An error whose text the interpreter prefixes with the position of the call. */
  public LuaError(String message) {
    this(LuaString.of(message), false, 0);
  }

  /** An error of any value, thrown as it is. */
  public static LuaError of(@Nullable Object value) {
    return new LuaError(value, true, 0);
  }

  /** An error whose text the interpreter prefixes with the position of the call. */
  public LuaError(LuaString message) {
    this(message, false, 0);
  }

  /** The token that passes through a coroutine which is closed without an error. */
  public static LuaError token() {
    LuaError token = of(null);
    token.handled = true;
    token.token = true;
    return token;
  }

  public boolean isToken() {
    return token;
  }

  /** The same error for the frames below a builtin, which have message handlers of their own. */
  public LuaError passOn() {
    handled = false;
    return this;
  }

  /** A bad argument, counted from 1; the interpreter adds the function's name and the position. */
  public static LuaError argument(int argument, String message) {
    return new LuaError(LuaString.of(message), false, argument);
  }

  /** An error of the machine itself: where a builtin is at work, no position is its own. */
  public static LuaError runtime(String message) {
    LuaError error = new LuaError(message);
    error.runtime = true;
    return error;
  }

  public boolean isRuntime() {
    return runtime;
  }

  /** An operation on a value that does not have it. */
  public static LuaError operation(
      Kind kind, String message, @Nullable VariableName culprit, boolean culpritIsNil) {
    LuaError error = runtime(message);
    error.kind = kind;
    error.culprit = culprit;
    error.culpritIsNil = culpritIsNil;
    return error;
  }

  public @Nullable Object value() {
    return value;
  }

  /** Whether the value is what Lua code is to see; otherwise a position is missing. */
  public boolean placed() {
    return placed;
  }

  /** The number of the argument that was bad, or 0. */
  public int argument() {
    return argument;
  }

  public void place(@Nullable Object placedValue) {
    value = placedValue;
    placed = true;
  }

  /** Whether a message handler has seen it. */
  public boolean handled() {
    return handled;
  }

  public void handled(@Nullable Object handledValue) {
    value = handledValue;
    handled = true;
  }

  public Kind kind() {
    return kind;
  }

  /** The variable that held the value of which {@link #kind} was asked, where it has a name. */
  public @Nullable VariableName culprit() {
    return culprit;
  }

  public boolean culpritIsNil() {
    return culpritIsNil;
  }

  @Override
  public String getMessage() {
    return value instanceof LuaString text
        ? text.toString()
        : "(error object is a " + LuaTypes.name(value) + " value)";
  }

  /**
   * How an error names the value it is about.
   *
   * @param kind local, upvalue, global, field, method or constant, as Lua's texts say it
   */
  public record VariableName(String kind, String name) {}
}
