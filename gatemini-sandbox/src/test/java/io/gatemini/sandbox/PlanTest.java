package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.testing.Table;
import java.util.Optional;

/** Programs whose calls are only asked for. */
class PlanTest extends SharedEngine {
  @Table(
      """
      await demo.echo({a: 1}) | demo.echo{"a":1}
      const r = await demo.echo({}); await demo.echo({id: r.items[0].id, t: `${r.name}!`}) | \
      demo.echo{}, demo.echo{"id":"<demo.echo().items[0].id>","t":"<demo.echo().name>!"}
      const r = await demo.echo({}); for (const x of r.list) await my_backend.web_search({x}) | \
      demo.echo{}, my-backend.web-search{"x":"<demo.echo().list[0]>"}
      const r = await demo.echo({}); await Promise.all(r.map(async x => demo.other_tool({x}))) \
      | demo.echo{}, demo.other-tool{"x":"<demo.echo().map()[0]>"}
      const r = await demo.echo({}); const n = r.filter(x => x.ok).length; if (n > 0) await \
      demo.other_tool({n}) | demo.echo{}, demo.other-tool{"n":1}
      const {a, ...rest} = await demo.echo({}); await demo.other_tool({a}) | demo.echo{}, \
      demo.other-tool{"a":"<demo.echo().a>"}
      const r = await demo.echo({}); const [x] = r; await demo.other_tool({x, n: r.a + 1}) | \
      demo.echo{}, demo.other-tool{"x":"<demo.echo()[0]>","n":"<demo.echo().a>1"}
      const r = await demo.echo({}); JSON.parse(r.text) | demo.echo{}
      const r = await demo.echo({}); r.x.y = 1; delete r.z; Object.keys(r); new Map([[r, 1]]) | \
      demo.echo{}
      await parallel(await demo.echo({}), x => demo.other_tool({x})) | demo.echo{}, \
      demo.other-tool{"x":"<demo.echo()[0]>"}
      """)
  void reachesWhatTheProgramWouldCall(String code, String calls) {
    TestHost host = TestHost.echo();

    Outcome outcome = plan(code, host);

    assertThat(String.join(", ", host.calls)).isEqualTo(calls);
    assertThat(outcome.status()).isIn(Status.OK, Status.ERROR);
  }

  private Outcome plan(String code, TestHost host) {
    return fixture
        .engine
        .run(
            new Program(code, "typescript", Optional.empty(), false, true),
            EngineFixture.LIMITS,
            host)
        .toCompletableFuture()
        .join();
  }
}
