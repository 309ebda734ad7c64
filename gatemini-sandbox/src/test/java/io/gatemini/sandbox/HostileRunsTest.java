package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.ToolResult;
import io.gatemini.config.SandboxConfig;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Load;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.testing.Patience;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Hundreds of programs that mean harm, one after the other and beside each other. */
@Tag("long")
class HostileRunsTest {
  private static final int RUNS = 280;
  private static final int WARM_UP_RUNS = 50;
  private static final double GROWTH = 1.1;
  private static final long CONSTANT_GROWTH_BYTES = 8L << 20;

  /** {@code $} is another number each time, so that no text is that of a run before. */
  private static final List<String> CODES =
      List.of(
          "/* $ */ while (true) {}",
          "while (true) await null // $",
          "const spin$ = () => Promise.resolve().then(spin$); await spin$()",
          "for (;;) { try { for (;;) {} } finally { continue } } // $",
          "const a = []; for (;;) a.push({a$: 1})",
          "const a = []; for (;;) a.push(new Uint8Array(1e5)) // $",
          "await demo.other_tool({n: $})",
          "await Promise.all([1, 2, 3, 4, 5].map(n => demo.other_tool({n: n + $})))",
          "for (let i = 0; i < 9; i++) demo.other_tool({i, n: $}); while (true) {}",
          "for (let i = 0; ; i++) Symbol.for('s$' + i)",
          "for (let i = 0; ; i++) globalThis['g$_' + i] = i",
          "for (let i = 0; ; i++) new Function('return ' + i + $)()",
          "for (let i = 0; ; i++) eval('var x$ = ' + i)",
          "for (let i = 0; ; i++) new RegExp('(a|b$' + i + ')+').test('abab')",
          "for (;;) setTimeout(() => $, 1e6)",
          "const f$ = () => f$(); f$()",
          "for (let i = 0; ; i++) console.log('$' + i)",
          "globalThis.r = new FinalizationRegistry(() => {}); for (;;) r.register({}, $)",
          "for (;;) Promise.reject(new Error('$'))",
          "class A$ { static { for (;;) {} } }",
          "const x$: number = 5; for (;;) { demo.echo({x$}) }",
          "return {toJSON() { for (;;) {} }, n: $}",
          "await new Promise(() => {}) // $",
          "throw new Error('$')",
          "const x$ = ) // no program",
          "/(a+)+\\1b$/.test('a'.repeat(40))",
          "tools.search('$').then(() => { for (;;) {} }); await sleep(1e6)",
          "return '$'.repeat(1e6)");

  private final Random random = new Random(42);
  private final Queue<CompletableFuture<ToolResult>> open = new ConcurrentLinkedQueue<>();
  private final ScheduledExecutorService callers = Executors.newScheduledThreadPool(1);
  private final Map<Status, Integer> endings = new TreeMap<>();
  private int number;

  private final EngineFixture fixture =
      new EngineFixture(SandboxConfig.defaults().isolation(SandboxConfig.Isolation.IN_PROCESS));

  @AfterEach
  void close() {
    fixture.close();
    callers.shutdownNow();
  }

  private TestHost host() {
    return new TestHost(
        (tool, arguments) -> {
          if (!tool.endsWith("other-tool")) {
            return CompletableFuture.completedFuture(ToolResult.text("1"));
          }
          CompletableFuture<ToolResult> call = new CompletableFuture<>();
          open.add(call);
          return call;
        });
  }

  private CompletableFuture<Outcome> start() {
    int run = number++;
    String code = CODES.get(run % CODES.size()).replace("$", Integer.toString(run + 1_000_000));
    Limits limits =
        Limits.of(
            SandboxConfig.defaults().maxAllocatedBytes(32 << 20),
            Duration.ofMillis(50 + random.nextInt(50)));
    CompletableFuture<Outcome> outcome = fixture.start(code, host(), limits);
    if (run % 7 == 3) {
      callers.schedule(() -> outcome.cancel(true), random.nextInt(50), TimeUnit.MILLISECONDS);
    }
    return outcome.exceptionally(cancelled -> Outcome.failed(Status.CANCELLED, "", List.of()));
  }

  private void runs(int count, int atATime) {
    for (int i = 0; i < count; i += atATime) {
      List<CompletableFuture<Outcome>> outcomes =
          IntStream.range(0, atATime).mapToObj(n -> start()).toList();
      for (CompletableFuture<Outcome> outcome : outcomes) {
        Outcome known = Patience.join(outcome);
        endings.merge(known.status(), 1, Integer::sum);
      }
    }
  }

  @Test
  void leaveNothingBehindOneAfterTheOther() {
    leaveNothingBehind(1);
  }

  @Test
  void leaveNothingBehindEightAtATime() {
    leaveNothingBehind(8);
  }

  private void leaveNothingBehind(int atATime) {
    runs(WARM_UP_RUNS, atATime);
    List<String> threadsBefore = restingThreads();
    long heapBefore = heapAfterCollection();

    runs(RUNS, atATime);

    assertThat(restingThreads()).isEqualTo(threadsBefore);
    // The engine lets go of closed contexts when it makes the next ones.
    await()
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(
            () -> {
              fixture.run("1");
              assertThat((double) heapAfterCollection())
                  .as("from %s, %s at a time, %s", heapBefore, atATime, endings)
                  .isLessThan(heapBefore * GROWTH + CONSTANT_GROWTH_BYTES);
            });
    assertThat(open).isNotEmpty().allMatch(CompletableFuture::isDone);
    assertThat(endings).containsKeys(Status.TIMEOUT, Status.MEMORY, Status.CANCELLED);
    // All places are there, once the last run has left its own.
    await().until(() -> fixture.engine.load().equals(new Load(0, 0, 0)));
    List<CompletableFuture<Outcome>> all =
        IntStream.range(0, SandboxConfig.defaults().maxConcurrentPrograms())
            .mapToObj(n -> fixture.start("await sleep(50); return 1", host(), EngineFixture.LIMITS))
            .toList();
    assertThat(fixture.engine.load().waiting()).isZero();
    assertThat(all).allSatisfy(run -> assertThat(Patience.join(run).value()).hasToString("1"));
  }

  /** The threads that are left when nothing runs or waits any more. */
  private List<String> restingThreads() {
    await()
        .untilAsserted(
            () -> {
              assertThat(fixture.engine.load()).isEqualTo(new Load(0, 0, 0));
              assertThat(threads()).noneMatch(name -> name.startsWith("gatemini-program"));
            });
    return threads();
  }

  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(Thread::isAlive)
        .map(Thread::getName)
        .map(name -> name.replaceAll("\\d+", "N"))
        // Those of the test and of the JDK.
        .filter(
            name ->
                !name.matches("ForkJoinPool.*|Attach.*|Completable.*|pool-N.*|awaitility-thread"))
        .filter(name -> !name.matches("process reaper|test-gateway"))
        .sorted()
        .toList();
  }

  private static long heapAfterCollection() {
    for (int i = 0; i < 4; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
