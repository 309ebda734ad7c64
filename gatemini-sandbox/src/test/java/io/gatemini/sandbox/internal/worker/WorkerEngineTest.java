package io.gatemini.sandbox.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.config.SandboxConfig;
import io.gatemini.config.SandboxConfig.Engine;
import io.gatemini.config.SandboxConfig.Isolation;
import io.gatemini.internal.process.ProcessTree;
import io.gatemini.sandbox.EngineFixture;
import io.gatemini.sandbox.TestHost;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.testing.Frozen;
import io.gatemini.testing.Patience;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Worker processes beyond the meaning of programs; one engine with one worker. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
public class WorkerEngineTest {
  private static final Limits SHORT = EngineFixture.onlyTime(Duration.ofMillis(500));
  private static final Limits LONG = EngineFixture.limits(Duration.ofSeconds(40), 50, 4);

  private EngineFixture fixture;

  @BeforeAll
  void open() {
    fixture = new EngineFixture(config());
  }

  @AfterAll
  void close() {
    List<Long> pids = pids();
    fixture.close();

    assertThat(pids).noneMatch(WorkerEngineTest::isAlive);
    await().untilAsserted(() -> assertThat(threads()).isEmpty());
  }

  public static SandboxConfig config() {
    return SandboxConfig.defaults()
        .isolation(Isolation.PROCESS)
        .engine(Engine.GRAALJS)
        .workerHeapBytes(96L << 20)
        .maxAllocatedBytes(64L << 30)
        .maxConcurrentPrograms(4);
  }

  static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).filter(ProcessTree::isAlive).isPresent();
  }

  public static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(Thread::isAlive)
        .map(Thread::getName)
        .filter(name -> name.startsWith("gatemini-sandbox"))
        .toList();
  }

  private List<Long> pids() {
    return ((WorkerEngine) fixture.engine).pids();
  }

  /** The one worker that is there and ready. */
  private long worker() {
    assertThat(fixture.run("1").value()).hasToString("1");
    // A worker that has just died is noticed in a moment.
    await().until(() -> pids().size() == 1);
    return pids().get(0);
  }

  private static TestHost hanging(CountDownLatch called, CompletableFuture<ToolResult> answer) {
    return new TestHost(
        (tool, arguments) -> {
          called.countDown();
          return answer;
        });
  }

  @Test
  void tellsThatTheWorkerOfAProgramIsGone() throws InterruptedException {
    long worker = worker();
    CountDownLatch called = new CountDownLatch(1);
    CompletableFuture<ToolResult> answer = new CompletableFuture<>();
    CompletableFuture<Outcome> outcome =
        fixture.start("console.log('before'); await demo.echo({})", hanging(called, answer), LONG);
    called.await();

    ProcessHandle.of(worker).orElseThrow().destroyForcibly();

    assertThat(Patience.join(outcome).status()).isEqualTo(Status.ERROR);
    assertThat(outcome.join().message()).contains("worker process").contains("not run again");
    assertThat(outcome.join().logs()).containsExactly("before");
    await().until(answer::isCancelled);
    assertThat(worker()).isNotEqualTo(worker);
  }

  @Test
  void replacesAWorkerThatRanOutOfMemory() {
    long worker = worker();

    Outcome outcome =
        fixture.run(
            "const a = []; for (;;) a.push(new Array(1e5).fill(1.5))", TestHost.echo(), LONG);

    assertThat(outcome.status()).isEqualTo(Status.MEMORY);
    assertThat(fixture.run("1 + 1").value()).hasToString("2");
    assertThat(worker()).isPositive();
    if (outcome.message().contains("worker")) {
      assertThat(isAlive(worker)).isFalse();
    }
  }

  @Test
  void killsAWorkerWithAProgramThatCannotBeStopped() {
    long worker = worker();

    long start = System.nanoTime();
    Outcome outcome = fixture.run(EngineFixture.UNSTOPPABLE, TestHost.echo(), SHORT);
    Duration took = Duration.ofNanos(System.nanoTime() - start);

    assertThat(outcome.status()).isEqualTo(Status.TIMEOUT);
    assertThat(outcome.message()).contains("500 ms");
    // Far above the promise of 50 ms, so that a busy machine does not fail the build.
    assertThat(took).isBetween(Duration.ofMillis(495), Duration.ofSeconds(10));
    assertThat(fixture.run("1 + 1").value()).hasToString("2");
    await().until(() -> !isAlive(worker));
    await().untilAsserted(() -> assertThat(fixture.engine.load().zombies()).isZero());
    assertThat(fixture.run("1 + 1").value()).hasToString("2");
  }

  @Test
  void letsOthersEndBeforeTheirWorkerIsKilled() throws InterruptedException {
    long worker = worker();
    CountDownLatch called = new CountDownLatch(1);
    CompletableFuture<ToolResult> answer = new CompletableFuture<>();
    CompletableFuture<Outcome> innocent =
        fixture.start("return await demo.echo({})", hanging(called, answer), LONG);
    called.await();

    Outcome guilty = fixture.run(EngineFixture.UNSTOPPABLE, TestHost.echo(), SHORT);
    await().until(() -> fixture.engine.load().zombies() > 0);
    answer.complete(ToolResult.text("late"));

    assertThat(guilty.status()).isEqualTo(Status.TIMEOUT);
    assertThat(Patience.join(innocent).value()).hasToString("\"late\"");
    await().until(() -> !isAlive(worker));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void answersAtTheDeadlineThoughTheWorkerIsFrozen() throws IOException, InterruptedException {
    long worker = worker();
    assertThat(Frozen.process(worker)).isTrue();

    long start = System.nanoTime();
    Outcome outcome = fixture.run("1", TestHost.echo(), SHORT);

    assertThat(outcome.status()).isEqualTo(Status.TIMEOUT);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    await().until(() -> !isAlive(worker));
    assertThat(worker()).isNotEqualTo(worker);
  }

  @Test
  void cancelsTheCallsOfACancelledProgram() throws InterruptedException {
    CountDownLatch called = new CountDownLatch(1);
    CompletableFuture<ToolResult> answer = new CompletableFuture<>();
    CompletableFuture<Outcome> outcome =
        fixture.start("await demo.echo({})", hanging(called, answer), LONG);
    called.await();

    outcome.cancel(true);

    await().until(answer::isCancelled);
    await().until(() -> fixture.engine.load().running() == 0);
  }

  @Test
  void cancelsACallThatTheProgramDidNotWaitFor() {
    CompletableFuture<ToolResult> answer = new CompletableFuture<>();

    Outcome outcome =
        fixture.run("demo.echo({}); return 3", hanging(new CountDownLatch(1), answer));

    assertThat(outcome.value()).hasToString("3");
    await().until(answer::isCancelled);
  }

  @Test
  void carriesLargeAndForeignText() {
    String text = "é😀\u0000\u2028\"\\".repeat(400_000);
    RawJson large = RawJson.of(JsonNodeFactory.instance.textNode(text));
    TestHost host =
        new TestHost(
            (tool, arguments) ->
                CompletableFuture.completedFuture(
                    tool.equals("demo.echo")
                        ? ToolResult.text(arguments.toString())
                        : ToolResult.text(text)));

    Outcome measured = fixture.run("const a = await demo.other_tool({}); return a.length", host);
    Outcome returned = fixture.run("return await demo.other_tool({})", host);
    Outcome sent =
        fixture.run(
            "const a = {s: 'é😀'.repeat(9e5)}; return (await demo.echo(a)).s === a.s", host);

    assertThat(large.length()).isGreaterThan(5_000_000);
    assertThat(measured.value()).hasToString(Integer.toString(text.length()));
    assertThat(returned.value()).isEqualTo(large);
    assertThat(sent.value()).hasToString("true");
  }

  @Test
  void carriesAnAnswerOfTenMegabytes() {
    String text = "x".repeat(10 << 20);
    TestHost host =
        new TestHost((tool, arguments) -> CompletableFuture.completedFuture(ToolResult.text(text)));

    assertThat(fixture.run("const a = await demo.echo({}); return a.length", host).value())
        .hasToString(Integer.toString(10 << 20));
  }

  @Test
  void refusesAnAnswerThatWouldFillTheWorker() {
    String text = "x".repeat(30 << 20);
    TestHost host =
        new TestHost((tool, arguments) -> CompletableFuture.completedFuture(ToolResult.text(text)));

    Outcome outcome = fixture.run("await demo.echo({})", host);

    assertThat(outcome.status()).isEqualTo(Status.ERROR);
    assertThat(outcome.message()).contains("too large for a worker").contains("worker_heap_bytes");
  }

  @Test
  void runsNestedProgramsWhileAllPlacesAreTaken() {
    TestHost nesting =
        new TestHost(
            (tool, arguments) ->
                fixture
                    .engine
                    .run(
                        new Program("return 7", "javascript", Optional.empty(), true, false),
                        LONG,
                        TestHost.echo())
                    .thenApply(outcome -> ToolResult.text(outcome.value().toString())));
    List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();

    for (int i = 0; i < 6; i++) {
      outcomes.add(fixture.start("return await demo.echo({})", nesting, LONG));
    }

    assertThat(outcomes)
        .allSatisfy(outcome -> assertThat(Patience.join(outcome).value()).hasToString("7"));
  }

  @Test
  void leavesNothingBehindAfterManyPrograms() {
    long worker = worker();
    int threads = threads().size();

    for (int i = 0; i < 100; i++) {
      assertThat(fixture.run("return await demo.echo({n: " + i + "})").value())
          .isEqualTo(RawJson.parse("{\"n\":" + i + "}"));
    }

    assertThat(pids()).containsExactly(worker);
    await()
        .untilAsserted(
            () -> {
              assertThat(threads()).hasSizeLessThanOrEqualTo(threads);
              assertThat(fixture.engine.load().running()).isZero();
              assertThat(commandLine(worker).flatMap(WorkerEngineTest::scratch)).isNotPresent();
            });
  }

  private static Optional<String> commandLine(long pid) {
    return ProcessHandle.of(pid).flatMap(process -> process.info().commandLine());
  }

  private static Optional<Path> scratch(String commandLine) {
    return List.of(commandLine.split(" ", -1)).stream()
        .filter(word -> word.startsWith("-Djava.io.tmpdir="))
        .map(word -> Path.of(word.substring("-Djava.io.tmpdir=".length())))
        .filter(Files::exists)
        .findFirst();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void keepsTheEnvironmentOfTheHostFromWorkers() throws IOException {
    String environment =
        Files.readString(Path.of("/proc/" + worker() + "/environ"), StandardCharsets.ISO_8859_1);

    assertThat(System.getenv()).containsKey("PATH");
    assertThat(List.of(environment.split("\0", -1))).noneMatch(entry -> entry.startsWith("PATH="));
  }

  @Test
  void runsManyProgramsOverTwoWorkers() {
    try (EngineFixture two = new EngineFixture(config().workers(2).maxConcurrentPrograms(8))) {
      two.run("1");
      await().until(() -> ((WorkerEngine) two.engine).pids().size() == 2);
      List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();

      for (int i = 0; i < 32; i++) {
        outcomes.add(
            two.start(
                "let sum = 0; for (const n of [1, 2, 3]) sum += (await demo.echo({n})).n;"
                    + " return sum * 100 + "
                    + i,
                TestHost.echo(),
                LONG));
      }

      for (int i = 0; i < 32; i++) {
        assertThat(Patience.join(outcomes.get(i)).value()).hasToString(Integer.toString(600 + i));
      }
    }
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void leavesNoWorkerWhenTheGatewayIsKilled() throws IOException, InterruptedException {
    Process gateway =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"))
                    .replace(File.pathSeparator + File.pathSeparator, File.pathSeparator),
                KilledGateway.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    long worker;
    try (var out = gateway.inputReader(StandardCharsets.UTF_8)) {
      worker = Long.parseLong(out.readLine());
      assertThat(isAlive(worker)).isTrue();

      gateway.destroyForcibly().waitFor();
    }

    await().until(() -> !isAlive(worker));
  }

  /** A gateway whose worker is busy with what cannot be stopped. */
  static final class KilledGateway {
    private KilledGateway() {}

    public static void main(String[] args) throws InterruptedException {
      EngineFixture fixture = new EngineFixture(config());
      fixture.run("1");
      fixture.start(
          EngineFixture.UNSTOPPABLE, TestHost.echo(), EngineFixture.onlyTime(LONG.timeout()));
      System.out.println(((WorkerEngine) fixture.engine).pids().get(0));
      new CountDownLatch(1).await();
    }
  }
}
