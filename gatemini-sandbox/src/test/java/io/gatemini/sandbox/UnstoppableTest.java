package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.config.SandboxConfig;
import io.gatemini.config.SandboxConfig.Isolation;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Load;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs that are inside one operation for minutes, where nothing can stop them. Each has a JVM
 * of its own.
 */
@Tag("long")
class UnstoppableTest {
  /** From the last word of a JVM to its end. */
  private static final long MAX_EXIT_MILLIS = 5_000;

  /** Those that fill the heap before they end keep the collector busy, and everybody waits. */
  private static final long MAX_LATE_MILLIS = 6_000;

  static List<Attack> unstoppable() {
    return Attack.all().stream().filter(attack -> !attack.stoppable()).toList();
  }

  @ParameterizedTest
  @MethodSource("unstoppable")
  void answersInTimeAndRunsTheNextOne(Attack attack) throws IOException, InterruptedException {
    String printed = ChildJvm.run(OneAttack.class, List.of("-Xmx1g"), attack.name());

    assertThat(ChildJvm.millisSince(printed, ChildJvm.DONE)).isLessThan(MAX_EXIT_MILLIS);
  }

  @Test
  void givesThePlaceOfAZombieAwayAndEndsWithTheProcess() throws IOException, InterruptedException {
    String printed = ChildJvm.run(Zombie.class, List.of());

    assertThat(ChildJvm.millisSince(printed, ChildJvm.DONE)).isLessThan(MAX_EXIT_MILLIS);
  }

  @Test
  void aSmallHeapSurvivesBombs() throws IOException, InterruptedException {
    ChildJvm.run(Bombs.class, List.of("-Xmx192m"));
  }

  private static void done() {
    System.out.println(ChildJvm.DONE + " " + System.currentTimeMillis());
  }

  /** One of the table, by its name. */
  static final class OneAttack {
    private OneAttack() {}

    public static void main(String[] arguments) {
      Attack attack =
          Attack.all().stream()
              .filter(known -> known.name().equals(arguments[0]))
              .findFirst()
              .orElseThrow();
      try (EngineFixture fixture =
          new EngineFixture(
              SandboxConfig.defaults().isolation(SandboxConfig.Isolation.IN_PROCESS))) {
        for (int i = 0; i < 5; i++) {
          fixture.run("1 + 1");
        }
        long start = System.nanoTime();

        Outcome outcome =
            fixture.run(attack.code(), AttackTableTest.host(), Attack.limits(attack.timeout()));
        long tookMillis = (System.nanoTime() - start) / 1_000_000;

        System.out.println(outcome.status() + " after " + tookMillis + " ms");
        assertThat(outcome.status()).isIn(attack.endings());
        assertThat(tookMillis).isLessThan(attack.timeout().toMillis() + MAX_LATE_MILLIS);
        assertThat(fixture.run("[1, 2].map(n => n + 1)").value()).hasToString("[2,3]");
      }
      done();
    }
  }

  /** The visible effects of a program that cannot be stopped. */
  static final class Zombie {
    private Zombie() {}

    public static void main(String[] arguments) {
      SandboxConfig strict =
          SandboxConfig.defaults()
              .isolation(Isolation.IN_PROCESS)
              .maxConcurrentPrograms(1)
              .maxZombies(0);
      EngineFixture lenient =
          new EngineFixture(SandboxConfig.defaults().isolation(Isolation.IN_PROCESS).maxZombies(2));
      EngineFixture refusing = new EngineFixture(strict);
      for (EngineFixture fixture : List.of(lenient, refusing)) {
        fixture.run("1");
        long start = System.nanoTime();

        Outcome zombie = endless(fixture);

        assertThat(zombie.status()).isEqualTo(Status.TIMEOUT);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        await().until(() -> fixture.engine.load().equals(new Load(0, 0, 1)));
      }
      assertThat(lenient.run("1 + 1").value()).hasToString("2");
      Outcome refused = refusing.run("1 + 1");
      assertThat(refused.status()).isEqualTo(Status.REFUSED);
      assertThat(refused.message()).contains("sandbox.max_zombies");
      long start = System.nanoTime();
      lenient.close();
      refusing.close();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
      done();
    }
  }

  private static Outcome endless(EngineFixture fixture) {
    return fixture.run(
        EngineFixture.UNSTOPPABLE, TestHost.echo(), EngineFixture.onlyTime(Duration.ofMillis(500)));
  }

  /**
   * Programs that allocate all they may, in a heap that holds little more. Where a program may
   * allocate more than the heap holds, other threads of the process can run out of it first.
   */
  static final class Bombs {
    private static final SandboxConfig SMALL = SandboxConfig.defaults().maxAllocatedBytes(64 << 20);

    private static final List<String> CODES =
        List.of(
            "const a = []; for (;;) a.push({a: 1})",
            "const a = []; for (;;) a.push(new Uint8Array(1e6))",
            "const a = []; for (;;) a.push(new Array(1e6).fill(1.5))",
            "const m = new Map(); for (let i = 0; ; i++) m.set(i, [i])",
            "new Float64Array(6e7)",
            "let s = 'x'; const a = []; for (let i = 0; ; i++) a.push('x'.repeat(1e6) + i)");

    private Bombs() {}

    public static void main(String[] arguments) {
      try (EngineFixture fixture = new EngineFixture(SMALL)) {
        for (int round = 0; round < 3; round++) {
          for (String code : CODES) {
            Outcome outcome =
                fixture.run(code, TestHost.echo(), Limits.of(SMALL, Duration.ofSeconds(10)));
            System.out.println(outcome.status() + " " + code);
            assertThat(outcome.status()).isIn(Status.MEMORY, Status.ERROR, Status.TIMEOUT);
            await().until(() -> fixture.engine.load().equals(new Load(0, 0, 0)));
            assertThat(fixture.run("1 + 1").value()).hasToString("2");
          }
        }
        // The watch over what programs allocate has outlived the full heap.
        Outcome watched =
            fixture.run(
                "for (;;) new Uint8Array(1e5)",
                TestHost.echo(),
                Limits.of(
                    SandboxConfig.defaults().maxAllocatedBytes(32 << 20), Duration.ofSeconds(10)));
        assertThat(watched.status()).isEqualTo(Status.MEMORY);
        assertThat(watched.message()).contains("max_allocated_bytes");
      }
      done();
    }
  }
}
