package io.gatemini.sandbox.internal.lua.lib;

import io.gatemini.sandbox.internal.lua.value.Builtin;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.value.Machine;
import org.jspecify.annotations.Nullable;

/** A table of builtins while it is filled. */
record Library(String name, LuaTable table) {
  /** Values that one call may return or take at most, as in the original. */
  static final int MAX_RESULTS = 999_950;

  /** A new library, which a global variable holds. */
  static Library global(String name, Machine lua, LuaTable globals) {
    Library library = new Library(name, new LuaTable(lua.meter()));
    globals.set(LuaString.of(name), library.table);
    return library;
  }

  Library add(String function, Builtin.Body body) {
    return set(function, new Builtin(name + "." + function, body));
  }

  Library set(String field, @Nullable Object value) {
    table.set(LuaString.of(field), value);
    return this;
  }

  /** The position from 1 of an index that counts from the end where it is negative. */
  static long start(long index, long length) {
    return index > 0 ? index : index == 0 || index < -length ? 1 : length + index + 1;
  }

  /** The last position of a range whose end counts from the end where it is negative. */
  static long end(long index, long length) {
    return index > length ? length : index >= 0 ? index : index < -length ? 0 : length + index + 1;
  }
}
