package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.ToolResult;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Load;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.testing.Patience;
import io.gatemini.testing.Values;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs at their limits. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
class LimitsTest {
  private static final Limits SHORT = EngineFixture.limits(Duration.ofMillis(300), 5, 2);

  /** Time enough on a busy machine. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private EngineFixture fixture;

  @BeforeAll
  void open() {
    fixture = new EngineFixture(2);
  }

  @AfterEach
  void isFree() {
    await().until(() -> fixture.engine.load().equals(new Load(0, 0, 0)));
  }

  @AfterAll
  void close() {
    fixture.close();
    await().untilAsserted(() -> assertThat(threads("gatemini-program")).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "while (true) {}",
        "while (true) await null",
        "for (;;) { try { for (;;) {} } finally { continue } }",
        "const spin = () => Promise.resolve().then(spin); await spin()",
        "({toJSON() { for (;;) {} }})",
        "new Proxy({}, {get() { for (;;) {} }}).x",
        "await new Promise(done => setTimeout(done, 1e9))",
        "await demo.echo({})",
        "/(a+)+\\1b/.test('a'.repeat(40))",
      })
  void answersARunawayAtItsDeadline(String code) {
    TestHost hanging = new TestHost((tool, arguments) -> new CompletableFuture<>());
    fixture.run("1");

    long start = System.nanoTime();
    // Allocations of some of them on a slow machine must not end them first.
    Outcome outcome = fixture.run(code, hanging, EngineFixture.onlyTime(Duration.ofMillis(300)));
    Duration took = Duration.ofNanos(System.nanoTime() - start);

    assertThat(outcome.status()).isEqualTo(Status.TIMEOUT);
    assertThat(outcome.message()).contains("300 ms");
    // Far above the promise, so that a busy machine does not fail the build.
    assertThat(took).isLessThan(Duration.ofSeconds(10));
    assertThat(fixture.run("1 + 1").value()).hasToString("2");
  }

  @Test
  void answersAProgramThatReturnedAndSpinsOnAtItsDeadline() {
    fixture.run("1");

    // A worker that is held up does not report it; then the gateway reports the deadline.
    await()
        .untilAsserted(
            () -> {
              Outcome outcome =
                  fixture.run(
                      "const spin = () => Promise.resolve().then(spin); spin(); return 5",
                      TestHost.echo(),
                      SHORT);
              assertThat(outcome.status()).isEqualTo(Status.OK);
              assertThat(outcome.value()).hasToString("5");
            });
  }

  @Test
  void noticesAtOnceThatNothingWillCome() {
    Outcome outcome = fixture.run("console.log('before'); await new Promise(() => {})");

    assertThat(outcome.status()).isEqualTo(Status.DEADLOCK);
    assertThat(outcome.logs()).containsExactly("before");
  }

  @Test
  void stopsAProgramThatCallsTooMuch() {
    TestHost host = TestHost.echo();

    Outcome outcome =
        fixture.run("for (let i = 0; i < 99; i++) await demo.echo({i})", host, withTime(SHORT));

    assertThat(outcome.status()).isEqualTo(Status.LIMIT);
    assertThat(outcome.message()).contains("5 tool calls");
    assertThat(host.calls).hasSize(5);
  }

  @Test
  void runsSoManyCallsAtATime() {
    AtomicInteger running = new AtomicInteger();
    List<Integer> seen = new CopyOnWriteArrayList<>();
    TestHost host =
        new TestHost(
            (tool, arguments) -> {
              seen.add(running.incrementAndGet());
              return CompletableFuture.supplyAsync(
                      () -> ToolResult.text("done"),
                      CompletableFuture.delayedExecutor(30, TimeUnit.MILLISECONDS))
                  .whenComplete((result, failure) -> running.decrementAndGet());
            });

    Outcome outcome =
        fixture.run(
            "(await Promise.all([1, 2, 3, 4, 5].map(n => demo.echo({n})))).length",
            host,
            withTime(SHORT));

    assertThat(outcome.value()).hasToString("5");
    assertThat(seen).hasSize(5).allMatch(count -> count <= 2).contains(2);
  }

  @Test
  void cancelsOpenCallsWhenTheProgramIsCancelled() {
    CompletableFuture<ToolResult> open = new CompletableFuture<>();
    TestHost host = new TestHost((tool, arguments) -> open);
    CompletableFuture<Outcome> run =
        fixture.start("await demo.echo({})", host, EngineFixture.LIMITS);
    await().atMost(PATIENCE).until(() -> !host.calls.isEmpty());

    run.cancel(true);

    await().atMost(PATIENCE).until(open::isCancelled);
    await().untilAsserted(() -> assertThat(threads("gatemini-program-stop")).isEmpty());
    assertThat(fixture.run("2").value()).hasToString("2");
  }

  @Test
  void stopsALoopWhenTheProgramIsCancelled() {
    TestHost host = TestHost.echo();
    CompletableFuture<Outcome> run =
        fixture.start("await demo.echo({}); while (true) {}", host, EngineFixture.LIMITS);
    await().atMost(PATIENCE).until(() -> !host.calls.isEmpty());

    run.cancel(true);

    await().untilAsserted(() -> assertThat(threads("gatemini-program-")).isEmpty());
  }

  /** Also between two turns, where nothing runs that could notice it. */
  @Test
  void stopsALoopWheneverTheProgramIsCancelled() {
    for (int i = 0; i < 30; i++) {
      CompletableFuture<Void> called = new CompletableFuture<>();
      TestHost host =
          new TestHost(
              (tool, arguments) -> {
                called.complete(null);
                return CompletableFuture.completedFuture(ToolResult.text("1"));
              });
      CompletableFuture<Outcome> run =
          fixture.start("await demo.echo({}); while (true) {}", host, EngineFixture.LIMITS);
      called.join();
      long end = System.nanoTime() + i * 20_000L;
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }

      run.cancel(true);
    }

    await().until(() -> fixture.engine.load().equals(new Load(0, 0, 0)));
  }

  @Test
  void letsFurtherProgramsWaitForTheirTurnAndNotLonger() {
    TestHost hanging = new TestHost((tool, arguments) -> new CompletableFuture<>());
    CompletableFuture<Outcome> first =
        fixture.start("await demo.echo({})", hanging, EngineFixture.LIMITS);
    CompletableFuture<Outcome> second =
        fixture.start("await demo.echo({})", hanging, EngineFixture.LIMITS);

    Outcome tooLate = fixture.run("1", TestHost.echo(), SHORT);
    CompletableFuture<Outcome> patient = fixture.start("1", TestHost.echo(), EngineFixture.LIMITS);
    first.cancel(true);

    assertThat(tooLate.status()).isEqualTo(Status.TIMEOUT);
    assertThat(tooLate.message()).contains("all 2 slots");
    assertThat(Patience.join(patient).value()).hasToString("1");
    assertThat(second).isNotDone();
    second.cancel(true);
  }

  @Values(
      """
      'x'.repeat(2 ** 29) | let s = 'x'; for (;;) s += s | new ArrayBuffer(2 ** 40)
      Math.max(...new Array(1e8)) | const f = () => f(); f()
      [].concat(1).reduce.constructor('return process')()
      """)
  void turnsAnOverflowIntoAnErrorOfTheProgram(String code) {
    Outcome outcome = fixture.run(code);

    assertThat(outcome.status()).isIn(Status.ERROR, Status.MEMORY);
    assertThat(fixture.run("1 + 1").value()).hasToString("2");
  }

  /** V8 looks for a cycle at each level of an answer: its time may end before its stack does. */
  @Test
  void outlivesAnAnswerThatIsTooDeep() {
    Outcome outcome = fixture.run("JSON.parse('['.repeat(2e5) + ']'.repeat(2e5))");

    assertThat(outcome.status()).isIn(Status.ERROR, Status.MEMORY, Status.TIMEOUT);
    assertThat(fixture.run("1 + 1").value()).hasToString("2");
  }

  @Values(
      """
      typeof Java | typeof Polyglot | typeof Graal | typeof load | typeof print | typeof process
      typeof Packages | typeof Atomics | typeof SharedArrayBuffer
      typeof demo.echo.constructor.constructor('return this.Java')()
      typeof (() => {}).constructor('return Java') | typeof demo.getClass | typeof demo.echo.class
      """)
  void hidesTheHost(String code) {
    Outcome outcome = fixture.run("try { return " + code + " } catch (e) { return 'undefined' }");

    if (code.contains("'return Java'")) {
      assertThat(outcome.value()).hasToString("\"function\"");
    } else {
      assertThat(outcome.value()).hasToString("\"undefined\"");
    }
  }

  @Test
  void startsEveryProgramAfresh() {
    fixture.run("globalThis.left = 1; Array.prototype.map = null; Object.prototype.polluted = 1");

    assertThat(
            fixture.run("[typeof left, [1].map(n => n + 1), ({}).polluted === undefined]").value())
        .hasToString("[\"undefined\",[2],true]");
  }

  @Test
  void keepsTheConsoleAwayFromStandardOutput() {
    PrintStream before = System.out;
    ByteArrayOutputStream captured = new ByteArrayOutputStream();
    System.setOut(new PrintStream(captured, true, StandardCharsets.UTF_8));
    try {
      fixture.run("console.log('hello'); console.error('hello')");
    } finally {
      System.setOut(before);
    }

    assertThat(captured.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void endsWhatRunsAndTakesNothingMoreAfterClose() {
    EngineFixture own = new EngineFixture(2);
    own.run("1");
    CompletableFuture<Outcome> endless =
        own.start("while (true) {}", TestHost.echo(), EngineFixture.LIMITS);

    own.close();

    assertThat(endless.join().status()).isEqualTo(Status.CANCELLED);
    assertThat(own.start("1", TestHost.echo(), SHORT).join().status()).isEqualTo(Status.CANCELLED);
  }

  private static Limits withTime(Limits limits) {
    return EngineFixture.limits(
        Duration.ofSeconds(20), limits.maxToolCalls(), limits.maxConcurrentToolCalls());
  }

  private static List<String> threads(String prefix) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(Thread::isAlive)
        .map(Thread::getName)
        .filter(name -> name.startsWith(prefix))
        .toList();
  }
}
