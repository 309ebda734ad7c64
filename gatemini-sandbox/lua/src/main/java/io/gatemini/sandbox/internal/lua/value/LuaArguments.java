package io.gatemini.sandbox.internal.lua.value;

import org.jspecify.annotations.Nullable;

/** The arguments of one call of a builtin, counted from 1, with the checks of Lua's own library. */
public final class LuaArguments {
  private final @Nullable Object[] values;
  private final Meter meter;

  /**
   * @param meter counts the work on texts of numbers
   */
  public LuaArguments(@Nullable Object[] values, Meter meter) {
    this.values = values;
    this.meter = meter;
  }

  public int count() {
    return values.length;
  }

  /** All of them; the array belongs to the call and may be kept. */
  public @Nullable Object[] all() {
    return values;
  }

  /** The argument or nil. */
  public @Nullable Object get(int number) {
    return number <= values.length ? values[number - 1] : null;
  }

  /** Whether the argument is absent or nil. */
  public boolean none(int number) {
    return get(number) == null;
  }

  /** The argument, which may be nil but not absent. */
  public @Nullable Object any(int number) {
    if (number > values.length) {
      throw LuaError.argument(number, "value expected");
    }
    return values[number - 1];
  }

  public LuaTable table(int number) {
    if (get(number) instanceof LuaTable table) {
      return table;
    }
    throw mistyped(number, "table");
  }

  public LuaFunction function(int number) {
    if (get(number) instanceof LuaFunction function) {
      return function;
    }
    throw mistyped(number, "function");
  }

  /** A string, or a number turned to one. */
  public LuaString string(int number) {
    Object value = get(number);
    if (value instanceof LuaString text) {
      return text;
    }
    if (value instanceof Long || value instanceof Double) {
      return Numbers.toText(value);
    }
    throw mistyped(number, "string");
  }

  public LuaString string(int number, LuaString absent) {
    return none(number) ? absent : string(number);
  }

  /** An integer, or a float or text that is one. */
  public long integer(int number) {
    Object value = get(number);
    if (value instanceof Long integer) {
      return integer;
    }
    Long integer = Numbers.toInteger(value, meter);
    if (integer != null) {
      return integer;
    }
    throw Numbers.toNumber(value, meter) == null
        ? mistyped(number, "number")
        : LuaError.argument(number, "number has no integer representation");
  }

  public long integer(int number, long absent) {
    return none(number) ? absent : integer(number);
  }

  /** A Long or a Double; texts of numbers are converted. */
  public Number number(int number) {
    Number value = Numbers.toNumber(get(number), meter);
    if (value != null) {
      return value;
    }
    throw mistyped(number, "number");
  }

  /** Lua's truth of the argument. */
  public boolean truth(int number) {
    Object value = get(number);
    return value != null && !Boolean.FALSE.equals(value);
  }

  /** Rejects an argument that is not valid. */
  public static void check(boolean valid, int number, String message) {
    if (!valid) {
      throw LuaError.argument(number, message);
    }
  }

  /** The error of an argument that has another type than the one wanted. */
  public LuaError mistyped(int number, String wanted) {
    String given = number > values.length ? "no value" : LuaTypes.nameInErrors(get(number));
    return LuaError.argument(number, wanted + " expected, got " + given);
  }
}
