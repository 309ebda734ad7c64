package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.testing.Values;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Attempts to reach the host, or another run. The message to each is checked, not only that it
 * fails.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
class EscapeTest {
  @AutoClose private EngineFixture fixture;

  @BeforeAll
  void open() {
    fixture = new EngineFixture(4);
  }

  static List<Arguments> escapes() throws IOException {
    try (InputStream in = EscapeTest.class.getResourceAsStream("escapes.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(EscapeTest::escape)
          .toList();
    }
  }

  private static Arguments escape(String line) {
    int begin = line.indexOf(" | ");
    int end = line.lastIndexOf(" | ");
    String code = line.substring(begin + 3, end).replace("@NL@", "\n").replace("@LS@", "\u2028");
    return Arguments.of(line.substring(0, begin), code, line.substring(end + 3));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("escapes")
  void doesNotLeadOut(String name, String code, String expectations) {
    String[] each = expectations.split(" @V8@ ", 2);
    String expected = each[InWorkers.onV8() ? each.length - 1 : 0];
    Outcome outcome = fixture.run(code, new BrokenHost());

    if (expected.startsWith("!")) {
      assertThat(outcome.status()).isIn(Status.ERROR, Status.SYNTAX);
      assertThat(outcome.message()).contains(expected.substring(1));
    } else {
      assertThat(outcome.message()).isEmpty();
      assertThat(outcome.value()).isEqualTo(RawJson.parse(expected));
    }
    assertThat(outcome.message() + outcome.value() + outcome.logs())
        .doesNotContain(BrokenHost.SECRET)
        .doesNotContain("io.gatemini")
        .doesNotContain("java.");
    assertThat(fixture.run("[1, 2].map(n => n + 1)").value()).hasToString("[2,3]");
  }

  /** Traces of a run that the next one must find. */
  static List<Arguments> traces() {
    return List.of(
        Arguments.of("globalThis.left = 1", "typeof left", "\"undefined\""),
        Arguments.of(
            "var left = 1; let l2 = 2", "typeof left + typeof l2", "\"undefinedundefined\""),
        Arguments.of("eval('globalThis.l3 = 1')", "typeof l3", "\"undefined\""),
        Arguments.of("Object.prototype.polluted = 1", "({}).polluted === undefined", "true"),
        Arguments.of("Array.prototype.map = null", "[1].map(n => n)", "[1]"),
        Arguments.of("demo.echo = null", "typeof demo.echo", "\"function\""),
        Arguments.of("demo.echo.mark = 1", "typeof demo.echo.mark", "\"undefined\""),
        Arguments.of("__backends.mine = 1", "typeof __backends.mine", "\"undefined\""),
        Arguments.of(
            "ToolError.prototype.mark = 1", "typeof ToolError.prototype.mark", "\"undefined\""),
        Arguments.of(
            "Object.getPrototypeOf(async () => {}).mark = 1",
            "typeof (async () => {}).mark",
            "\"undefined\""),
        Arguments.of(
            "Object.getPrototypeOf(Object.getPrototypeOf(globalThis)).mark = 1",
            "typeof mark",
            "\"undefined\""),
        Arguments.of(
            "Symbol.for('left').constructor.mark = 1", "typeof Symbol.mark", "\"undefined\""),
        Arguments.of("RegExp.prototype.exec = () => null; /a(b)/.test('ab')", "RegExp.$1", "\"\""),
        Arguments.of("/a(b)/.exec('ab')", "RegExp.$1 + RegExp.lastMatch", "\"\""),
        Arguments.of("Error.stackTraceLimit = 0", "typeof new Error().stack", "\"string\""),
        Arguments.of(
            "Error.prepareStackTrace = () => 1", "typeof Error.prepareStackTrace", "\"undefined\""),
        Arguments.of(
            "const t = () => (x => x)`a`; t().mark = 1", "Object.isFrozen((x => x)`a`)", "true"),
        Arguments.of("Math.random = () => 4", "Math.random() < 1", "true"),
        Arguments.of("Date.now = () => 4; Date.prototype.toJSON = null", "Date.now() > 4", "true"),
        Arguments.of("console.log('of the first')", "typeof console.log.mark", "\"undefined\""),
        Arguments.of(
            "setTimeout(() => { globalThis.late = 1 }, 5)",
            "await sleep(30); return typeof late",
            "\"undefined\""),
        Arguments.of(
            "globalThis.p = demo.echo({}); Promise.prototype.mark = 1",
            "typeof Promise.prototype.mark",
            "\"undefined\""),
        Arguments.of("URL.prototype.mark = 1", "typeof URL.prototype.mark", "\"undefined\""),
        Arguments.of(
            "Object.freeze(Object.prototype); Object.freeze(Array.prototype)",
            "Object.isFrozen(Object.prototype)",
            "false"),
        Arguments.of(
            "new WeakRef(globalThis); new FinalizationRegistry(() => { throw 1 }).register({}, 1)",
            "1",
            "1"));
  }

  @ParameterizedTest
  @MethodSource("traces")
  void leavesNothingForTheNextRun(String first, String second, String expected) {
    assertThat(fixture.run(first).message()).isEmpty();

    for (int i = 0; i < 3; i++) {
      assertThat(fixture.run(second).value()).isEqualTo(RawJson.parse(expected));
    }
  }

  @Tag("long")
  @Values(
      """
      demo.echo({}).catch(() => 0) | tools.search('x').catch(() => 0) | demo2 | console.log('x')
      """)
  void doesNotCallTheGatewayAtTheEndOfItsStack(String call) {
    AtomicInteger overflows = new AtomicInteger();
    TestHost plain = TestHost.echo();
    TestHost deep =
        new TestHost((tool, arguments) -> plain.call(tool, arguments)) {
          @Override
          public CompletionStage<ToolResult> call(String tool, RawJson arguments) {
            return descended(() -> super.call(tool, arguments));
          }

          @Override
          public RawJson search(String query, int limit) {
            return descended(() -> super.search(query, limit));
          }

          @Override
          public Optional<ScriptBackend> backend(String name) {
            return descended(() -> super.backend(name));
          }

          @Override
          public void log(String line) {
            descended(() -> line);
          }

          private <T> T descended(Supplier<T> work) {
            try {
              if (descend(300) < 0) {
                throw new AssertionError();
              }
            } catch (StackOverflowError e) {
              overflows.incrementAndGet();
              throw e;
            }
            return work.get();
          }
        };
    Limits limits = EngineFixture.limits(Duration.ofSeconds(90), 1_000, 1_000);

    Outcome outcome =
        fixture.run(
            "let left = 500; const down = () => { try { down() } catch (e) {} if (left-- > 0) {"
                + " try { "
                + call
                + " } catch (e) {} } }; down(); return 'back'",
            deep,
            limits);

    assertThat(outcome.message()).isEmpty();
    assertThat(outcome.value()).hasToString("\"back\"");
    assertThat(overflows).hasValue(0);
    assertThat(fixture.run("1 + 1").value()).hasToString("2");
  }

  private static int descend(int levels) {
    return levels == 0 ? 0 : descend(levels - 1) + 1;
  }

  @Values(
      """
      throw new Error('x'.repeat(3e6)) | throw 'x'.repeat(3e6) | throw {x: 'x'.repeat(3e6)}
      setTimeout(() => { throw new Error('x'.repeat(3e6)) }, 0); await sleep(1e4)
      await Promise.reject(Object.assign(new ToolError('x'), {tool: 'x'.repeat(3e6)}))
      """)
  void boundsWhatAProgramSaysWhenItFails(String code) {
    Outcome outcome = fixture.run(code);

    assertThat(outcome.status()).isEqualTo(Status.ERROR);
    assertThat(outcome.message()).hasSizeLessThan(11_000).contains("more characters");
  }

  @Test
  void keepsAProgramsSymbolsToItself() {
    assertThat(
            fixture
                .run(
                    "[Symbol.for('a') === Symbol.for('a'), Symbol.keyFor(Symbol.for('a')),"
                        + " Symbol.keyFor(Symbol('a')) === undefined, String(Symbol.for('b')),"
                        + " Symbol.for.name, 'prototype' in Symbol.for]")
                .value())
        .hasToString("[true,\"a\",true,\"Symbol(b)\",\"for\",false]");
  }

  @Test
  void anAnswerThatCannotBeReadIsAnErrorThatCanBeCaught() {
    TestHost host =
        new TestHost(
            (tool, arguments) ->
                CompletableFuture.completedFuture(
                    ToolResult.of(
                        RawJson.wrap(
                            ("{\"content\":[],\"structuredContent\":"
                                    + "[".repeat(300_000)
                                    + "]".repeat(300_000)
                                    + "}")
                                .getBytes(StandardCharsets.UTF_8)))));

    Outcome outcome =
        fixture.run("try { await demo.echo({}) } catch (e) { return [e.name, e.tool] }", host);

    assertThat(outcome.value()).hasToString("[\"ToolError\",\"echo\"]");
  }
}
