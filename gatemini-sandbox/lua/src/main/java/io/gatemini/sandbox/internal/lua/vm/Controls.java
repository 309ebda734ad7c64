package io.gatemini.sandbox.internal.lua.vm;

import io.gatemini.sandbox.internal.lua.value.Builtin;
import io.gatemini.sandbox.internal.lua.value.LuaArguments;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaFunction;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The builtins that call, switch or leave functions of Lua. */
public final class Controls {
  /** Those among the globals. */
  public static final List<LuaFunction> BASIC =
      List.of(
          new Control("pcall", Controls::protectedCall),
          new Control("xpcall", Controls::protectedCallWithHandler),
          plain("error", Controls::error));

  /** The library {@code coroutine}, with its name before those of the functions. */
  public static final List<LuaFunction> COROUTINE =
      List.of(
          plain("coroutine.create", Controls::create),
          new Control("coroutine.resume", Controls::resume),
          new Control("coroutine.yield", Calls::suspend),
          plain("coroutine.status", (calls, arguments) -> status(coroutine(arguments))),
          plain("coroutine.wrap", Controls::wrap),
          plain("coroutine.isyieldable", Controls::isYieldable),
          plain("coroutine.running", Controls::running),
          new Control("coroutine.close", Controls::close));

  private Controls() {}

  private static Builtin plain(String name, BiFunction<Calls, LuaArguments, @Nullable Object> run) {
    return new Builtin(name, (lua, arguments) -> run.apply(((Interpreter) lua).calls, arguments));
  }

  private static void protectedCall(
      Calls calls, @Nullable Object[] values, Frame.Return mode, int target, int wanted) {
    Object function = new LuaArguments(values, calls.meter).any(1);
    protect(calls, function, rest(values, 1), null, mode, target, wanted);
  }

  private static void protectedCallWithHandler(
      Calls calls, @Nullable Object[] values, Frame.Return mode, int target, int wanted) {
    LuaFunction handler = new LuaArguments(values, calls.meter).function(2);
    protect(calls, values[0], rest(values, 2), handler, mode, target, wanted);
  }

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

  /** The position of the function at a level goes before a text. */
  private static Object error(Calls calls, LuaArguments arguments) {
    long level = arguments.integer(2, 1);
    Object value = arguments.get(1);
    if (value instanceof LuaString text && level > 0) {
      value = Operations.join(LuaString.of(calls.position(level)), text, calls.meter);
    }
    throw LuaError.of(value);
  }

  private static Coroutine create(Calls calls, LuaArguments arguments) {
    LuaFunction body = arguments.function(1);
    calls.meter.allocate(Coroutine.COROUTINE_BYTES);
    Coroutine coroutine = new Coroutine();
    coroutine.body = body;
    return coroutine;
  }

  private static void resume(
      Calls calls, @Nullable Object[] values, Frame.Return mode, int target, int wanted) {
    Coroutine coroutine = coroutine(new LuaArguments(values, calls.meter));
    String reason = whyNot(coroutine);
    if (reason == null) {
      calls.resume(coroutine, rest(values, 1), mode, target, wanted);
    } else {
      calls.deliver(new @Nullable Object[] {false, LuaString.of(reason)}, mode, target, wanted);
    }
  }

  private static LuaFunction wrap(Calls creator, LuaArguments arguments) {
    Coroutine coroutine = create(creator, arguments);
    coroutine.wrapped = true;
    return new Control(
        null,
        (calls, values, mode, target, wanted) -> {
          String reason = whyNot(coroutine);
          if (reason != null) {
            throw new LuaError(reason);
          }
          calls.resume(coroutine, values, mode, target, wanted);
        },
        coroutine);
  }

  private static @Nullable String whyNot(Coroutine coroutine) {
    return switch (coroutine.status) {
      case SUSPENDED -> null;
      case DEAD -> "cannot resume dead coroutine";
      default -> "cannot resume non-suspended coroutine";
    };
  }

  private static boolean isYieldable(Calls calls, LuaArguments arguments) {
    Coroutine asked = arguments.count() == 0 ? calls.current : coroutine(arguments);
    return asked != calls.main && asked.javaCalls == 0;
  }

  private static Object running(Calls calls, LuaArguments arguments) {
    return new Object[] {calls.current, calls.current == calls.main};
  }

  private static void close(
      Calls calls, @Nullable Object[] values, Frame.Return mode, int target, int wanted) {
    Coroutine coroutine = coroutine(new LuaArguments(values, calls.meter));
    switch (coroutine.status) {
      case SUSPENDED -> {
        coroutine.body = null;
        calls.kill(coroutine, mode, target, wanted);
      }
      case DEAD -> {
        LuaError failure = coroutine.failure;
        coroutine.failure = null;
        Object closed =
            failure == null ? (Object) true : new @Nullable Object[] {false, failure.value()};
        calls.deliver(closed, mode, target, wanted);
      }
      default -> throw new LuaError("cannot close a " + status(coroutine) + " coroutine");
    }
  }

  private static LuaString status(Coroutine coroutine) {
    return LuaString.of(coroutine.status.name().toLowerCase(Locale.ROOT));
  }

  private static Coroutine coroutine(LuaArguments arguments) {
    if (arguments.get(1) instanceof Coroutine coroutine) {
      return coroutine;
    }
    throw arguments.mistyped(1, "thread");
  }

  private static @Nullable Object[] rest(@Nullable Object[] values, int from) {
    return Arrays.copyOfRange(values, Math.min(from, values.length), values.length);
  }
}
