package io.gatemini.sandbox.internal.lua.value;

import org.jspecify.annotations.Nullable;

/**
 * The interpreter's services for a builtin that it runs. Calls from here nest in Java, so that a
 * coroutine cannot yield across them; all of it respects metamethods.
 */
public interface Machine {
  Meter meter();

  /** The metatable of a value of any type. */
  @Nullable LuaTable metatable(@Nullable Object value);

  /** Sets the metatable that all strings share. */
  void stringMetatable(@Nullable LuaTable metatable);

  /** The field of a value's metatable, or null. */
  @Nullable Object metafield(@Nullable Object value, Metamethod event);

  /** Calls a value and returns all results. */
  @Nullable Object[] call(@Nullable Object function, @Nullable Object... arguments);

  /** Calls a value and returns its first result. */
  default @Nullable Object callOne(@Nullable Object function, @Nullable Object... arguments) {
    @Nullable Object[] results = call(function, arguments);
    return results.length == 0 ? null : results[0];
  }

  @Nullable Object index(@Nullable Object value, @Nullable Object key);

  void setIndex(@Nullable Object value, @Nullable Object key, @Nullable Object element);

  boolean lessThan(@Nullable Object left, @Nullable Object right);

  boolean equal(@Nullable Object left, @Nullable Object right);

  /** The length operator, which must give an integer here. */
  long length(@Nullable Object value);

  /** An arithmetic operation with its metamethods, by the metamethod's event. */
  @Nullable Object arithmetic(Metamethod event, @Nullable Object left, @Nullable Object right);

  /** The text of any value as {@code tostring} gives it. */
  LuaString text(@Nullable Object value);
}
