package io.gatemini.sandbox.internal.lua.lib;

import io.gatemini.sandbox.internal.lua.value.LuaArguments;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.value.Machine;
import io.gatemini.sandbox.internal.lua.value.Metamethod;
import org.jspecify.annotations.Nullable;

/** The elements of a table, or of what its metamethods make a table; each access counts a step. */
record Elements(Machine lua, @Nullable Object table) {
  /** An argument that is a table or has the metamethods needed instead. */
  static Elements of(Machine lua, LuaArguments arguments, int number, Metamethod... needed) {
    Object value = arguments.get(number);
    if (!(value instanceof LuaTable)) {
      for (Metamethod event : needed) {
        if (lua.metafield(value, event) == null) {
          throw arguments.mistyped(number, "table");
        }
      }
    }
    return new Elements(lua, value);
  }

  long length() {
    return table instanceof LuaTable plain && plain.metatable() == null
        ? plain.length()
        : lua.length(table);
  }

  @Nullable Object get(long index) {
    lua.meter().step(1);
    return table instanceof LuaTable plain && plain.metatable() == null
        ? plain.get(index)
        : lua.index(table, index);
  }

  void set(long index, @Nullable Object value) {
    lua.meter().step(1);
    if (table instanceof LuaTable plain && plain.metatable() == null) {
      plain.set(index, value);
    } else {
      lua.setIndex(table, index, value);
    }
  }
}
