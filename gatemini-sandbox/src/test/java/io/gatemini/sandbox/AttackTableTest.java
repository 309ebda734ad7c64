package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.ToolResult;
import io.gatemini.config.SandboxConfig;
import io.gatemini.spi.ScriptEngine.Load;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every program of {@code attacks.txt}: the caller is answered in time, and what comes after it is
 * as if it had not been.
 */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
class AttackTableTest {
  /** The promise is 50 ms; this is for machines that are busy with other things. */
  private static final Duration TOLERANCE = Duration.ofSeconds(4);

  @AutoClose private EngineFixture fixture;

  /** Where the attacks of one class run. */
  SandboxConfig config() {
    return SandboxConfig.defaults().isolation(InWorkers.isolation()).maxZombies(20);
  }

  @BeforeAll
  void open() {
    fixture = new EngineFixture(config());
    for (int i = 0; i < 5; i++) {
      assertThat(fixture.run("1 + 1").value()).hasToString("2");
    }
  }

  /** The time of an attack, which its caller waits for. */
  Duration timeout(Attack attack) {
    return attack.timeout();
  }

  List<Attack> attacks() {
    return Attack.all().stream()
        .filter(
            attack -> attack.stoppable() || config().isolation() == SandboxConfig.Isolation.PROCESS)
        .toList();
  }

  /** One tool answers, the other never does. */
  static TestHost host() {
    return new TestHost(
        (tool, arguments) ->
            tool.endsWith("other-tool")
                ? new CompletableFuture<>()
                : CompletableFuture.completedFuture(ToolResult.text("1")));
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void harmsNobody(Attack attack, TestReporter reporter) {
    Duration timeout = timeout(attack);
    long start = System.nanoTime();
    Outcome outcome = fixture.run(attack.code(), host(), Attack.limits(timeout));
    long tookMillis = (System.nanoTime() - start) / 1_000_000;

    // V8 has other bounds, and so other ends; what it may never do is below.
    if (!InWorkers.onV8()) {
      assertThat(outcome.status()).as(outcome.message()).isIn(attack.endings());
    }
    if (outcome.status() == Status.TIMEOUT) {
      long late = tookMillis - timeout.toMillis();
      reporter.publishEntry("late ms, " + attack.name(), Long.toString(late));
      // One that fills the heap keeps the collector busy; and who comes after one that ended its
      // worker waits until there is another, which is not the program's time.
      boolean waits =
          !attack.stoppable() || config().isolation() == SandboxConfig.Isolation.PROCESS;
      long tolerance = waits ? 3 * TOLERANCE.toMillis() : TOLERANCE.toMillis();
      assertThat(late).isBetween(-5L, tolerance);
    }
    assertThat(fixture.run("[1, 2].map(n => n + 1)").value()).hasToString("[2,3]");
    await().until(() -> fixture.engine.load().equals(new Load(0, 0, 0)));
  }
}
