package io.gatemini.sandbox.internal.lua.value;

import org.jspecify.annotations.Nullable;

/** The names of Lua's types. */
public final class LuaTypes {
  private LuaTypes() {}

  /** The result of {@code type} for a value. */
  public static String name(@Nullable Object value) {
    if (value == null) {
      return "nil";
    }
    if (value instanceof Boolean) {
      return "boolean";
    }
    if (value instanceof Number) {
      return "number";
    }
    if (value instanceof LuaString) {
      return "string";
    }
    if (value instanceof LuaTable) {
      return "table";
    }
    if (value instanceof LuaFunction) {
      return "function";
    }
    return value instanceof LuaThread ? "thread" : "userdata";
  }

  /** The type's name in error texts, which a metatable may give in {@code __name}. */
  public static String nameInErrors(@Nullable Object value) {
    if (value instanceof LuaTable table
        && table.metatable() != null
        && table.metatable().metamethod(Metamethod.NAME) instanceof LuaString name) {
      return name.toString();
    }
    return name(value);
  }

  /** A coroutine as a value; what it does is the interpreter's business. */
  public abstract static class LuaThread {}
}
