package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.sandbox.internal.typescript.SucraseTranspiler;
import io.gatemini.spi.ScriptException;
import io.gatemini.spi.TypeScriptTranspiler;
import io.gatemini.spi.TypeScriptTranspiler.Form;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Texts that nest as deep as their length allows. */
@Tag("long")
class HostileTypeScriptTest {
  private static String[] nesting(String start, String open, String middle, String close) {
    return new String[] {start, open, middle, close};
  }

  private static String text(String[] nesting, int depth) {
    return nesting[0] + nesting[1].repeat(depth) + nesting[2] + nesting[3].repeat(depth);
  }

  private static String outcome(TypeScriptTranspiler transpiler, String text, Form form) {
    try {
      return transpiler.transpile(text, form).code().length() + " characters";
    } catch (ScriptException e) {
      return String.valueOf(e.getMessage()).replace('\n', ' ');
    }
  }

  @Test
  @Timeout(120)
  void sucraseRefusesWhatIsTooDeepAndGoesOn() {
    SucraseTranspiler transpiler = new SucraseTranspiler();
    assertThat(outcome(transpiler, "const a: number = 1", Form.BODY)).isEqualTo("11 characters");

    for (String[] nesting :
        List.of(
            nesting("let x: any = ", "(", "1", ")"),
            nesting("let x: any = ", "`${", "1", "}`"),
            nesting("type X = ", "(a:", "1", ")=>b"))) {
      String end = outcome(transpiler, text(nesting, 5_000), Form.BODY);
      assertThat(end).matches("it is nested too deeply|\\d+ characters|.*cannot be read.*");
    }

    assertThat(transpiler.transpile("const a: number = 1", Form.BODY).code())
        .isEqualTo("const a = 1");
  }

  @Test
  @Timeout(120)
  void sucraseGivesUpWhatTakesTooLongAndGoesOn() {
    SucraseTranspiler transpiler = new SucraseTranspiler(Duration.ofSeconds(3));
    // Warm, as the first texts are slow.
    for (int i = 0; i < 5; i++) {
      assertThat(outcome(transpiler, "const a: number = " + i, Form.BODY)).endsWith("characters");
    }

    String doubling = text(nesting("let x: any = ", "(a=", "1", ")=>1"), 40);

    assertThat(outcome(transpiler, doubling, Form.BODY)).contains("cannot be read as TypeScript");
    assertThat(outcome(transpiler, "const a: number = 1", Form.BODY)).isEqualTo("11 characters");
  }
}
