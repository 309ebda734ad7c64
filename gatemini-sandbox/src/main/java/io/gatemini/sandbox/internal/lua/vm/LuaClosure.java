package io.gatemini.sandbox.internal.lua.vm;

import io.gatemini.sandbox.internal.lua.value.LuaFunction;

/** A function of Lua with the variables it shares with others. */
public final class LuaClosure extends LuaFunction {
  final Prototype prototype;
  final Cell[] upvalues;

  LuaClosure(Prototype prototype, Cell[] upvalues) {
    super(null);
    this.prototype = prototype;
    this.upvalues = upvalues;
  }
}
