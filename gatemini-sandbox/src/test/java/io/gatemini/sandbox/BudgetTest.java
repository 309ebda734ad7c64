package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ToolResult;
import io.gatemini.config.SandboxConfig;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.testing.Patience;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The resources that a program may use. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BudgetTest {
  private static final SandboxConfig SANDBOX =
      SandboxConfig.defaults()
          .maxConcurrentPrograms(2)
          .maxAllocatedBytes(64 << 20)
          .maxStatements(100_000)
          .maxResultBytes(1_000);

  @AutoClose private final EngineFixture fixture = new EngineFixture(SANDBOX);

  private Outcome run(String code) {
    return run(code, SANDBOX);
  }

  private Outcome run(String code, SandboxConfig sandbox) {
    return fixture.run(code, TestHost.echo(), Limits.of(sandbox, Patience.LIMIT));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "const a = []; for (;;) a.push({a: 1})",
        "const a = []; for (;;) a.push('x'.repeat(1000) + a.length)",
        "const a = []; for (;;) a.push(new Uint8Array(100000))",
        "const m = new Map(); for (let i = 0; ; i++) m.set(i, [i])",
        "const f = async () => { const a = []; for (;;) { a.push(new Array(1000).fill(1.5));"
            + " await null } }; await f()",
      })
  void stopsAProgramThatAllocatesTooMuch(String code) {
    Outcome outcome = run(code, SANDBOX.maxStatements(0));

    assertThat(outcome.status()).isEqualTo(Status.MEMORY);
    assertThat(outcome.message()).contains("67108864 bytes").contains("max_allocated_bytes");
    assertThat(run("1 + 1").value()).hasToString("2");
  }

  @Test
  void stopsAProgramThatExecutesTooManyStatements() {
    Outcome outcome = run("try { for (let i = 0; ; i++) { i += 1; } } finally { return 5 }");

    assertThat(outcome.status()).isEqualTo(Status.LIMIT);
    assertThat(outcome.message()).contains("100000 statements");
    assertThat(run("1 + 1").value()).hasToString("2");
  }

  @Test
  void refusesAValueThatIsTooLarge() {
    Outcome outcome = run("'ü'.repeat(600)");

    assertThat(outcome.status()).isEqualTo(Status.LIMIT);
    assertThat(outcome.message()).contains("1202 bytes").contains("max_result_bytes");
    assertThat(run("'ü'.repeat(400).length").value()).hasToString("400");
  }

  @Test
  void runsNestedProgramsWhileAllPlacesAreTaken() {
    TestHost host =
        new TestHost(
            (tool, arguments) -> {
              CompletableFuture<Outcome> nested =
                  fixture
                      .engine
                      .run(
                          new Program("5", "javascript", Optional.empty(), true, false),
                          EngineFixture.LIMITS,
                          TestHost.echo())
                      .toCompletableFuture();
              return nested.thenApply(outcome -> ToolResult.text(outcome.value().toString()));
            });

    CompletableFuture<Outcome> first = fixture.start("demo.echo({})", host, EngineFixture.LIMITS);
    CompletableFuture<Outcome> second = fixture.start("demo.echo({})", host, EngineFixture.LIMITS);

    assertThat(first.join().value()).hasToString("5");
    assertThat(second.join().value()).hasToString("5");
  }
}
