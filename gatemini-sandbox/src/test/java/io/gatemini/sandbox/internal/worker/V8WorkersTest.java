package io.gatemini.sandbox.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.ToolResult;
import io.gatemini.config.SandboxConfig;
import io.gatemini.config.SandboxConfig.Isolation;
import io.gatemini.sandbox.EngineFixture;
import io.gatemini.sandbox.TestHost;
import io.gatemini.sandbox.internal.v8.V8Factory;
import io.gatemini.spi.ScriptEngine.Load;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.testing.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers with V8: what ends a program, what ends its process, and what takes its place. */
@EnabledOnOs(OS.LINUX)
class V8WorkersTest {
  private static final SandboxConfig CONFIG =
      SandboxConfig.defaults().isolation(Isolation.PROCESS).workerHeapBytes(64 << 20);

  /** A leak of one of them would be seen. */
  private static final int KILLS = 30;

  /** The library and the snapshot that the first worker makes; who breaks them has others. */
  @TempDir private static Path shared;

  private static EngineFixture fixture() {
    return new EngineFixture(CONFIG, workers(shared));
  }

  private static WorkerLauncher workers(Path cache) {
    return JavaWorkers.of(new V8Factory(), CONFIG, JsonNodeFactory.instance.objectNode(), cache);
  }

  private static List<Long> pids(EngineFixture fixture) {
    return ((WorkerEngine) fixture.engine).pids();
  }

  private static TestHost waiting(CompletableFuture<ToolResult> answer, CountDownLatch called) {
    return new TestHost(
        (tool, arguments) -> {
          called.countDown();
          return answer;
        });
  }

  @Values(
      """
      const m = new Map(); for (let i = 0; ; i++) m.set(i, 'x' + i)
      const x = []; for (;;) x.push(new Array(1000).fill(1.5))
      const b = []; for (;;) b.push(new Uint8Array(1e6).fill(1))
      const b = []; for (;;) b.push(new ArrayBuffer(1e6))
      const b = []; for (let i = 0; i < 20; i++) b.push(new Uint8Array(1e8).fill(1)); return b
      'x'.repeat(5e8).split('') | JSON.parse('['.repeat(1e7))
      const b = new ArrayBuffer(1e9, {maxByteLength: 4e9}); new Uint8Array(b).fill(1)
      structuredClone(new Uint8Array(5e8).fill(1))
      """)
  void endsWhatTakesTheMemory(String code) {
    try (EngineFixture fixture = fixture()) {
      Outcome outcome = fixture.run(code);

      assertThat(outcome.status()).as(outcome.message()).isIn(Status.MEMORY, Status.ERROR);
      assertThat(outcome.message()).isNotEmpty();
      Outcome next = fixture.run("1 + 1");
      assertThat(next.value()).as(next.message()).hasToString("2");
    }
  }

  @Values(
      """
      for (;;) {} | for (;;) await null | /(a+)+$/.test('a'.repeat(40) + 'b')
      return (2n ** 100000000n).toString().length | eval('for (;;) {}')
      """)
  void stopsWhatDoesNotEndAndNothingBesideIt(String code) throws InterruptedException {
    CompletableFuture<ToolResult> answer = new CompletableFuture<>();
    CountDownLatch called = new CountDownLatch(1);
    try (EngineFixture fixture = fixture()) {
      CompletableFuture<Outcome> beside =
          fixture.start(
              "return (await demo.echo({})).length",
              waiting(answer, called),
              EngineFixture.limits(Duration.ofMinutes(1), 50, 4));
      called.await();

      Outcome stopped =
          fixture
              .start(code, TestHost.echo(), EngineFixture.limits(Duration.ofMillis(500), 50, 4))
              .join();
      answer.complete(ToolResult.text("four"));

      assertThat(stopped.status()).isEqualTo(Status.TIMEOUT);
      assertThat(beside.join().value()).hasToString("4");
    }
  }

  @Test
  void givesUpTypeScriptThatIsReadAgainAndAgain() {
    try (EngineFixture fixture = fixture()) {
      Outcome doubling = fixture.run("let x: any = " + "(a=".repeat(40) + "1" + ")=>1".repeat(40));

      assertThat(doubling.status()).isEqualTo(Status.SYNTAX);
      assertThat(doubling.message()).contains("cannot be read as TypeScript in 3 s");
      assertThat(fixture.run("const x: number = 2; return x").value()).hasToString("2");
    }
  }

  @Test
  void computesFasterWithItsCompiler() {
    long interpreted = millisOfComputing(false);
    long compiled = millisOfComputing(true);

    assertThat(compiled).isLessThan(interpreted);
  }

  /** The best of five. */
  private static long millisOfComputing(boolean jit) {
    try (EngineFixture fixture = new EngineFixture(CONFIG.jit(jit))) {
      return IntStream.range(0, 5)
          .mapToLong(
              n ->
                  fixture
                      .run(
                          "const fib = n => n < 2 ? n : fib(n - 1) + fib(n - 2);"
                              + "const begin = Date.now(); fib(29); return Date.now() - begin")
                      .value()
                      .tree()
                      .longValue())
          .min()
          .orElseThrow();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void hasNoneOfWhatLeadsOutOfAnIsolate(boolean jit) {
    try (EngineFixture fixture = new EngineFixture(CONFIG.jit(jit))) {
      assertThat(
              fixture
                  .run(
                      "[typeof WebAssembly, typeof SharedArrayBuffer, typeof Atomics, typeof"
                          + " Javet, typeof process, typeof __gatemini]")
                  .value())
          .hasToString(
              "[\"undefined\",\"undefined\",\"undefined\",\"undefined\",\"undefined\",\"undefined\"]");
    }
  }

  @Test
  void anAnswerOfManyMegabytesReachesTheProgram() {
    String text = "a".repeat(12_000_000);
    TestHost host =
        new TestHost((tool, arguments) -> CompletableFuture.completedFuture(ToolResult.text(text)));
    SandboxConfig wide = CONFIG.workerHeapBytes(256 << 20);
    try (EngineFixture fixture = new EngineFixture(wide)) {
      assertThat(fixture.run("return (await demo.echo({})).length", host).value())
          .hasToString("12000000");
    }
  }

  @Test
  void aKilledWorkerFailsItsProgramsAndHasASuccessorAndASpare() throws InterruptedException {
    CountDownLatch called = new CountDownLatch(8);
    try (EngineFixture fixture = fixture()) {
      fixture.run("1");
      long first = pids(fixture).get(0);
      List<CompletableFuture<Outcome>> programs =
          IntStream.range(0, 8)
              .mapToObj(
                  n ->
                      fixture.start(
                          "await demo.echo({})",
                          waiting(new CompletableFuture<>(), called),
                          EngineFixture.limits(Duration.ofMinutes(1), 50, 4)))
              .toList();
      called.await();
      // While no worker was lost there is no second process.
      assertThat(pids(fixture)).containsExactly(first);

      ProcessHandle.of(first).orElseThrow().destroyForcibly();

      assertThatAllFailed(programs);
      assertThat(fixture.run("1 + 1").value()).hasToString("2");
      await().until(() -> pids(fixture).size() == 2);
    }
  }

  private static void assertThatAllFailed(List<CompletableFuture<Outcome>> programs) {
    for (CompletableFuture<Outcome> program : programs) {
      Outcome outcome = program.join();
      assertThat(outcome.status()).isEqualTo(Status.ERROR);
      assertThat(outcome.message())
          .contains("is gone")
          .endsWith("the program was not run again: its calls may have been made");
    }
  }

  @Test
  @Tag("long")
  void killedWorkersLeaveNothing() throws InterruptedException {
    Set<Thread> threads = Thread.getAllStackTraces().keySet();
    Recording launcher = new Recording(workers(shared));
    List<Long> answered = new ArrayList<>();
    try (EngineFixture fixture = new EngineFixture(CONFIG, launcher)) {
      for (int kill = 0; kill < KILLS; kill++) {
        CountDownLatch called = new CountDownLatch(8);
        TestHost host = waiting(new CompletableFuture<>(), called);
        List<CompletableFuture<Outcome>> programs =
            IntStream.range(0, 8)
                .mapToObj(
                    n ->
                        fixture.start(
                            "await demo.echo({})",
                            host,
                            EngineFixture.limits(Duration.ofMinutes(1), 50, 4)))
                .toList();
        called.await();
        boolean withSpare = kill % 10 == 9;
        if (withSpare) {
          await()
              .until(
                  () ->
                      pids(fixture).size() == 2
                          && launcher.ready.get() == launcher.processes.size());
        }

        ProcessHandle.of(pids(fixture).get(0)).orElseThrow().destroyForcibly();

        assertThatAllFailed(programs);
        await()
            .pollInterval(5, TimeUnit.MILLISECONDS)
            .until(() -> fixture.engine.load().equals(new Load(0, 0, 0)));
        if (withSpare) {
          long begin = System.nanoTime();
          assertThat(fixture.run("1 + 1").value()).hasToString("2");
          answered.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
        }
      }
      assertThat(Collections.min(answered)).isLessThan(2_000);
    }

    assertThat(launcher.processes).hasSizeGreaterThanOrEqualTo(KILLS);
    await()
        .atMost(60, TimeUnit.SECONDS)
        .untilAsserted(
            () -> {
              assertThat(launcher.processes).noneMatch(Process::isAlive);
              assertThat(launcher.directories).noneMatch(Files::exists);
              assertThat(Thread.getAllStackTraces().keySet())
                  .filteredOn(thread -> !threads.contains(thread))
                  .extracting(Thread::getName)
                  .noneMatch(name -> name.startsWith("gatemini-"));
            });
  }

  /** Knows what it has started. */
  private static final class Recording implements WorkerLauncher {
    private final WorkerLauncher launcher;
    private final Queue<Path> directories = new ConcurrentLinkedQueue<>();
    private final Queue<Process> processes = new ConcurrentLinkedQueue<>();
    private final AtomicInteger ready = new AtomicInteger();

    Recording(WorkerLauncher launcher) {
      this.launcher = launcher;
    }

    @Override
    public Process launch(Path scratch) throws IOException {
      directories.add(scratch);
      Process process = launcher.launch(scratch);
      processes.add(process);
      return process;
    }

    @Override
    public boolean needsSpare() {
      return launcher.needsSpare();
    }

    @Override
    public void launched() {
      ready.incrementAndGet();
    }

    @Override
    public void close() {
      launcher.close();
    }
  }

  @Test
  void theSpareEndsWhenThereIsNoProgramForAMinute() {
    try (EngineFixture fixture = fixture()) {
      fixture.run("1");
      ProcessHandle.of(pids(fixture).get(0)).orElseThrow().destroyForcibly();
      await().until(() -> pids(fixture).size() == 2);

      await()
          .until(
              () -> {
                fixture.pass(Duration.ofMinutes(1));
                return pids(fixture).size() == 1;
              });
    }
  }

  @Test
  void runsOnGraalJsWhereTheLibraryDoesNotLoad(@TempDir Path own) throws IOException {
    try (EngineFixture fixture = new EngineFixture(CONFIG, workers(own))) {
      assertThat(fixture.run("null.x").message()).contains("Cannot read properties of null");
    }
    Path library = kept(own, ".so");
    byte[] broken = new byte[Math.toIntExact(Files.size(library))];
    Files.write(library, broken);

    try (EngineFixture fixture = new EngineFixture(CONFIG, workers(own))) {
      assertThat(fixture.run("null.x").message()).contains("Cannot read property 'x' of null");
    }
  }

  @Test
  void makesAnotherSnapshotWhereTheKeptOneIsBroken(@TempDir Path own) throws IOException {
    try (EngineFixture fixture = new EngineFixture(CONFIG, workers(own))) {
      fixture.run("1");
    }
    Path snapshot = kept(own, ".snapshot");
    byte[] broken = Files.readAllBytes(snapshot);
    broken[broken.length / 2] ^= 1;
    Files.write(snapshot, broken);

    try (EngineFixture fixture = new EngineFixture(CONFIG, workers(own))) {
      assertThat(fixture.run("const x: number = 2; return x").value()).hasToString("2");
    }
    assertThat(Files.readAllBytes(snapshot)).isNotEqualTo(broken);
  }

  private static Path kept(Path cache, String end) throws IOException {
    try (Stream<Path> files = Files.walk(cache)) {
      return files.filter(file -> file.toString().endsWith(end)).findFirst().orElseThrow();
    }
  }

  @Test
  void leavesNoProcess() {
    Set<Long> before;
    try (EngineFixture fixture = fixture()) {
      fixture.run("1");
      before = Set.copyOf(pids(fixture));
    }
    await()
        .atMost(60, TimeUnit.SECONDS)
        .until(() -> before.stream().noneMatch(pid -> ProcessHandle.of(pid).isPresent()));
  }
}
