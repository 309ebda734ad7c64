package io.gatemini.sandbox.internal.lua.lib;

import io.gatemini.sandbox.internal.lua.value.LuaFunction;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.vm.Controls;
import io.gatemini.sandbox.internal.lua.vm.Interpreter;
import java.time.Clock;

/** All libraries that a program finds among its globals. */
public final class StandardLibrary {
  private StandardLibrary() {}

  /** Makes the libraries globals of a program, with the clock for its times. */
  public static void install(Interpreter lua, Clock clock) {
    BaseLib.install(lua);
    LuaTable globals = lua.globals();
    Library coroutine = Library.global("coroutine", lua, globals);
    for (LuaFunction function : Controls.COROUTINE) {
      String name = String.valueOf(function.name());
      coroutine.set(name.substring(name.indexOf('.') + 1), function);
    }
    StringLib.install(lua, globals);
    TableLib.install(lua, globals);
    MathLib.install(lua, globals);
    Utf8Lib.install(lua, globals);
    OsLib.install(lua, globals, clock);
  }
}
