package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.RawJson;
import io.gatemini.spi.ScriptEngine.Outcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs in the shapes in which models write them, and the values that they hold. */
class ProgramShapesTest extends SharedEngine {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "async () => {\\n  const r = await demo.echo({n: 1});\\n  return r.n;\\n}|1",
        "async () => 2;|2",
        "() => demo.echo({n: 3})|{\"n\":3}",
        "async function main() { return 4 }|4",
        "function run() { return 5 } // the end|5",
        "async ({a = 6} = {}) => a|6",
        "params => params === undefined|true",
        "const main = async () => 7;\\nreturn main;|7",
        "async function help() { return 8 }\\nasync function main() {\\n  return help();\\n}|8",
        "const main = async () => {\\n  return 9;\\n};|9",
        "async function main() { return 10 }\\nmain().catch(console.error);|10",
        "async function main() { return 11 }\\nmain(); // run it|11",
        "const a = 12;\\n(async () => {\\n  return a;\\n})();|12",
        "const a = 12;\\n(async () => {\\n  if (a) {\\n    return a;\\n  }\\n})().catch(console.error);|12",
        "const a = 13;\\n[a]|[13]",
        "const a = 13;\\n[a];|[13]",
        "const a = 14;\\n`a is ${a}`;|\"a is 14\"",
        "const a = 15;\\na // the value\\n// the end|15",
        "const r = await demo.echo({n: 16});\\nreturn r.n;\\nexport {};|16",
        "export {};\\nreturn 17|17",
        "export const r = await demo.echo({n: 18});\\nreturn r.n;|18",
        "  export const r = 19, q = 1;\\n  return r;|19",
        "export const r = 20;\\nexport {};\\nr + 0|20",
        "export async function run() { return 21 }|21",
        "export const handler = async () => 22;|22",
        "const a = 23; export { a };|23",
        "module.exports = async () => 24;|24",
        "exports.main = async () => 25;|25",
        "module.exports = {main: () => 26};|26",
        "module.exports = {a: 27};|{\"a\":27}",
        "if (require.main === module) main();\\nfunction main() { return 1 }\\nmodule.exports = main;|1",
        "import type { A } from './a';\\nreturn 28;|28",
        "import { A } from './a';\\nconst a: A = 29;\\nreturn a;|29",
        "\"use strict\";\\nreturn 30;|30",
        "#!/usr/bin/env node\\nreturn 31;|31",
        "Here is the program:\\n\\n```ts\\nconst r = await demo.echo({n: 32});\\nreturn r.n;\\n```|32",
        "Run `demo.echo`:\\n```javascript\\nreturn 33\\n```\\nIt answers:\\n```json\\n{\"n\": 1}\\n```|33",
        "First:\\n```ts\\nconst a: number = 34;\\n```\\nthen\\n```ts\\nreturn a;\\n```\\nDone.|34",
        "It's this:\\n```\\nreturn 35|35",
        "<think>I call it, isn't it</think>\\nreturn 36;|36",
        "<thinking>\\n```ts\\nno\\n```\\n</thinking>\\n```ts\\nreturn 37;\\n```|37",
        "<code>\\nreturn 38;\\n</code>|38",
        "<tool_call><code lang=\"ts\"><![CDATA[\\nreturn 39;\\n]]></code></tool_call>|39",
        "const id = <T>(x: T): T => x;\\nreturn id(40);|40",
        "const text = 'a\\\\n```ts\\\\nreturn 1\\\\n```';\\nreturn text.length;|20",
        "declare const demo: any;\\nreturn (await demo.echo({n: 42})).n;|42",
      })
  void runsWhatIsMeant(String code, String expected) {
    Outcome outcome = fixture.run(code.replace("\\n", "\n").replace("\\\n", "\\n"));

    assertThat(outcome.message()).isEmpty();
    assertThat(outcome.value()).hasToString(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "{a: new Set(['x', 'y'])}|{\"a\":[\"x\",\"y\"]}",
        "{a: new Map([['k', new Set([1])]])}|{\"a\":{\"k\":[1]}}",
        "{a: new Map([[1, 2]]).keys()}|{\"a\":[1]}",
        "{a: new Uint8Array([1, 2])}|{\"a\":[1,2]}",
        "{a: new Uint8Array([1, 2]).buffer, b: new DataView(new ArrayBuffer(1))}|{\"a\":[1,2],\"b\":[0]}",
        "{a: new Date(0), b: /x/g, c: new URL('http://h/')}|{\"a\":\"1970-01-01T00:00:00.000Z\",\"b\":\"/x/g\",\"c\":\"http://h/\"}",
        "{a: undefined, b: null}|{\"b\":null}",
        "new Map([['a', 1]])|{\"a\":1}",
        "Object.create({}, {a: {value: 1, enumerable: true}})|{\"a\":1}",
        "{a: new TypeError('t')}|{\"a\":{\"name\":\"TypeError\",\"message\":\"t\"}}",
        "{a: (function* () { yield 1 })()}|{\"a\":[1]}",
      })
  void writesArgumentsAsTheyAreMeant(String arguments, String expected) {
    Outcome outcome = fixture.run("return await demo.echo(" + arguments + ")");

    assertThat(outcome.message()).isEmpty();
    assertThat(outcome.value()).isEqualTo(RawJson.parse(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{a: NaN}|\"a\" is NaN, JSON has no such number",
        "{a: [-Infinity]}|\"0\" is -Infinity, JSON has no such number",
        "{a: () => 1}|\"a\" is a function, which cannot be written as JSON",
        "{a: Symbol('s')}|\"a\" is a symbol, which",
        "{a: new Date('x')}|\"a\" is an invalid date, write a date that exists",
        "{a: demo.echo({})}|\"a\" is a promise, write await before it",
        "{a: 7960607143101464576}|7960607143101464576n",
      })
  void refusesArgumentsThatWouldBeOthers(String arguments, String message) {
    assertThat(fixture.run("const r = await demo.echo(" + arguments + "); return r").message())
        .contains(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "{a: new Map([[1, 2]]).values(), b: demo.echo({n: 1})}|{\"a\":[2],\"b\":{\"n\":1}}",
        "new Set([demo.echo({n: 1})])|[{\"n\":1}]",
        "new Map([['a', demo.echo({n: 1})]])|{\"a\":{\"n\":1}}",
        "[new Date(NaN), /a/]|[\"Invalid Date\",\"/a/\"]",
        "Promise.allSettled([demo.echo({n: 1}), Promise.reject(new Error('e'))])"
            + "|[{\"status\":\"fulfilled\",\"value\":{\"n\":1}},{\"status\":\"rejected\",\"reason\":{\"name\":\"Error\",\"message\":\"e\"}}]",
        "new ArrayBuffer(2)|[0,0]",
        "[1].map(n => ({n: async () => n}).n())|[1]",
      })
  void returnsValuesAsTheyAreMeant(String value, String expected) {
    Outcome outcome = fixture.run("const value = " + value + "; return value");

    assertThat(outcome.message()).isEmpty();
    assertThat(outcome.value()).isEqualTo(RawJson.parse(expected));
  }
}
