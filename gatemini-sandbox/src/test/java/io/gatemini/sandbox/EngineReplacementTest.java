package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.config.SandboxConfig;
import io.gatemini.config.SandboxConfig.Isolation;
import io.gatemini.spi.ScriptEngine.Status;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Objects that programs leave in an engine go with the engine. */
@Tag("long")
class EngineReplacementTest {
  /**
   * Half of it is what the engine that runs holds; without replacement, long keys alone leave 20.
   */
  private static final long MAX_GROWTH_BYTES = 16 << 20;

  /** {@code -Dprograms=20000} is the whole of it, and takes half an hour. */
  private static final int PROGRAMS = Integer.getInteger("programs", 600);

  private static final String WIDE = "x".repeat(100_000);
  private static final String MEGABYTE = "x".repeat(1_000_000);

  /** {@code $} is another number in each program. */
  private static final Map<String, String> FAMILIES =
      Map.of(
          "globals", "globalThis['g$'] = 1; return $",
          "names", "const v$ = 1; function f$(p$) { return p$ } f$(v$); return $",
          "properties",
              "const o = {a$: 1}; for (let k = 0; k < 20; k++) o['p$_' + k] = k; return $",
          "classes",
              "class C$ { #x = 1; m$() { return this.#x } static s$ = 2 } new C$().m$(); return $",
          "regular expressions", "/a$(b|c)*d{2,5}/.test('a$bcdd'); return $",
          "symbols", "const o = {[Symbol('s$')]: 1, [Symbol.for('t$')]: 2}; return $",
          "templates", "const t = (s, ...v) => s.raw.length; t`a$${1}b`; return $",
          "long names", "const " + WIDE + "$ = 1; return $",
          "long keys", "const o = {}; o['k'.repeat(100000) + $] = 1; return $",
          "long literals", "const s = '" + MEGABYTE + "$'; return $");

  static Set<String> families() {
    return FAMILIES.keySet();
  }

  @ParameterizedTest
  @MethodSource("families")
  void theHeapIsWhereItWas(String family) {
    String program = FAMILIES.getOrDefault(family, "");
    // A megabyte takes 30 ms to parse.
    int programs = program.length() > 10_000 ? Math.max(200, PROGRAMS / 4) : PROGRAMS;
    try (EngineFixture fixture =
        new EngineFixture(SandboxConfig.defaults().isolation(Isolation.IN_PROCESS))) {
      run(fixture, program, 0, 200);
      long before = heap();

      run(fixture, program, 200, 200 + programs);

      await().untilAsserted(() -> assertThat(heap() - before).isLessThan(MAX_GROWTH_BYTES));
    }
  }

  private static void run(EngineFixture fixture, String program, int from, int to) {
    for (int i = from; i < to; i++) {
      String number = Integer.toString(1_000_000 + i);
      var outcome = fixture.run(program.replace("$", number).replace(number + "{", "${"));
      assertThat(outcome.status()).isIn(Status.OK, Status.SYNTAX);
    }
  }

  private static long heap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** A program keeps its engine until its end, however many come meanwhile. */
  @Test
  void harmsNoProgramThatRuns() {
    try (EngineFixture fixture =
        new EngineFixture(SandboxConfig.defaults().isolation(Isolation.IN_PROCESS))) {
      var long1 =
          fixture.start(
              "await sleep(1500); return [1, 2].map(n => n + 1)",
              TestHost.echo(),
              EngineFixture.LIMITS);
      for (int i = 0; i < 1_100; i++) {
        assertThat(fixture.run("return " + i).value()).hasToString(Integer.toString(i));
      }

      assertThat(long1.join().value()).hasToString("[2,3]");
      assertThat(fixture.run("return 1").value()).hasToString("1");
    }
  }
}
