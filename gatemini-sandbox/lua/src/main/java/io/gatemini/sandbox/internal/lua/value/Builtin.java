package io.gatemini.sandbox.internal.lua.value;

import org.jspecify.annotations.Nullable;

/** A function written in Java. */
public final class Builtin extends LuaFunction implements Holder {
  /** An object, its body and an entry of what it holds. */
  private static final int BUILTIN_BYTES = 64;

  /** No results, which is not the same as one nil. */
  public static final @Nullable Object[] NONE = {};

  private final Body body;
  private final Object[] held;

  /**
   * The code of a builtin. The result is one Lua value (nil is null), or an {@code Object[]} of any
   * number of values; arrays are never Lua values themselves.
   */
  @FunctionalInterface
  public interface Body {
    @Nullable Object call(Machine lua, LuaArguments arguments);
  }

  /**
   * @param held the values and holders that the body keeps and a program can reach by it alone
   */
  public Builtin(@Nullable String name, Body body, Object... held) {
    super(name);
    this.body = body;
    this.held = held;
  }

  @Override
  public long show(Visitor visitor) {
    for (Object value : held) {
      visitor.accept(value);
    }
    return BUILTIN_BYTES;
  }

  public @Nullable Object call(Machine lua, @Nullable Object[] arguments) {
    return body.call(lua, new LuaArguments(arguments, lua.meter()));
  }
}
