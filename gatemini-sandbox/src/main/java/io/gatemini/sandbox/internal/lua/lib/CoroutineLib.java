package io.gatemini.sandbox.internal.lua.lib;

import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.value.Machine;
import io.gatemini.sandbox.internal.lua.vm.Controls;

/** The library {@code coroutine}. */
public final class CoroutineLib {
  private CoroutineLib() {}

  public static void install(Machine lua, LuaTable globals) {
    LuaTable library = new LuaTable(lua.meter());
    library.set(LuaString.of("create"), Controls.CREATE);
    library.set(LuaString.of("resume"), Controls.RESUME);
    library.set(LuaString.of("yield"), Controls.YIELD);
    library.set(LuaString.of("status"), Controls.STATUS);
    library.set(LuaString.of("wrap"), Controls.WRAP);
    library.set(LuaString.of("isyieldable"), Controls.IS_YIELDABLE);
    library.set(LuaString.of("running"), Controls.RUNNING);
    library.set(LuaString.of("close"), Controls.CLOSE);
    globals.set(LuaString.of("coroutine"), library);
  }
}
