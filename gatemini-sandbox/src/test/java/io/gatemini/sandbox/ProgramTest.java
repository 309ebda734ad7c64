package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.BackendCallException;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.testing.Table;
import io.gatemini.testing.Values;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The meaning of programs. */
class ProgramTest extends SharedEngine {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "return 1 + 1|2",
        "1 + 1|2",
        "1 + 1 // two|2",
        "1 + 1; // two|2",
        "`1 + 1; /* two\n */ // and\n`|2",
        "'a; // b'|\"a; // b\"",
        "'a; // b'; // c|\"a; // b\"",
        "1; 2 // two|2",
        "const a = 1; a|1",
        "`const a = 1;\nreturn await Promise.resolve(a)`|1",
        "{\"a\": [1, true, null]}|{\"a\":[1,true,null]}",
        "[1, 2].includes(2)|true",
        "\"a,b\".split(\",\")|[\"a\",\"b\"]",
        "Math.max(1, 5)|5",
        "undefined|null",
        "return {a: demo.echo({q: 1}), b: [Promise.resolve([demo.echo({q: 2})])]}|{\"a\":{\"q\":1},\"b\":[[{\"q\":2}]]}",
        "const p = demo.echo({q: 1}); return [p, p]|[{\"q\":1},{\"q\":1}]",
        "`async function main() {\n  const r = await demo.echo({q: 1});\n  return r;\n}\nmain();`|{\"q\":1}",
        "`const f = async () => {\n  return 3\n}\nf()\n  .then(n => n + 1)\n  .catch(console.error);`|4",
        "`const r = await demo.echo({q: 1});\n({n: r.q})`|{\"n\":1}",
        "`let n = 1;\nif (n) {\n  n++;\n  n }`|null",
        "`let n = 1;\nif (n > 1)\n  n`|null",
        "`const n: number = 1;\nn`|1",
        "`const s = 'a;\\\n b'`|null",
        "await demo.echo({q: 1})|{\"q\":1}",
        "demo.echo({q: 1});|{\"q\":1}",
        "(await demo.echo({\"q\":1})).q|1",
        "demo.echo()|{}",
        "await demo.echo({\"q\":1}); return 7|7",
        "my_backend.web_search({a: 1})|{\"a\":1}",
        "globalThis[\"my-backend\"][\"web-search\"]({a: 1})|{\"a\":1}",
        "JSON.stringify({a: 1})|\"{\\\"a\\\":1}\"",
        "JSON_2.stringify({a: 1})|{\"a\":1}",
        "__backends[\"JSON\"].stringify({a: 2})|{\"a\":2}",
        "Object.keys(__backends).sort().join()|\"JSON_2,demo,my_backend\"",
        "typeof demo2|\"undefined\"",
        "__getToolInterface('demo.echo').name|\"demo.echo\"",
        "__getToolInterface('none')|null",
        "new Map([[\"a\", new Set([1])]])|{\"a\":[1]}",
        "[NaN, Infinity, 12n, new Date(0), Symbol('s')]|[\"NaN\",\"Infinity\",\"12\",\"1970-01-01T00:00:00.000Z\",\"Symbol(s)\"]",
        "({f() {}, u: undefined, t: new Uint8Array(2)})|{\"f\":\"[Function f]\",\"t\":[0,0]}",
        "const a = {n: 1}; a.self = a; return a|{\"n\":1,\"self\":\"[Circular]\"}",
        "const a = {}; return [a, a]|[{},{}]",
        "new TypeError('x')|{\"name\":\"TypeError\",\"message\":\"x\"}",
        "await new Promise(done => setTimeout(done, 5, 'later'))|\"later\"",
        "const t = setTimeout(() => { throw 1 }, 1); clearTimeout(t); await new Promise(d => setTimeout(d, 10)); return 3|3",
        "for (const t of [NaN, Infinity, 1e308, -0.5, null, {}]) clearTimeout(t); return 4|4",
        "(await Promise.all([1, 2, 3].map(n => demo.echo({n})))).map(r => r.n)|[1,2,3]",
        "Promise.prototype.then = null; JSON.stringify = null; return (await demo.echo({q: 2}))|{\"q\":2}",
        "const x: number = 4; return x as any|4",
        "enum E { A = 5 }; return E.A|5",
        "const r: any = await demo.echo({\"q\":1}); return r|{\"q\":1}",
        "await demo.echo({q: 1} as any)|{\"q\":1}",
      })
  void returnsItsValue(String code, String json) {
    Outcome outcome = fixture.run(code);

    assertThat(outcome.message()).isEmpty();
    assertThat(outcome.status()).isEqualTo(Status.OK);
    assertThat(outcome.value()).isEqualTo(RawJson.parse(json));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`const a = 1;\nthrow new Error('boom')`|Error: boom|2",
        "`\n\nnull.x`|TypeError: Cannot read propert|3",
        "`1 +\n  nothing`|ReferenceError: nothing is not defined|2",
        "throw {code: 7}|thrown: {\"code\":7}|",
        "demo.missing({})|missing is not a function|1",
        "demo.echo(5)|demo.echo: takes one object of named arguments, not a number; write {\"name\": value}|1",
        "demo.echo('s')|demo.echo: takes one object of named arguments, not a string; write {\"name\": value}|1",
        "demo.echo([1])|demo.echo: takes one object of named arguments, not an array; write {\"name\": value}|1",
        "`const y: number = 1\nthrow new Error('typed')`|Error: typed|2",
        "({get a() { throw new Error('getter') }})|Error: getter|1",
      })
  void failsWithAMessageAndTheLine(String code, String message, Integer line) {
    Outcome outcome = fixture.run(code);

    assertThat(outcome.status()).isEqualTo(Status.ERROR);
    assertThat(outcome.message()).contains(message);
    assertThat(outcome.line().isPresent() ? outcome.line().getAsInt() : null).isEqualTo(line);
  }

  @Values(
      """
      }); globalThis.escaped = 1; (async () => { | } globalThis.escaped = 1; {
      1); globalThis.escaped = 1; (2
      const x: number = 1 } globalThis.escaped = 1; async function y() { | `const a = ` | a b c
      */ x /*
      """)
  void refusesWhatIsNoProgram(String code) {
    Outcome outcome = fixture.run(code);

    assertThat(outcome.status()).isEqualTo(Status.SYNTAX);
    assertThat(outcome.message()).isNotBlank();
  }

  @Test
  void explainsThatThereAreNoModules() {
    assertThat(fixture.run("import fs from 'fs'\nreturn fs.a").message()).contains("no modules");
    assertThat(fixture.run("export * from 'fs'").message()).contains("no modules");
    assertThat(fixture.run("const fs = require('fs')").message())
        .contains("require(\"fs\") is not available");
    assertThat(fixture.run("await import('fs')").status()).isEqualTo(Status.ERROR);
  }

  @Test
  void rejectsAFailedCallWithAnErrorThatSaysWhichOne() {
    TestHost host =
        new TestHost(
            (tool, arguments) -> CompletableFuture.completedFuture(ToolResult.error("not today")));

    Outcome caught =
        fixture.run(
            "try { await demo.echo({}) } catch (e) { return [e instanceof Error, e.name, e.message,"
                + " e.backend, e.tool] }",
            host);
    Outcome uncaught = fixture.run("const a = 1;\n\nawait demo.echo({})", host);

    assertThat(caught.value())
        .isEqualTo(RawJson.parse("[true, \"ToolError\", \"not today\", \"demo\", \"echo\"]"));
    assertThat(uncaught.message()).isEqualTo("demo.echo: not today");
    assertThat(uncaught.line()).hasValue(3);
  }

  @Test
  void rejectsACallThatGotNoAnswer() {
    TestHost host =
        new TestHost(
            (tool, arguments) ->
                CompletableFuture.failedFuture(new BackendCallException("demo went away")));

    assertThat(fixture.run("await demo.echo({})", host).message())
        .isEqualTo("demo.echo: demo went away");
  }

  @Table(
      """
      {"content":[{"type":"text","text":"[1,2]"}]} | [1,2]
      {"content":[{"type":"text","text":"true story"}]} | "true story"
      {"content":[{"type":"text","text":""}]} | ""
      {"content":[{"type":"text","text":"x"}],"structuredContent":{"a":1}} | {"a":1}
      {"content":[]} | []
      {"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]} | \
      [{"type":"text","text":"a"},{"type":"text","text":"b"}]
      """)
  void seesAnAnswerAsItsValue(String result, String value) {
    ToolResult answer = ToolResult.of(RawJson.parse(result));
    TestHost host = new TestHost((tool, arguments) -> CompletableFuture.completedFuture(answer));

    Outcome outcome = fixture.run("return await demo.echo({})", host);

    assertThat(outcome.value()).isEqualTo(RawJson.parse(value));
    assertThat(outcome.value().tree()).isEqualTo(answer.value());
  }

  @Test
  void collectsTheConsole() {
    Outcome outcome =
        fixture.run(
            "console.log('a', {b: [1]}, undefined, new Error('e')); console.error(2); return 0");

    assertThat(outcome.logs()).containsExactly("a {\"b\":[1]} undefined Error: e", "2");
  }

  @Test
  void boundsTheConsole() {
    Outcome outcome = fixture.run("for (let i = 0; i < 1e3; i++) console.log('0123456789')");

    assertThat(outcome.status()).isEqualTo(Status.OK);
    assertThat(String.join("\n", outcome.logs())).hasSizeLessThan(1_100).contains("is not kept");
  }
}
