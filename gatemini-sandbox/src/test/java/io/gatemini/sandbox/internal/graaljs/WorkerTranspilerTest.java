package io.gatemini.sandbox.internal.graaljs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.config.SandboxConfig;
import io.gatemini.config.SandboxConfig.Isolation;
import io.gatemini.sandbox.EngineFixture;
import io.gatemini.sandbox.GraalJsProvider;
import io.gatemini.sandbox.internal.typescript.Swc4jTranspiler;
import io.gatemini.sandbox.internal.typescript.Transpilers;
import io.gatemini.sandbox.internal.typescript.TypeScriptBounds;
import io.gatemini.sandbox.internal.worker.LazyWorkers;
import io.gatemini.sandbox.internal.worker.WorkerLauncher;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.spi.ScriptException;
import io.gatemini.spi.TypeScriptTranspiler;
import io.gatemini.spi.TypeScriptTranspiler.Form;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The native transpiler is never in the gateway's own process, whose end it may be. */
class WorkerTranspilerTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "let x: any = $<a>($1)",
        "let x: any = $<a>[$1]",
        "let x: any = $<a>{b:$1}",
        "let x: any = $(<a>$1)",
        "let x: any = $await <a>($1)",
        "let x: any = $<a>(b, $1)",
        "let x: any = $f(<a>($1))",
        "let x: any = $a ? <b>($1)"
      })
  void refusesBeforehandWhatIsReadAgainAndAgain(String family) {
    String[] parts = family.split("\\$", 3);
    String open = parts[1];
    String middle = parts[2].substring(0, 1);
    String close = parts[2].substring(1);

    assertThat(TypeScriptBounds.hold(parts[0] + open.repeat(40) + middle + close.repeat(40)))
        .isFalse();
    assertThat(TypeScriptBounds.hold(parts[0] + open.repeat(5) + middle + close.repeat(5)))
        .isTrue();
  }

  @Test
  void takesOrdinaryGenerics() {
    String program =
        """
        const byName = new Map<string, Map<string, Array<Record<string, number>>>>();
        class Box<T extends object> extends Base<T> {
          all<K extends keyof T>(keys: K[]): Array<T[K]> {
            return keys.map<T[K]>((key) => <T[K]>this.value[key]).filter((v) => v < limit);
          }
        }
        for (let i = 0; i < 10; i++) { if (i < 5 && (i < 3 || (i < 2))) { call<number>(i) } }
        const f = <T,>(a: T) => (b: T) => <T>(a < b ? a : b);
        """;

    assertThat(TypeScriptBounds.hold(program.repeat(10))).isTrue();
  }

  @ParameterizedTest
  @EnumSource(
      value = Isolation.class,
      names = {"IN_PROCESS", "MIXED"})
  void readsTypeScriptInAWorkerForProgramsHere(Isolation isolation) {
    try (EngineFixture fixture = new EngineFixture(SandboxConfig.defaults().isolation(isolation))) {
      // Only the native one knows namespaces.
      Outcome outcome =
          fixture.run(
              "namespace N { export const a: number = 1 }\nreturn [N.a, (await demo.echo({q: 2})).q]");
      Outcome wrong = fixture.run("const a: number = 1;\nconst b: = 2");
      Outcome thrown = fixture.run("interface A { n: number }\n\nthrow new Error('here') as A");

      assertThat(outcome.message()).isEmpty();
      assertThat(outcome.value()).hasToString("[1,2]");
      assertThat(wrong.status()).isEqualTo(Status.SYNTAX);
      assertThat(wrong.line()).hasValue(2);
      assertThat(thrown.line()).hasValue(3);
      assertThat(ProcessHandle.current().children().filter(WorkerTranspilerTest::isJava))
          .hasSize(1);
    }
    await().until(() -> ProcessHandle.current().children().noneMatch(WorkerTranspilerTest::isJava));
  }

  private static boolean isJava(ProcessHandle child) {
    return child.info().command().orElse("").endsWith("java");
  }

  @Test
  void warnsWhereNoWorkerCanTakeOver() {
    ObjectNode config = JsonNodeFactory.instance.objectNode().put("worker_java", "/nowhere/java");
    GraalJsProvider provider = new GraalJsProvider();

    assertThat(provider.warning(SandboxConfig.defaults(), config))
        .hasValueSatisfying(warning -> assertThat(warning).contains("worker_java", "keeps a core"));
    assertThat(provider.warning(SandboxConfig.defaults(), JsonNodeFactory.instance.objectNode()))
        .isEmpty();
  }

  /** What it was given up for is told until it ends, so that its process can be replaced. */
  @Test
  void tellsThatItIsStuckUntilItIsNotAnyMore() {
    Swc4jTranspiler hasty = new Swc4jTranspiler(Duration.ZERO);

    assertThatThrownBy(() -> hasty.transpile("const a: number = 1;".repeat(900), Form.BODY))
        .isInstanceOf(ScriptException.class)
        .hasMessageContaining("cannot be read as TypeScript");

    await().until(() -> !hasty.isStuck());
  }

  @Test
  void anotherTakesTheTextWhereThereIsNoWorker() {
    TypeScriptTranspiler sucrase =
        ServiceLoader.load(TypeScriptTranspiler.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(known -> known.name().equals("sucrase"))
            .findFirst()
            .orElseThrow();
    SandboxConfig config = SandboxConfig.defaults().isolation(Isolation.PROCESS);
    WorkerLauncher none =
        scratch -> {
          throw new java.io.IOException("java could not be started");
        };
    try (EngineFixture broken = new EngineFixture(config, none);
        LazyWorkers workers = new LazyWorkers(() -> broken.engine)) {
      Transpilers transpilers =
          new Transpilers(
              () ->
                  List.of(
                      new WorkerTranspiler(new Swc4jTranspiler(), workers::get, config), sucrase));

      assertThat(transpilers.nameFor("const a: number = 1", Form.BODY)).isEqualTo("sucrase");
    }
  }
}
