package io.gatemini.sandbox.internal.lua.vm;

import io.gatemini.sandbox.internal.lua.value.Arguments;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaFunction;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The builtins that call, switch or leave functions of Lua. */
public final class Controls {
  public static final LuaFunction PCALL =
      new Control(
          "pcall",
          (calls, values, mode, target, wanted) -> {
            Object function = new Arguments(values, calls.meter).any(1);
            protect(calls, function, rest(values, 1), null, mode, target, wanted);
          });

  public static final LuaFunction XPCALL =
      new Control(
          "xpcall",
          (calls, values, mode, target, wanted) -> {
            LuaFunction handler = new Arguments(values, calls.meter).function(2);
            protect(calls, values[0], rest(values, 2), handler, mode, target, wanted);
          });

  public static final LuaFunction YIELD = new Control("coroutine.yield", Calls::suspend);

  public static final LuaFunction RESUME =
      new Control(
          "coroutine.resume",
          (calls, values, mode, target, wanted) -> {
            Coroutine coroutine = coroutine(calls, values, 1);
            String reason = whyNot(coroutine);
            if (reason == null) {
              calls.resume(coroutine, rest(values, 1), mode, target, wanted);
            } else {
              calls.deliver(
                  new @Nullable Object[] {false, LuaString.of(reason)}, mode, target, wanted);
            }
          });

  public static final LuaFunction CREATE =
      new Control(
          "coroutine.create",
          (calls, values, mode, target, wanted) ->
              calls.deliver(create(calls, values), mode, target, wanted));

  public static final LuaFunction WRAP =
      new Control(
          "coroutine.wrap",
          (calls, values, mode, target, wanted) -> {
            Coroutine coroutine = create(calls, values);
            coroutine.wrapped = true;
            Control wrapper = new Control(Controls::resumeWrapped, coroutine);
            calls.deliver(wrapper, mode, target, wanted);
          });

  public static final LuaFunction STATUS =
      new Control(
          "coroutine.status",
          (calls, values, mode, target, wanted) ->
              calls.deliver(status(coroutine(calls, values, 1)), mode, target, wanted));

  public static final LuaFunction RUNNING =
      new Control(
          "coroutine.running",
          (calls, values, mode, target, wanted) ->
              calls.deliver(
                  new @Nullable Object[] {calls.current, calls.current == calls.main},
                  mode,
                  target,
                  wanted));

  public static final LuaFunction IS_YIELDABLE =
      new Control(
          "coroutine.isyieldable",
          (calls, values, mode, target, wanted) -> {
            Coroutine asked = values.length == 0 ? calls.current : coroutine(calls, values, 1);
            boolean yieldable = asked != calls.main && asked.javaCalls == 0;
            calls.deliver(yieldable, mode, target, wanted);
          });

  public static final LuaFunction CLOSE =
      new Control(
          "coroutine.close",
          (calls, values, mode, target, wanted) -> {
            Coroutine coroutine = coroutine(calls, values, 1);
            switch (coroutine.status) {
              case SUSPENDED -> {
                coroutine.body = null;
                calls.kill(coroutine, mode, target, wanted);
              }
              case DEAD -> {
                LuaError failure = coroutine.failure;
                coroutine.failure = null;
                calls.deliver(
                    failure == null
                        ? (Object) true
                        : new @Nullable Object[] {false, failure.value()},
                    mode,
                    target,
                    wanted);
              }
              default -> throw new LuaError("cannot close a " + status(coroutine) + " coroutine");
            }
          });

  /** {@code error}: the position of the function at a level goes before a text. */
  public static final LuaFunction ERROR =
      new Control(
          "error",
          (calls, values, mode, target, wanted) -> {
            Arguments arguments = new Arguments(values, calls.meter);
            long level = arguments.integer(2, 1);
            Object value = arguments.get(1);
            if (value instanceof LuaString text && level > 0) {
              value = Operations.join(LuaString.of(calls.position(level)), text, calls.meter);
            }
            throw LuaError.of(value);
          });

  private Controls() {}

  private static void protect(
      Calls calls,
      @Nullable Object function,
      @Nullable Object[] arguments,
      @Nullable LuaFunction handler,
      Frame.Return mode,
      int target,
      int wanted) {
    Frame frame = calls.current.push(calls.meter, Frame.Kind.PROTECTED, mode, target, wanted);
    frame.handler = handler;
    try {
      calls.invoke(function, arguments, Frame.Return.PROTECTED, 0, 0);
    } catch (LuaError error) {
      calls.unwind(calls.place(error, null));
    }
  }

  private static Coroutine create(Calls calls, @Nullable Object[] values) {
    LuaFunction body = new Arguments(values, calls.meter).function(1);
    calls.meter.allocate(Coroutine.COROUTINE_BYTES);
    Coroutine coroutine = new Coroutine();
    coroutine.body = body;
    return coroutine;
  }

  private static void resumeWrapped(
      Control wrapper,
      Calls calls,
      @Nullable Object[] values,
      Frame.Return mode,
      int target,
      int wanted) {
    Coroutine coroutine = wrapper.coroutine;
    if (coroutine == null) {
      throw new IllegalStateException("not a wrapped coroutine");
    }
    String reason = whyNot(coroutine);
    if (reason != null) {
      throw new LuaError(reason);
    }
    calls.resume(coroutine, values, mode, target, wanted);
  }

  private static @Nullable String whyNot(Coroutine coroutine) {
    return switch (coroutine.status) {
      case SUSPENDED -> null;
      case DEAD -> "cannot resume dead coroutine";
      default -> "cannot resume non-suspended coroutine";
    };
  }

  private static LuaString status(Coroutine coroutine) {
    return LuaString.of(coroutine.status.name().toLowerCase(Locale.ROOT));
  }

  private static Coroutine coroutine(Calls calls, @Nullable Object[] values, int number) {
    Arguments arguments = new Arguments(values, calls.meter);
    if (arguments.get(number) instanceof Coroutine coroutine) {
      return coroutine;
    }
    throw arguments.mistyped(number, "thread");
  }

  private static @Nullable Object[] rest(@Nullable Object[] values, int from) {
    return Arrays.copyOfRange(values, Math.min(from, values.length), values.length);
  }
}
