package io.gatemini.sandbox.internal.lua.value;

import org.jspecify.annotations.Nullable;

/** A function written in Java. */
public final class Builtin extends LuaFunction {
  /** No results, which is not the same as one nil. */
  public static final @Nullable Object[] NONE = {};

  private final Body body;

  /**
   * What a builtin does. The result is one Lua value (nil is null), or an {@code Object[]} of any
   * number of values; arrays are never Lua values themselves.
   */
  @FunctionalInterface
  public interface Body {
    @Nullable Object call(Machine lua, Arguments arguments);
  }

  public Builtin(@Nullable String name, Body body) {
    super(name);
    this.body = body;
  }

  public @Nullable Object call(Machine lua, @Nullable Object[] arguments) {
    return body.call(lua, new Arguments(arguments, lua.meter()));
  }
}
