package io.gatemini.examples.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.Session;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.SandboxConfig.Isolation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random programs in both isolations, with short timeouts, some given up half-way. */
@Tag("long")
class ProgramFuzzTest {
  /** One place less than there are by default: the programs of others must find theirs. */
  private static final int MOST_OPEN = 6;

  private static final int WARM_UP_STEPS = 150;

  /** Far beyond a timeout, on a machine that stands still for a while. */
  private static final long PATIENCE_SECONDS = 30;

  /** Pools of threads and warm workers; what the engine keeps of programs is bounded. */
  private static final ProcessFootprint.Tolerance TOLERANCE =
      new ProcessFootprint.Tolerance(16, 24, 2, 40_000_000);

  /** A program on its way. */
  private record Running(
      String name, long since, long millis, CompletableFuture<ChainResult> end) {}

  private final Findings findings = new Findings();
  private final Deque<Running> open = new ArrayDeque<>();
  private volatile String where = "the start";
  private long worstLateMillis;

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AS_NEEDED")
  @Timeout(value = 25, unit = TimeUnit.MINUTES)
  void answersEveryProgramAndKeepsNothing(Isolation isolation) throws Exception {
    FuzzRun run = FuzzRun.configured().share(Isolation.values().length - 1);
    System.out.println("programs, " + isolation + ": " + run);
    SoftAssertions must = new SoftAssertions();
    ErrorWatch errors = new ErrorWatch(findings, () -> where);
    try (Gateway gateway = gateway(isolation)) {
      gateway.awaitReady(Duration.ofSeconds(60));
      assertThat(gateway.run("const x = 1; return x + 1").text()).isEqualTo("2");
      // Workers and engines have the size that the load needs.
      FuzzRun warm = new FuzzRun(run.seed() + 1, Duration.ofSeconds(20), 0, WARM_UP_STEPS);
      fuzz(gateway, warm, isolation);
      settle(gateway);
      ProcessFootprint before = ProcessFootprint.of(ProcessHandle.current());
      fuzz(gateway, run, isolation);
      settle(gateway);
      ProcessFootprint after = ProcessFootprint.of(ProcessHandle.current());
      System.out.println("  before: " + before + "\n  after:  " + after);
      System.out.println(
          "  "
              + gateway.stats().programs()
              + "; worst answer after a deadline "
              + worstLateMillis
              + " ms");
      after.mustBeLike(before, TOLERANCE, must);
      must.assertThat(findings.list()).as("%s, %s: found", run, isolation).isEmpty();
    } finally {
      errors.close();
    }
    must.assertAll();
  }

  private static Gateway gateway(Isolation isolation) {
    return Gateway.builder()
        .sandbox(sandbox -> sandbox.isolation(isolation))
        .backend(
            "good",
            BackendConfig.inProcess()
                .tool("echo", "Answers with the text.", "{}", args -> args.path("text").asText())
                .tool(
                    "size",
                    "The length of a text.",
                    "{}",
                    args -> args.path("text").asText().length())
                .tool("json", "Answers with the arguments.", "{}", args -> args)
                .tool(
                    "fail",
                    "Fails.",
                    "{}",
                    args -> {
                      throw new IllegalStateException("it is broken");
                    })
                .tool("sleep", "Answers late.", "{}", args -> late(args.path("ms").asLong())))
        .build();
  }

  private static String late(long millis) throws InterruptedException {
    return new CountDownLatch(1).await(Math.min(2_000, millis), TimeUnit.MILLISECONDS) + "";
  }

  private void fuzz(Gateway gateway, FuzzRun run, Isolation isolation) throws Exception {
    long end = System.nanoTime() + run.length().toNanos();
    int step = run.first();
    SteadyWatch.Fuzzed fuzzed = fuzzed(gateway);
    try (SteadyWatch calls =
        new SteadyWatch(fuzzed, findings, "call", SteadyWatch.PING_MILLIS, () -> call(gateway))) {
      for (; step <= run.last() && System.nanoTime() < end; step++) {
        start(gateway, step, run.at(step), isolation);
        while (open.size() >= MOST_OPEN) {
          awaitFirst();
        }
      }
      while (!open.isEmpty()) {
        awaitFirst();
      }
      System.out.println("  " + (step - run.first()) + " programs; " + calls.end());
    }
  }

  private SteadyWatch.Fuzzed fuzzed(Gateway gateway) {
    return new SteadyWatch.Fuzzed() {
      @Override
      public String where() {
        return where;
      }

      @Override
      public void giveUp() {
        gateway.close();
      }
    };
  }

  /** Whoever runs no program is served meanwhile. */
  private static long call(Gateway gateway) {
    long from = System.nanoTime();
    assertThat(gateway.call("good.echo", Map.of("text", "plain")).text()).isEqualTo("plain");
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - from);
  }

  private void start(Gateway gateway, int step, Chance chance, Isolation isolation) {
    String program =
        isolation == Isolation.PROCESS
            ? ProgramGrammar.burning(chance)
            : ProgramGrammar.program(chance);
    where = "step " + step + ": " + Findings.shown(program);
    long millis = chance.between(200, 300);
    ChainRequest request =
        ChainRequest.of(program.isBlank() ? "1" : program)
            .withTimeout(Duration.ofMillis(millis))
            .withSession(Session.of("fuzz-" + chance.below(4)));
    CompletableFuture<ChainResult> end = gateway.runAsync(request);
    open.add(new Running(where, System.nanoTime(), millis, end));
    if (chance.oneIn(4)) {
      CompletableFuture.delayedExecutor(chance.below(200), TimeUnit.MILLISECONDS)
          .execute(() -> end.cancel(true));
    }
  }

  private void awaitFirst() throws InterruptedException {
    Running first = open.remove();
    boolean waited = !first.end.isDone();
    try {
      ChainResult result = first.end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (result.isError()
          && (FuzzedServer.ERROR.matcher(result.text()).find()
              || result.text().contains("java.lang.")
              || result.text().contains("org.graalvm"))) {
        findings.add("innards", Findings.shown(result.text()) + " at " + first.name);
      }
    } catch (TimeoutException e) {
      findings.add("not answered", first.name);
    } catch (CancellationException e) {
      // As it was told.
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof GatewayException)) {
        findings.add("fails with", e.getCause() + " at " + first.name);
      }
    }
    if (waited) {
      long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - first.since);
      worstLateMillis = Math.max(worstLateMillis, took - first.millis);
    }
  }

  /** Until nothing runs that was started, and a program of another session is served. */
  private void settle(Gateway gateway) {
    Awaitility.await()
        .ignoreExceptionsInstanceOf(GatewayException.class)
        .untilAsserted(
            () -> {
              assertThat(gateway.run("const x = 1; return x + 1").text()).isEqualTo("2");
              assertThat(gateway.stats().programs().running()).isZero();
              assertThat(gateway.stats().programs().waiting()).isZero();
            });
  }
}
