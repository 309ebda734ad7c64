package io.gatemini.sandbox.internal.lua.vm;

import io.gatemini.sandbox.internal.lua.value.Holder;
import io.gatemini.sandbox.internal.lua.value.LuaFunction;
import org.jspecify.annotations.Nullable;

/**
 * A builtin that calls, switches or leaves Lua functions, and so works on the frames themselves.
 */
final class Control extends LuaFunction implements Holder {
  /** Does its work; the results go where the return mode, the target and the number say. */
  interface Body {
    void enter(
        Calls calls, @Nullable Object[] arguments, Frame.Return mode, int target, int wanted);
  }

  final Body body;

  /** The one that it resumes, where it has one of its own. */
  private final @Nullable Coroutine coroutine;

  Control(String name, Body body) {
    this(name, body, null);
  }

  Control(@Nullable String name, Body body, @Nullable Coroutine coroutine) {
    super(name);
    this.body = body;
    this.coroutine = coroutine;
  }

  @Override
  public long show(Visitor visitor) {
    visitor.accept(coroutine);
    return 64;
  }
}
