package io.gatemini.sandbox.internal.js;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.sandbox.EngineFixture;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.testing.Values;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
class LongWordsTest {
  private static final String LONG = "x".repeat(20_000);

  @AutoClose private EngineFixture fixture;

  @BeforeAll
  void open() {
    fixture = new EngineFixture(2);
  }

  @Values(
      """
      const LONG = 1; return LONG | const o = {}; o.LONG = 1 | const o = {LONG: 1}
      class A { #LONG = 1 } | LONG: for (;;) break LONG
      const s: string = 'LONG'; const LONG: number = 1 | export default function LONG() {}
      const a = 'LONG', LONG = 2
      """)
  void refusesALongName(String program) {
    Outcome outcome = fixture.run(program.replace("LONG", LONG));

    assertThat(outcome.status()).isEqualTo(Status.SYNTAX);
    assertThat(outcome.message()).contains("longer than 10000 characters");
  }

  @Test
  void refusesALongNameOfLettersThatTakeTwoCharacters() {
    String name = "\uD835\uDCB3".repeat(20_000);

    assertThat(fixture.run("const " + name + " = 1; return 1").message())
        .contains("longer than 10000 characters");
  }

  @Test
  void refusesALongNumber() {
    assertThat(fixture.run("return " + "9".repeat(20_000) + "n").message())
        .contains("longer than 10000 characters");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "return 'LONG'.length",
        "'LONG'.length",
        "return `LONG`.length",
        "return `a${1}LONG`.length - 2",
        "return '\\u0041LONG'.length - 1",
        "return '\\x41LONG'.length - 1",
        "/* LONG */ return 20000",
        "return 20000 // LONG",
        "return /LONG/.source.length",
        "return {'LONG': 20000}['LONG']",
        "const s: string = 'LONG'; return s.length",
        "const s: string = `LONG`; enum E { A = 20000 } return E.A",
        "export default async function main() { return 'LONG'.length }"
      })
  void takesLongText(String program) {
    Outcome outcome = fixture.run(program.replace("LONG", LONG));

    assertThat(outcome.message()).isEmpty();
    assertThat(outcome.value()).hasToString("20000");
  }

  @Test
  void tellsAnotherMistakeAsWhatItIs() {
    Outcome outcome = fixture.run("const s = '" + LONG + "';\nconst = 1");

    assertThat(outcome.status()).isEqualTo(Status.SYNTAX);
    assertThat(outcome.message()).doesNotContain("longer than");
    assertThat(outcome.line()).hasValue(2);
  }
}
