package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.testing.Values;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs that export what is to be run. */
class ModuleProgramTest extends SharedEngine {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "export default async function main() { return 5 }|5",
        "export default async function main() { return (await demo.echo({a: 1})).a }|1",
        "export async function main() { return 6 }|6",
        "export function main() { return 6 }|6",
        "export const main = async () => 7|7",
        "export default async () => 8|8",
        "export default function () { return 9 }|9",
        "export default async function () { return 9 }|9",
        "`export default async function\n  () { return 9 }`|9",
        "export default 5|5",
        "export default {a: 1}|{\"a\":1}",
        "const one = 1; export { one as default }|1",
        "async function main() { return 2 } export { main }|2",
        "function f() { return 3 } export default f|3",
        "export const a = 1; export let b = a + 1; export default () => a + b|3",
        "`const r = await demo.echo({a: 4});\nexport default r.a`|4",
        "export function main() { return 1 } export default () => 2|2",
        "/* export default 1 */ export default 2|2",
        "`const s = 'export default 1';\nexport default s.length`|16",
        "`export\n\ndefault\n\nasync () => 3`|3",
        "`export default () => 1 // the end`|1",
        "export default function* () { yield 1 }|[1]",
      })
  void runsWhatIsExported(String code, String expected) {
    Outcome outcome = fixture.run(code);

    assertThat(outcome.message()).isEmpty();
    assertThat(outcome.value()).hasToString(expected);
  }

  @Values(
      """
      export * from 'fs' | export { a } from './a.js' | import a from 'b'; export default a
      export const a = 1; export const b = 2 | export default 1; }); (() => { | export default | export
      """)
  void refusesWhatCannotBeRun(String code) {
    Outcome outcome = fixture.run(code);

    assertThat(outcome.status()).isEqualTo(Status.SYNTAX);
    assertThat(outcome.message()).isNotBlank();
  }

  @Test
  void keepsTheLines() {
    Outcome outcome =
        fixture.run(
            "\nexport\n default async function main() {\n  await demo.echo({});\n  throw new"
                + " Error('x');\n}");

    assertThat(outcome.line()).isEqualTo(OptionalInt.of(5));
  }
}
