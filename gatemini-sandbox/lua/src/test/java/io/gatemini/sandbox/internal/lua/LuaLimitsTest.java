package io.gatemini.sandbox.internal.lua;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.sandbox.internal.lua.value.Meter;
import io.gatemini.sandbox.internal.lua.value.Meter.Stop;
import io.gatemini.testing.Values;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs without an end, and programs that want all memory, are stopped whatever they catch. */
class LuaLimitsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "while true do end",
        "repeat until false",
        "::a:: goto a",
        "for i = 1, 1/0 do end",
        "for i = 1.0, 1/0 do end",
        "while true do pcall(function() while true do end end) end",
        "while true do xpcall(error, function() while true do end end) end",
        "coroutine.wrap(function() while true do end end)()",
        "while true do coroutine.resume(coroutine.create(function() while true do end end)) end",
        "local function f() return f() end f()",
        "local t = setmetatable({}, {}) getmetatable(t).__index = function(t, k) return t[k] end"
            + " while true do pcall(function() return t.x end) end",
        "local x <close> = setmetatable({}, {__close = function() while true do end end})",
        "for k in function() return 1 end do end",
        "load('while true do end', 'x', 't', {})()",
        "load(function() return ' ' end)",
        "local function f(...) return f(1, ...) end f()",
        "local function f() pcall(f) end while true do f() end",
        "local function f() local c = coroutine.wrap(f) c() end while true do pcall(f) end"
      })
  void stopsAProgramWithoutAnEnd(String program) {
    Meter meter = new Meter(3_000_000, 64 << 20, 1L << 40, 16 << 20);

    assertThrown(Stop.class, () -> run(program, meter));
  }

  @Values(
      """
      local t = {} for i = 1, 1e9 do t[i] = {} end
      local t = {} for i = 1, 1e9 do t['k' .. i] = i end | local t = {} while true do t = {t} end
      local f while true do local g = f f = function() return g end end
      local t = {} while true do t[#t + 1] = coroutine.create(print) end
      local t, s = {}, 'x' for i = 1, 20 do s = s .. s end while true do t[#t + 1] = s .. #t end
      pcall(function() local t = {} while true do t[#t + 1] = {} end end) while true do end
      """)
  void refusesMemoryBeyondTheLimit(String program) {
    Meter meter = new Meter(1_000_000_000, 16 << 20, 1L << 40, 16 << 20);

    assertThatThrownBy(() -> run(program, meter))
        .isInstanceOfSatisfying(
            Stop.class, stop -> assertThat(stop.kind()).isEqualTo(Stop.Kind.MEMORY));
  }

  @Test
  void keepsNothingOfWhatAProgramDropped() {
    Meter meter = new Meter(1_000_000_000, 16 << 20, 1L << 40, 16 << 20);

    String output =
        run(
            "local n = 0 for i = 1, 300000 do local t = {i, {}} n = n + #t end print(n)"
                + " local s = '' for i = 1, 2000 do s = s .. 'xxxxxxxxxxxxxxxxxxxx' end print(#s)",
            meter);

    assertThat(output).isEqualTo("600000\n40000\n");
    assertThat(meter.totalBytes()).isGreaterThan(32 << 20);
  }

  @Test
  void endsInfiniteRecursionWithAnErrorThatCanBeCaught() {
    Meter meter = new Meter(1_000_000_000, 256 << 20, 1L << 40, 16 << 20);

    String output =
        run("local function f() return 1 + f() end print(pcall(f)) print(pcall(f))", meter);

    assertThat(output).isEqualTo("false\tx:1: stack overflow\nfalse\tx:1: stack overflow\n");
  }

  private static String run(String program, Meter meter) {
    byte[] source = program.getBytes(StandardCharsets.UTF_8);
    return new String(LuaPrograms.output(source, "x", meter), StandardCharsets.UTF_8);
  }
}
