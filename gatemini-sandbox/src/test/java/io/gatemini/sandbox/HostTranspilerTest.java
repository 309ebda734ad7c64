package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.config.SandboxConfig;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.spi.ScriptException;
import io.gatemini.spi.TypeScriptTranspiler;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A transpiler that the host gives to the gateway. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostTranspilerTest {
  private final Queue<String> seen = new ConcurrentLinkedQueue<>();

  @AutoClose
  private final EngineFixture engine =
      new EngineFixture(
          SandboxConfig.defaults().isolation(InWorkers.isolation()), List.of(new Lisping()));

  /** Reads {@code let x be 1}, and puts a line of its own before a program. */
  private final class Lisping implements TypeScriptTranspiler {
    @Override
    public String name() {
      return "lisping";
    }

    @Override
    public boolean accepts(String source) {
      return !source.contains("interface");
    }

    @Override
    public Transpiled transpile(String source, Form form) {
      seen.add(form + ":" + source);
      if (source.contains("@")) {
        throw new ScriptException("an at sign (line 2)");
      }
      return new Transpiled(
          "// from the host\n" + source.replace(" be ", " = "), List.of(0, 1, 2, 3));
    }
  }

  @BeforeEach
  void forget() {
    seen.clear();
  }

  @Test
  void takesAProgramBeforeTheEngineDoesAndOnce() {
    assertThat(engine.run("let x be 41; return x + 1").value()).hasToString("42");
    assertThat(engine.run("let x be 41; return x + 1").value()).hasToString("42");
    assertThat(engine.run("export default () => { let y be 1; return y }").value())
        .hasToString("1");

    assertThat(seen)
        .containsExactly(
            "BODY:let x be 41; return x + 1",
            "MODULE:export default () => { let y be 1; return y }");
  }

  @Test
  void isNotAskedForJavaScript() {
    assertThat(engine.run("return 1").value()).hasToString("1");

    assertThat(seen).isEmpty();
  }

  @Test
  void leavesToTheEngineWhatItDoesNotAccept() {
    Outcome outcome = engine.run("interface A { n: number }\nconst a: A = {n: 5}; return a.n");

    assertThat(outcome.value()).hasToString("5");
    assertThat(seen).isEmpty();
  }

  @Test
  void errorsHaveTheLinesOfTheProgram() {
    Outcome thrown = engine.run("let x be 1;\nthrow new Error('no')");
    Outcome half = engine.run("let x be 1;\nlet y be ;");
    Outcome refused = engine.run("let x be 1;\n@");

    assertThat(thrown.line()).hasValue(2);
    assertThat(thrown.message()).contains("no");
    assertThat(half.status()).isEqualTo(Status.SYNTAX);
    assertThat(half.line()).hasValue(2);
    assertThat(refused.status()).isEqualTo(Status.SYNTAX);
    assertThat(refused.message()).endsWith("; as TypeScript: an at sign (line 2)");
    assertThat(refused.line()).hasValue(2);
  }
}
