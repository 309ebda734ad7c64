package io.gatemini.examples.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.Session;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.SandboxConfig.Isolation;
import io.gatemini.testing.TestGateway;
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
  private static final long PATIENCE_SECONDS = 60;

  /**
   * Pools of threads and warm workers, of which each language has four for clients and a spare;
   * what the engine keeps of programs is bounded.
   */
  private static final ProcessFootprint TOLERANCE = new ProcessFootprint(24, 48, 8, 40_000_000);

  /** A program on its way. */
  private record Running(String name, CompletableFuture<ChainResult> end) {}

  private final Findings findings = new Findings();
  private final Deque<Running> open = new ArrayDeque<>();

  @SuppressWarnings("try") // a watch works in the background
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AS_NEEDED")
  @Timeout(value = 25, unit = TimeUnit.MINUTES)
  void answersEveryProgramAndKeepsNothing(Isolation isolation) throws Exception {
    FuzzRun run = FuzzRun.configured().share(Isolation.values().length - 1);
    System.out.println("programs, " + isolation + ": " + run);
    SoftAssertions must = new SoftAssertions();
    try (ErrorWatch errors = new ErrorWatch(findings);
        Gateway gateway = TestGateway.ready(gateway(isolation))) {

      // Workers and engines have the size that the load needs.
      fuzz(
          gateway,
          new FuzzRun(run.seed() + 1, Duration.ofSeconds(20), 0, WARM_UP_STEPS),
          isolation);
      ProcessFootprint before = ProcessFootprint.of(ProcessHandle.current());
      fuzz(gateway, run, isolation);
      before.mustLast(ProcessHandle.current(), TOLERANCE, must);
      System.out.println("  " + gateway.stats().programs());
      must.assertThat(findings.list()).as("%s, %s: found", run, isolation).isEmpty();
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
                .tool("size", "Its length.", "{}", args -> args.path("text").asText().length())
                .tool("json", "Answers with the arguments.", "{}", args -> args)
                .tool("fail", "Fails.", "{}", args -> Integer.parseInt("it is broken"))
                .tool("sleep", "Answers late.", "{}", args -> late(args.path("ms").asLong())))
        .build();
  }

  private static String late(long millis) throws InterruptedException {
    return new CountDownLatch(1).await(Math.min(2_000, millis), TimeUnit.MILLISECONDS) + "";
  }

  /** Ends when nothing runs that was started, and a program of another session is served. */
  @SuppressWarnings("try") // a watch works in the background
  private void fuzz(Gateway gateway, FuzzRun run, Isolation isolation) throws Exception {
    try (SteadyWatch calls =
        new SteadyWatch(
            findings, "call", SteadyWatch.PING_MILLIS, () -> call(gateway), gateway::close)) {
      int steps =
          run.steps(
              () -> true,
              (step, chance) -> {
                start(gateway, step, chance, isolation);
                awaitAtMost(MOST_OPEN - 1);
              });
      awaitAtMost(0);
      System.out.println("  " + steps + " programs");
    }
    Awaitility.await()
        .ignoreExceptionsInstanceOf(GatewayException.class)
        .untilAsserted(
            () -> {
              assertThat(gateway.run("const x = 1; return x + 1").text()).isEqualTo("2");
              assertThat(gateway.stats().programs().running()).isZero();
              assertThat(gateway.stats().programs().waiting()).isZero();
            });
  }

  /** A caller without a program is served in the meantime. */
  private static void call(Gateway gateway) {
    assertThat(gateway.call("good.echo", Map.of("text", "plain")).text()).isEqualTo("plain");
  }

  private void start(Gateway gateway, int step, Chance chance, Isolation isolation) {
    String program =
        isolation == Isolation.PROCESS
            ? ProgramGrammar.burning(chance)
            : ProgramGrammar.program(chance);
    String name = "step " + step + ": " + Findings.shown(program);
    findings.at(name);
    CompletableFuture<ChainResult> end =
        gateway.runAsync(
            ChainRequest.of(program.isBlank() ? "1" : program)
                .withTimeout(Duration.ofMillis(chance.between(200, 300)))
                .withSession(Session.of("fuzz-" + chance.below(4))));
    open.add(new Running(name, end));
    if (chance.oneIn(4)) {
      CompletableFuture.delayedExecutor(chance.below(200), TimeUnit.MILLISECONDS)
          .execute(() -> end.cancel(true));
    }
  }

  private void awaitAtMost(int count) throws InterruptedException {
    while (open.size() > count) {
      Running first = open.remove();
      try {
        ChainResult result = first.end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (result.isError()
            && (FuzzedServer.ERROR.matcher(result.text()).find()
                || result.text().contains("java.lang.")
                || result.text().contains("org.graalvm"))) {
          findings.add("innards", Findings.shown(result.text()) + " of " + first.name);
        }
      } catch (TimeoutException e) {
        findings.add("not answered", first.name);
      } catch (CancellationException e) {
        // As it should.
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof GatewayException)) {
          findings.add("fails with", e.getCause() + " of " + first.name);
        }
      }
    }
  }
}
