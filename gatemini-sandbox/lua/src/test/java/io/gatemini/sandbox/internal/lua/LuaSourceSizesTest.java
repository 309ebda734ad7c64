package io.gatemini.sandbox.internal.lua;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.sandbox.internal.lua.syntax.Compiler;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.Meter;
import io.gatemini.sandbox.internal.lua.value.Meter.Stop;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sources of unusual size are compiled, or refused with a clear error, in bounded time. */
@Timeout(30)
class LuaSourceSizesTest {
  @Test
  void runsAProgramOfOneMegabyte() {
    String program = "x = (x or 0) + 1\n".repeat(62_000) + "print(x)";

    assertThat(program.length()).isGreaterThan(1_000_000);
    assertThat(LuaPrograms.answer(program)).isEqualTo("62000\n");
  }

  @Test
  void refusesAStringConstantOfOneHundredMegabytes() {
    byte[] source = new byte[100_000_000];
    Arrays.fill(source, (byte) 'a');
    source[0] = 'x';
    source[1] = '=';
    source[2] = '\'';
    source[source.length - 1] = '\'';
    Meter meter = new Meter(1_000_000_000L, 64L << 20, 1L << 40, 32 << 20);

    assertThatThrownBy(
            () -> Compiler.compile(LuaString.wrap(source), LuaString.of("=program"), meter))
        .isInstanceOfSatisfying(
            Stop.class, stop -> assertThat(stop.kind()).isEqualTo(Stop.Kind.MEMORY));
  }

  @Test
  void refusesTenThousandLocals() {
    String program =
        IntStream.range(0, 10_000).mapToObj(i -> "local v" + i).collect(Collectors.joining("\n"));

    assertThat(LuaPrograms.answer(program))
        .isEqualTo(
            "error: program:202: too many local variables (limit is 200) in main function near"
                + " 'local'\n");
  }

  @Test
  void refusesTwoHundredNestedFunctions() {
    String program = "return function() ".repeat(200) + "end ".repeat(200);

    assertThat(LuaPrograms.answer(program)).isEqualTo("error: C stack overflow\n");
  }
}
