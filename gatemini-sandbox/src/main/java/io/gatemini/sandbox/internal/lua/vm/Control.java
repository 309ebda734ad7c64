package io.gatemini.sandbox.internal.lua.vm;

import io.gatemini.sandbox.internal.lua.value.Holder;
import io.gatemini.sandbox.internal.lua.value.LuaFunction;
import java.util.function.Consumer;
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

  /** The same for a function that resumes a coroutine of its own. */
  interface WrapperBody {
    void enter(
        Control control,
        Calls calls,
        @Nullable Object[] arguments,
        Frame.Return mode,
        int target,
        int wanted);
  }

  final Body body;
  final @Nullable Coroutine coroutine;

  Control(String name, Body body) {
    super(name);
    this.body = body;
    coroutine = null;
  }

  Control(WrapperBody body, Coroutine coroutine) {
    super(null);
    this.coroutine = coroutine;
    this.body =
        (calls, arguments, mode, target, wanted) ->
            body.enter(this, calls, arguments, mode, target, wanted);
  }

  @Override
  public long show(Consumer<@Nullable Object> visitor) {
    visitor.accept(coroutine);
    return 64;
  }
}
