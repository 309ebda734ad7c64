package io.gatemini.sandbox.internal.lua.lib;

import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.vm.Interpreter;
import java.time.Clock;

/** All libraries that a program finds among its globals. */
public final class StandardLibrary {
  private StandardLibrary() {}

  /** Makes the libraries globals of a program, with the clock for its times. */
  public static void install(Interpreter lua, Clock clock) {
    BaseLib.install(lua);
    LuaTable globals = lua.globals();
    CoroutineLib.install(lua, globals);
    StringLib.install(lua, globals);
    TableLib.install(lua, globals);
    MathLib.install(lua, globals);
    Utf8Lib.install(lua, globals);
    OsLib.install(lua, globals, clock);
  }
}
