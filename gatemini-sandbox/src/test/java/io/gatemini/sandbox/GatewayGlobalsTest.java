package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptEngine.Status;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The gateway's globals in programs beside the tools, and how programs find tools. */
class GatewayGlobalsTest extends SharedEngine {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "(await tools.search('anything', 3)).length|0",
        "(await tools.info('demo.echo')).name|\"demo.echo\"",
        "await tools.info('none').catch(e => e.message)|\"no tool none\"",
        "await results.get('r1')|{\"kept\":[1,2]}",
        "await results.get('r2').catch(e => e.message)|\"no result r2\"",
        "__interfaces.demo.echo.name|\"demo.echo\"",
        "__interfaces['my_backend']['none'] === undefined|true",
        "Object.keys(__interfaces).length|3",
        "Object.keys(__interfaces.my_backend)|[\"web-search\"]",
        "Object.keys(demo)|[\"echo\",\"other_tool\"]",
        "'echo' in demo && !('none' in demo)|true",
        "demo.echo === demo['echo'] && demo.other_tool === demo['other-tool']|true",
        "globalThis['my-' + 'backend'].web_search({a: 1})|{\"a\":1}",
        "__backends['my-backend'] === my_backend|true",
        "typeof none + typeof globalThis.none|\"undefinedundefined\"",
        "'demo' in globalThis && !('none' in globalThis)|true",
        "const {echo} = demo; return echo({a: 2})|{\"a\":2}",
        "const demo = 5; return demo|5",
        "demo.more = 1; return demo.more|1",
        "const t0 = Date.now(); await sleep(30); return Date.now() - t0 >= 29|true",
        "parallel([1, 2, 3], n => demo.echo({n}))|[{\"n\":1},{\"n\":2},{\"n\":3}]",
        "parallel([], n => n)|[]",
        "parallel(new Set([1]), (n, i) => [n, i])|[[1,0]]",
        "parallel([1, 2], n => { throw new Error('no ' + n) }).catch(e => e.message)|\"no 1\"",
        "parallel([1]).catch(e => e.message)|\"parallel(list, fn, limit) needs a function\"",
        "`let open = 0, most = 0;\nawait parallel([1,2,3,4,5], async () => { most = Math.max(most, ++open);"
            + " await sleep(5); open-- }, 2);\nreturn most`|2",
        "typeof params|\"undefined\"",
        "try { nope } catch (e) { return e.message }|\"nope is not defined\"",
        "typeof ToolError|\"function\"",
        "const u = crypto.randomUUID(); return u.length + u[14]|\"364\"",
        "new Uint8Array(await crypto.subtle.digest('SHA-1', new Uint8Array(3)))[0]|41",
        "await new Promise(done => setImmediate(done, 7))|7",
        "const s = AbortSignal.timeout(5); await sleep(20); return s.reason.name|\"TimeoutError\"",
        "try { structuredClone(sleep) } catch (e) { return e instanceof DOMException }|true",
      })
  void answers(String code, String expected) {
    Outcome outcome = fixture.run(code);

    assertThat(outcome.message()).isEmpty();
    assertThat(outcome.value()).hasToString(expected);
  }

  @Test
  void startsNothingFurtherAfterAFailure() {
    TestHost host =
        new TestHost(
            (tool, arguments) -> CompletableFuture.completedFuture(ToolResult.error("broken")));

    Outcome outcome = fixture.run("await parallel([1, 2, 3, 4], n => demo.echo({n}), 1)", host);

    assertThat(outcome.status()).isEqualTo(Status.ERROR);
    assertThat(host.calls).hasSize(1);
  }

  @Test
  void givesAnErrorThatTellsTheCall() {
    TestHost host =
        new TestHost(
            (tool, arguments) -> CompletableFuture.completedFuture(ToolResult.error("broken")));

    Outcome outcome =
        fixture.run(
            "try { await demo.other_tool({n: 1}) } catch (e) {"
                + " return [e instanceof ToolError, e.name, e.message, e.backend, e.tool,"
                + " e.arguments] }",
            host);

    assertThat(outcome.value())
        .hasToString("[true,\"ToolError\",\"broken\",\"demo\",\"other-tool\",{\"n\":1}]");
  }

  @Test
  void seesItsParameters() {
    Program program =
        new Program(
            "params.a + params.list.length",
            "typescript",
            Optional.of(RawJson.parse("{\"a\":1,\"list\":[1,2]}")),
            false,
            false);

    Outcome outcome =
        fixture
            .engine
            .run(program, EngineFixture.LIMITS, TestHost.echo())
            .toCompletableFuture()
            .join();

    assertThat(outcome.value()).hasToString("3");
  }

  @Test
  void saysWhatWasNotAwaited() {
    TestHost hanging = new TestHost((tool, arguments) -> new CompletableFuture<>());

    Outcome outcome = fixture.run("demo.echo({}); demo.echo({}); return 1", hanging);

    assertThat(outcome.value()).hasToString("1");
    assertThat(outcome.logs())
        .containsExactly("[2 tool calls were not awaited and cancelled when the program returned]");
  }

  @Test
  void asksForNothingThatIsNotNamed() {
    TestHost host = TestHost.echo();

    fixture.run("await demo.echo({})", host);

    assertThat(host.lookups).contains("demo").doesNotContain("my-backend", "demo.other_tool");
  }
}
