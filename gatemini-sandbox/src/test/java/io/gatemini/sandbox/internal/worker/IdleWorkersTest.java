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
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The ends of idle workers. */
class IdleWorkersTest {
  private static final Duration IDLE = Duration.ofHours(2);

  private final SandboxConfig config =
      SandboxConfig.defaults().isolation(Isolation.PROCESS).workerIdleTimeout(IDLE);
  private final AtomicInteger launched = new AtomicInteger();

  private EngineFixture fixture() {
    JavaWorkers workers =
        JavaWorkers.of(new V8Factory(), config, JsonNodeFactory.instance.objectNode());
    return new EngineFixture(
        config,
        scratch -> {
          launched.incrementAndGet();
          return workers.launch(scratch);
        });
  }

  private static List<Long> pids(EngineFixture fixture) {
    return ((WorkerEngine) fixture.engine).pids();
  }

  @Test
  void endAfterTheirIdleTimeAndStartAgainWithTheNextProgram() {
    try (EngineFixture fixture = fixture()) {
      assertThat(fixture.run("1 + 1").value()).hasToString("2");

      fixture.pass(IDLE);

      await().until(() -> pids(fixture).isEmpty());
      assertThat(launched).hasValue(1);
      assertThat(fixture.run("1 + 1").value()).hasToString("2");
      assertThat(launched).hasValue(2);
    }
  }

  @Test
  void restWhereATimerOfTheLastProgramComesAfterTheirEnd() {
    try (EngineFixture fixture = fixture()) {
      fixture.run("1");
      fixture.pass(IDLE);

      await().until(() -> fixture.isQuietFor(Duration.ofSeconds(1)));
      await().until(() -> pids(fixture).isEmpty());
      assertThat(launched).hasValue(1);
    }
  }

  @Test
  void endAlsoWhereOneWasMadeReadyAndNoProgramCame() {
    try (EngineFixture fixture = fixture()) {
      fixture.engine.warm();

      await()
          .until(
              () -> {
                fixture.pass(IDLE);
                return launched.get() == 1 && pids(fixture).isEmpty();
              });
    }
  }

  @Test
  void stayWhileAProgramWaitsForAnAnswer() throws InterruptedException {
    CompletableFuture<ToolResult> answer = new CompletableFuture<>();
    CountDownLatch called = new CountDownLatch(1);
    TestHost host =
        new TestHost(
            (tool, arguments) -> {
              called.countDown();
              return answer;
            });
    try (EngineFixture fixture = fixture()) {
      fixture.run("1");
      CompletableFuture<Outcome> outcome =
          fixture.start(
              "await demo.echo({}); return 1",
              host,
              EngineFixture.limits(Duration.ofSeconds(40), 50, 4));
      called.await();

      fixture.pass(IDLE);
      answer.complete(ToolResult.text("x"));

      assertThat(outcome.join().status()).isEqualTo(Status.OK);
      assertThat(launched).hasValue(1);
    }
  }
}
