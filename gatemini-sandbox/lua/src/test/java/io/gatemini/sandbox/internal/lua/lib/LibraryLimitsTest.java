package io.gatemini.sandbox.internal.lua.lib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gatemini.sandbox.internal.lua.value.Builtin;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.value.Meter;
import io.gatemini.sandbox.internal.lua.value.Meter.Stop;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Calls of the library that would take for ever, or all memory, stop at the limits of the meter.
 */
@Timeout(60)
class LibraryLimitsTest {
  private static final long MIB = 1 << 20;

  private final Meter meter = new Meter(5_000_000, 64 * MIB, 1L << 60, 1L << 40);
  private final PlainMachine machine = new PlainMachine(meter);
  private final LuaTable strings;

  LibraryLimitsTest() {
    LuaTable globals = new LuaTable(meter);
    StringLib.install(machine, globals);
    TableLib.install(machine, globals);
    strings = (LuaTable) Objects.requireNonNull(globals.get(LuaString.of("string")));
  }

  @Test
  void stopsPatternsThatBacktrackForEver() {
    LuaString letters = LuaString.of("a".repeat(30));

    assertThat(stopOf("match", letters, LuaString.of("a?".repeat(30) + "a".repeat(30))))
        .isEqualTo(Stop.Kind.INSTRUCTIONS);
  }

  @Test
  void stopsLazyPatternsThatBacktrackForEver() {
    LuaString letters = LuaString.of("a".repeat(3000));

    assertThat(stopOf("find", letters, LuaString.of("(.-)".repeat(8) + "b")))
        .isEqualTo(Stop.Kind.INSTRUCTIONS);
  }

  @Test
  void countsTheLengthOfSetsInPatterns() {
    LuaString set = LuaString.of("[" + "x".repeat(100_000) + "]");

    assertThat(stopOf("find", LuaString.of("a".repeat(100_000)), set))
        .isEqualTo(Stop.Kind.INSTRUCTIONS);
  }

  @Test
  void countsPlainSearchesOfQuadraticTime() {
    LuaString text = LuaString.of("a".repeat(200_000));
    LuaString part = LuaString.of("a".repeat(100_000) + "b");

    assertThat(stopOf("find", text, part, 1L, true)).isEqualTo(Stop.Kind.INSTRUCTIONS);
  }

  @Test
  void refusesRepetitionsBeforeTheyAreMade() {
    assertThat(stopOf("rep", LuaString.of("x"), 1_000_000_000L)).isEqualTo(Stop.Kind.MEMORY);
  }

  @Test
  void stopsSubstitutionsThatGrowTooLong() {
    LuaString text = LuaString.of("a".repeat(10_000));

    assertThat(stopOf("gsub", text, LuaString.of("a"), text)).isEqualTo(Stop.Kind.MEMORY);
  }

  @Test
  void stopsFormatsThatGrowTooLong() {
    LuaString big = LuaString.of("a".repeat(7 << 20));
    LuaString format = LuaString.of("%s".repeat(10));

    assertThat(stopOf("format", format, big, big, big, big, big, big, big, big, big, big))
        .isEqualTo(Stop.Kind.MEMORY);
  }

  @Test
  void packsNoMoreThanThereIsRoomFor() {
    assertThat(stopOf("pack", LuaString.of("c999999999"), LuaString.EMPTY))
        .isEqualTo(Stop.Kind.MEMORY);
  }

  private Stop.Kind stopOf(String function, Object... arguments) {
    Builtin builtin = (Builtin) Objects.requireNonNull(strings.get(LuaString.of(function)));
    return catchThrowableOfType(Stop.class, () -> builtin.call(machine, arguments)).kind();
  }
}
