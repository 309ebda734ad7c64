package io.gatemini.sandbox.internal.lua.value;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gatemini.sandbox.internal.lua.value.Meter.Stop;
import org.junit.jupiter.api.Test;

class MeterTest {
  private static final long MIB = 1 << 20;

  @Test
  void countsEveryStepAndStaysStopped() {
    Meter meter = new Meter(10_000, MIB, MIB, MIB);
    for (int i = 0; i < 10_000; i++) {
      meter.step(1);
    }

    assertThat(stopKind(() -> meter.step(1))).isEqualTo(Stop.Kind.INSTRUCTIONS);
    assertThat(stopKind(() -> meter.allocate(1))).isEqualTo(Stop.Kind.INSTRUCTIONS);
    assertThat(stopKind(() -> meter.step(1_001))).isEqualTo(Stop.Kind.INSTRUCTIONS);
  }

  @Test
  void refusesAnAllocationBeyondTheBudgetBeforeItIsMade() {
    Meter meter = new Meter(1, 64 * MIB, 1L << 60, 1L << 40);

    assertThat(stopKind(() -> meter.allocate(65 * MIB))).isEqualTo(Stop.Kind.MEMORY);
  }

  @Test
  void forgivesGarbageButNotWhatIsReachable() {
    Meter garbage = new Meter(1, 64 * MIB, 1L << 60, MIB);
    for (int i = 0; i < 10_000; i++) {
      garbage.allocate(MIB);
    }
    Meter kept = new Meter(1, 64 * MIB, 1L << 60, MIB);
    long[] made = {0};
    kept.marker(() -> made[0]);

    assertThat(
            stopKind(
                () -> {
                  while (made[0] < 100 * MIB) {
                    kept.allocate(MIB);
                    made[0] += MIB;
                  }
                }))
        .isEqualTo(Stop.Kind.MEMORY);
    assertThat(made[0]).isBetween(60 * MIB, 68 * MIB);
  }

  @Test
  void countsWhatIsHeldWhileItIsBuilt() {
    Meter meter = new Meter(1, 64 * MIB, 1L << 60, MIB);
    meter.hold(60 * MIB);

    assertThat(stopKind(() -> meter.allocate(10 * MIB))).isEqualTo(Stop.Kind.MEMORY);
  }

  @Test
  void limitsAllThatIsEverAllocated() {
    Meter meter = new Meter(1, 64 * MIB, 3 * MIB, MIB);
    meter.allocate(3 * MIB);

    assertThat(stopKind(() -> meter.allocate(1))).isEqualTo(Stop.Kind.TOTAL);
  }

  @Test
  void refusesLongStringsAsLuaDoes() {
    Meter meter = new Meter(1, 64 * MIB, 64 * MIB, MIB);

    assertThrown(LuaError.class, () -> meter.allocateString(MIB + 1))
        .hasMessage("resulting string too large");
  }

  @Test
  void keepsTheFirstReasonOfAStop() {
    Meter meter = new Meter(Long.MAX_VALUE / 2, MIB, MIB, MIB);
    meter.stop(new Stop(Stop.Kind.CANCELLED, "cancelled"));
    meter.stop(new Stop(Stop.Kind.TIME, "too late"));

    assertThat(stopKind(() -> meter.allocate(1))).isEqualTo(Stop.Kind.CANCELLED);
    assertThat(stopKind(() -> meter.step(1_001))).isEqualTo(Stop.Kind.CANCELLED);
  }

  private static Stop.Kind stopKind(Runnable work) {
    return catchThrowableOfType(Stop.class, work::run).kind();
  }
}
