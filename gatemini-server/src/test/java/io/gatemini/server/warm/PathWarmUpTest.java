package io.gatemini.server.warm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendChange;
import io.gatemini.Gateway;
import io.gatemini.GatewayListener;
import io.gatemini.GatewayStats;
import io.gatemini.ToolDescriptor;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.SandboxConfig.Isolation;
import io.gatemini.internal.program.code.JavaScript;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptHost;
import io.gatemini.testing.TestGateway;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class PathWarmUpTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private static boolean isWarmingUp() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("gatemini-warm-up"));
  }

  private static long workers() {
    return ProcessHandle.current()
        .descendants()
        .filter(child -> child.info().commandLine().orElse("").contains("WorkerMain"))
        .count();
  }

  @AfterEach
  void leavesNoThread() {
    await().atMost(LONG).until(() -> !isWarmingUp());
  }

  /** Holds each program until it is answered. */
  private static final class HeldPrograms implements ScriptEngine {
    final BlockingQueue<CompletableFuture<Outcome>> asked = new LinkedBlockingQueue<>();

    @Override
    public CompletionStage<Outcome> run(Program program, Limits limits, ScriptHost host) {
      CompletableFuture<Outcome> outcome = new CompletableFuture<>();
      asked.add(outcome);
      return outcome;
    }

    CompletableFuture<Outcome> next() throws InterruptedException {
      CompletableFuture<Outcome> next = asked.poll(60, TimeUnit.SECONDS);
      assertThat(next).isNotNull();
      return next;
    }

    @Override
    public void close() {
      throw new AssertionError("the engine is lent");
    }
  }

  private static ScriptEngine.Outcome ended(ScriptEngine.Status status) {
    return ScriptEngine.Outcome.failed(status, "the engine is closed", List.of());
  }

  @Test
  void endsItsProgramForAClientAndGoesOnAfterIt() throws Exception {
    HeldPrograms engine = new HeldPrograms();
    AtomicLong quiet = new AtomicLong(Long.MAX_VALUE);
    IntSupplier running = PathWarmUp.start(engine, JavaScript.LANGUAGE, quiet::get);
    CompletableFuture<ScriptEngine.Outcome> first = engine.next();
    assertThat(running.getAsInt()).isEqualTo(1);

    quiet.set(0);
    await().atMost(LONG).until(first::isCancelled);
    await().atMost(LONG).until(() -> running.getAsInt() == 0);
    assertThat(engine.asked).isEmpty();

    quiet.set(Long.MAX_VALUE);
    engine.next().complete(ended(ScriptEngine.Status.CANCELLED));
  }

  @Test
  void endsWithTheEngine() throws Exception {
    HeldPrograms engine = new HeldPrograms();
    PathWarmUp.start(engine, JavaScript.LANGUAGE, () -> Long.MAX_VALUE);

    engine.next().complete(ended(ScriptEngine.Status.CANCELLED));

    await().atMost(LONG).until(() -> !isWarmingUp());
    assertThat(engine.asked).isEmpty();
  }

  /** Notes all that a host hears. */
  private static final class Heard implements GatewayListener {
    final ConcurrentLinkedQueue<String> backends = new ConcurrentLinkedQueue<>();

    @Override
    public void backendAdded(String backend) {
      backends.add(backend);
    }

    @Override
    public void backendChanged(BackendChange change) {
      backends.add(change.backend());
    }
  }

  @Test
  void leavesNoTraceInTheGatewayOfTheClients() {
    Heard heard = new Heard();
    try (Gateway gateway =
        TestGateway.ready(
            Gateway.builder()
                .sandbox(sandbox -> sandbox.isolation(Isolation.PROCESS))
                .backend(
                    "own", BackendConfig.inProcess().tool("echo", "Echoes.", "{}", given -> given))
                .listener(heard))) {
      assertThat(workers()).isZero();
      PathWarmUp.BEGUN.set(false);
      TestGateway.ask(gateway, "search_tools", "{\"task_description\":\"echo\"}");
      await().atMost(LONG).until(() -> workers() == 1);
      await().atMost(LONG).until(PathWarmUpTest::isWarmingUp);
      await()
          .atMost(LONG)
          .until(
              () -> {
                assertThat(gateway.stats().programs().running()).isZero();
                return !isWarmingUp();
              });

      GatewayStats stats = gateway.stats();
      assertThat(stats.recent()).isEmpty();
      assertThat(stats.programs()).isEqualTo(new GatewayStats.Programs(0, 0, 0, 0, 0));
      assertThat(gateway.catalog().tools()).extracting(ToolDescriptor::backend).containsOnly("own");
      assertThat(heard.backends).containsOnly("own");
      assertThat(gateway.run("return (await own.echo({a: 1})).a").json()).hasToString("1");
    }
  }
}
