package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.testing.Values;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A program leaves nothing to the next one, also where that gets the same engine from it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LeftBehindTest {
  /** All that a program could find of another one, as a text. */
  private static final String PROBE =
      """
      const seen = [typeof left, [].left, ({}).left, 'x'.left, (() => 1).left, Symbol.for('left').left,
        RegExp.$1, Error.stackTraceLimit, typeof Error.prepareStackTrace, console.left, tools.left,
        typeof demo.left, demo.echo.left, String(demo.echo).length, typeof params, JSON.left, Math.left,
        Object.isFrozen(Array.prototype), Object.isFrozen(globalThis), [3, 1].map(x => x).join(),
        JSON.stringify({a: [1]}), await Promise.resolve(1).then(x => x), typeof setTimeout,
        (x => x`a`.left)(parts => parts), new Map([[1, 2]]).get(1), `${[1, 2]}`, typeof fetch,
        Object.keys(globalThis).join(), Reflect.ownKeys(globalThis).length,
        Reflect.ownKeys(Object.getPrototypeOf(globalThis)).length, typeof ToolError.left];
      for (const value of [Object, Function, Array, String, Number, Boolean, Symbol, Promise, RegExp, Date, Map,
        Set, WeakMap, Error, Proxy, Reflect, JSON, Math, BigInt, parallel, sleep, results]) {
        seen.push(Reflect.ownKeys(value).length, value.prototype ? Reflect.ownKeys(value.prototype).length : 0);
      }
      const echoed = await demo.echo({text: 'seen'});
      return [seen.map(String), echoed];
      """;

  private EngineFixture fixture;
  private Outcome first;

  @BeforeAll
  void startEngine() {
    fixture = new EngineFixture(1);
    first = fixture.run(PROBE);
    assertThat(first.status()).as(first.message()).isEqualTo(Status.OK);
  }

  @AfterAll
  void closeEngine() {
    fixture.close();
  }

  @Values(
      """
      globalThis.left = 1 | left = 1; return 1 | var left = 1; function f() {} return 1
      Object.prototype.left = 1; return 1 | Array.prototype.left = 1; return 1
      Function.prototype.left = String.prototype.left = 1; return 1
      Array.prototype.map = () => ['stolen']; return 1 | JSON.stringify = () => 'stolen'; return 1
      Object.freeze(Array.prototype); return 1 | Object.freeze(Object.prototype); return 1
      Promise.prototype.then = function () { return 7 }; return 1 | Map.prototype.get = () => 'stolen'; return 1
      Symbol.for('left').description; Object.prototype[Symbol.for('left')] = 1; return 1
      /(left)/.exec('left'); return 1 | Error.prepareStackTrace = () => 'stolen'; Error.stackTraceLimit = 99; return 1
      console.left = 1; console.log = () => {}; return 1 | tools.left = tools.search = () => 'stolen'; return 1
      demo.echo.left = 1; return 1 | demo.left = 1; return 1 | globalThis.demo = {echo: () => 'stolen'}; return 1
      Object.defineProperty(globalThis, 'demo', {value: 1}); return 1
      Object.setPrototypeOf(globalThis, {left: 1}); return 1 | Object.getPrototypeOf(globalThis).left = 1; return 1
      globalThis.parallel = globalThis.sleep = 1; return 1 | Array.prototype[Symbol.iterator] = null; return 1
      delete globalThis.Map; delete Array.prototype.join; return 1 | (x => x`a`)(parts => parts); return 1
      Reflect.ownKeys = () => ['stolen']; Object.keys = () => ['stolen']; return 1
      globalThis.big = Array.from({length: 1e5}, (_, i) => ({i})); return 1
      setTimeout(() => { globalThis.left = 1 }, 1); return 1 | (async () => { for (;;) await demo.echo({}) })(); return 1
      globalThis.fetch = 1; new Function('globalThis.left = 1')(); return 1
      """)
  void isNotSeenByTheNextProgram(String leaves) {
    Outcome left = fixture.run(leaves);
    assertThat(left.status()).as(left.message()).isEqualTo(Status.OK);

    Outcome next = fixture.run(PROBE);

    assertThat(next.value()).as(next.message()).hasToString(first.value().toString());
  }

  /** Work that a program leaves to the engine, such as that of a collection, would run then. */
  @Test
  void doesNotGoOnInTheNextProgram() {
    List<String> lines = new CopyOnWriteArrayList<>();
    TestHost host =
        new TestHost(TestHost.echo()::call) {
          @Override
          public void log(String line) {
            lines.add(line);
          }
        };
    String leaves =
        """
        const gone = new FinalizationRegistry(name => console.log('later', name));
        for (let i = 0; i < 1000; i++) gone.register({}, i);
        globalThis.gone = gone;
        Promise.resolve().then(async () => { await sleep(1); console.log('later') });
        setTimeout(() => console.log('later'), 1);
        return 1;
        """;
    assertThat(fixture.run(leaves, host).status()).isEqualTo(Status.OK);

    Outcome next =
        fixture.run(
            "let s = 0; for (let i = 0; i < 2e5; i++) s += [{i}].length; await sleep(20); return s",
            host);

    assertThat(next.value()).as(next.message()).hasToString("200000");
    assertThat(lines).isEmpty();
  }
}
