package io.gatemini.sandbox.internal.lua.vm;

import io.gatemini.sandbox.internal.lua.value.Holder;
import io.gatemini.sandbox.internal.lua.value.LuaFunction;

/** A function of Lua with the variables it shares with others. */
final class LuaClosure extends LuaFunction implements Holder {
  final Prototype prototype;
  final Cell[] upvalues;

  LuaClosure(Prototype prototype, Cell[] upvalues) {
    super(null);
    this.prototype = prototype;
    this.upvalues = upvalues;
  }

  @Override
  public long show(Visitor visitor) {
    for (Cell upvalue : upvalues) {
      visitor.accept(upvalue);
    }
    visitor.accept(prototype);
    return 40 + 8L * upvalues.length;
  }
}
