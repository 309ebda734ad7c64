package io.gatemini.sandbox.internal.lua;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.sandbox.internal.lua.lib.StandardLibrary;
import io.gatemini.sandbox.internal.lua.syntax.Compiler;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.Meter;
import io.gatemini.sandbox.internal.lua.vm.Interpreter;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Programs that wait for their host, which gives them 1, 2, 3 ... and every third time an error.
 */
class LuaSuspensionTest {
  private final Interpreter lua =
      new Interpreter(new Meter(1L << 40, 1L << 28, 1L << 40, 1L << 28), line -> {});

  @Test
  void suspendsTheMainProgramAndProtectedCalls() {
    assertThat(
            run(
                "local a = await() local b, c = pcall(await) local d, e = pcall(await) "
                    + "return a, b, c, d, e"))
        .containsExactly(1L, true, 2L, false, text("host error 3"));
  }

  @Test
  void suspendsInCoroutinesMetamethodsIteratorsAndClosingVariables() {
    assertThat(
            run(
                "local t = setmetatable({}, {__index = await, __add = await, __close = await}) "
                    + "local x = coroutine.wrap(function() return t.x end)() "
                    + "local y = t + 1 "
                    + "local ok, e = pcall(function() for i in await do return i end end) "
                    + "local z do local c <close> = t; z = await() end "
                    + "return x, y, ok, e, z"))
        .containsExactly(1L, 2L, false, text("test:1: host error 3"), 4L);
  }

  @Test
  void suspendsInTailCalls() {
    assertThat(run("local function f() return await() end return f(), (f())"))
        .containsExactly(1L, 2L);
  }

  @Test
  void refusesBelowABuiltinThatCallsBack() {
    assertThat(run("return pcall(string.gsub, 'a', '.', await)"))
        .containsExactly(false, text("attempt to yield across a C-call boundary"));
    assertThat(run("return await()")).containsExactly(1L);
  }

  @Test
  void leavesTheMachineUsableAfterAnErrorOfTheHost() {
    assertThatThrownBy(() -> run("await() await() await()"))
        .isInstanceOf(LuaError.class)
        .hasMessage("test:1: host error 3");
    assertThat(run("return await()")).containsExactly(1L);
    assertThatThrownBy(() -> lua.resume()).isInstanceOf(IllegalStateException.class);
  }

  private @Nullable Object[] run(String source) {
    StandardLibrary.install(lua, Clock.systemUTC());
    lua.globals()
        .set(text("await"), Interpreter.suspending("await", (l, a) -> Interpreter.SUSPENDED));
    var program = Compiler.compile(text(source), text("@test"), lua.meter());
    @Nullable Object[] results = lua.start(lua.closure(program, lua.globals()));
    for (long turn = 1; results == Interpreter.SUSPENDED; turn++) {
      results =
          turn % 3 == 0
              ? lua.resumeWithError(new LuaError("host error " + turn))
              : lua.resume(turn);
    }
    return results;
  }

  private static LuaString text(String text) {
    return LuaString.of(text);
  }
}
