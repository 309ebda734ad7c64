package io.gatemini.sandbox.internal.lua.value;

import org.jspecify.annotations.Nullable;

/** A Lua function: a closure of compiled code, or a {@link Builtin}. */
public abstract class LuaFunction {
  private final @Nullable String name;

  /**
   * @param name how Lua's own error texts name it where the call gives no name ({@code string.rep})
   */
  protected LuaFunction(@Nullable String name) {
    this.name = name;
  }

  public final @Nullable String name() {
    return name;
  }
}
