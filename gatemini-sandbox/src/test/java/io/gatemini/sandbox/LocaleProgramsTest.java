package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.spi.ScriptEngine.Outcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs that use locales and Unicode properties; {@link EnginesTest} has the values. */
class LocaleProgramsTest extends SharedEngine {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "const s: string = 'Zoë 7';\\nreturn s.match(/\\p{L}+/u)![0] as string|\"Zoë\"",
        "const a = 4 / 2 / 1, b = /[/\\p{N}]+\\/\\p{L}/u.test('7/x');\\nreturn [a, b]|[2,true]",
        "return ['b1', 'a10', 'a9'].sort(new Intl.Collator('en', {numeric: true}).compare)|[\"a9\",\"a10\",\"b1\"]",
        "return 'a'['locale' + 'Compare']('b')|-1",
        "return Object.keys(globalThis).includes('Intl')|false",
        "return /a/ instanceof RegExp && RegExp('a') instanceof RegExp && new (class extends RegExp {})('b').test('b')|true",
        "return RegExp.prototype === Object.getPrototypeOf(/a/)|true",
        "return eval('Intl').NumberFormat('en').format(1e3)|\"1,000\"",
        "String.prototype.normalize.call(null)|!TypeError",
        "return (5).toLocaleString.name + 'a'.localeCompare.name|\"toLocaleStringlocaleCompare\"",
      })
  void runs(String code, String expected) {
    Outcome outcome = fixture.run(code.replace("\\n", "\n"));

    assertThat(outcome.message().isEmpty() ? outcome.value().toString() : outcome.message())
        .startsWith(expected.replace("!", ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "return 1;\\n/\\p{Nope}/u|Nope|2",
        "return /\\p{Script=Klingon}/u|Klingon|1",
        "return 1;\\nnull.localeCompare('a')|null|0",
        "const a = 1;\\nreturn 'a'.localeCompare('b', 'no_locale')|ocale|2",
        "const a = 1;\\nreturn new Date().toLocaleString('en', {timeZone: 'Mars/Base'})|time zone|2",
      })
  void failsWhereThePersonWrote(String code, String message, int line) {
    Outcome outcome = fixture.run(code.replace("\\n", "\n"));

    assertThat(outcome.message().isEmpty() ? "null" : outcome.message()).contains(message);
    // GraalJS counts the lines before a program where a pattern is wrong.
    assertThat(outcome.line().orElse(0) == line || (!InWorkers.onV8() && code.contains("/\\p{")))
        .isTrue();
  }
}
