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
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.testing.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Workers of several clients: whose programs end with whose. */
@EnabledOnOs(OS.LINUX)
@SuppressWarnings("NullAway.Init")
class WorkerClientsTest {
  private static final String CALL = "return (await demo.echo({})).length";
  private static final Limits LIMITS = EngineFixture.limits(Duration.ofMinutes(5), 50, 4);
  private static final SandboxConfig CONFIG =
      SandboxConfig.defaults().isolation(Isolation.PROCESS).workerHeapBytes(64 << 20);

  private final CompletableFuture<ToolResult> answer = new CompletableFuture<>();

  /** The library and the snapshot of V8, made once. */
  @TempDir private static Path kept;

  private EngineFixture fixture;

  @BeforeEach
  void open() {
    fixture =
        new EngineFixture(
            CONFIG,
            JavaWorkers.of(new V8Factory(), CONFIG, JsonNodeFactory.instance.objectNode(), kept));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private List<Long> pids() {
    return ((WorkerEngine) fixture.engine).pids();
  }

  private Outcome run(String client, String code) {
    return fixture.run(code, new Client(client, new CountDownLatch(0), answer), LIMITS);
  }

  /** Starts a program that has made a call, which waits for {@link #answer}. */
  private CompletableFuture<Outcome> calling(String client) throws InterruptedException {
    CountDownLatch called = new CountDownLatch(1);
    CompletableFuture<Outcome> outcome =
        fixture.start(CALL, new Client(client, called, answer), LIMITS);
    called.await();
    return outcome;
  }

  private static final class Client extends TestHost {
    private final String name;
    private final CountDownLatch heard;

    Client(String name, CountDownLatch heard, CompletableFuture<ToolResult> answer) {
      super(
          (tool, arguments) -> {
            heard.countDown();
            return answer.copy();
          });
      this.name = name;
      this.heard = heard;
    }

    @Override
    public void log(String line) {
      heard.countDown();
    }

    @Override
    public String client() {
      return name;
    }
  }

  /** Starts a program that has begun to run, and makes no call. */
  private CompletableFuture<Outcome> waiting(String client) throws InterruptedException {
    CountDownLatch logged = new CountDownLatch(1);
    CompletableFuture<Outcome> outcome =
        fixture.start(
            "console.log('on'); await sleep(9000)", new Client(client, logged, answer), LIMITS);
    logged.await();
    return outcome;
  }

  /** Kills the oldest worker; later ones may still be starting, for the next client. */
  private void killOldest(Long... spared) {
    long pid =
        pids().stream().filter(it -> !List.of(spared).contains(it)).findFirst().orElseThrow();
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
  }

  @Test
  void endsNoProgramOfAnotherClientWithAWorker() throws InterruptedException {
    CompletableFuture<Outcome> ann = calling("ann");
    Long anns = pids().get(0);

    for (int i = 0; i < 3; i++) {
      CompletableFuture<Outcome> bob = waiting("bob");
      killOldest(anns);
      assertThat(Patience.join(bob).message()).contains("is gone");
    }
    answer.complete(ToolResult.text("four"));

    assertThat(Patience.join(ann).value()).hasToString("4");
  }

  @Test
  void startsProgramsOverThatMadeNoCallBeforeTheirWorkerEnded() throws InterruptedException {
    String code = "console.log('once'); await sleep(1500); return 7";
    CountDownLatch logged = new CountDownLatch(2);
    List<CompletableFuture<Outcome>> both = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      both.add(fixture.start(code, new Client("ann", logged, answer), LIMITS));
    }
    logged.await();

    killOldest();

    for (CompletableFuture<Outcome> one : both) {
      assertThat(Patience.join(one).value()).as(one.join().message()).hasToString("7");
      assertThat(one.join().logs()).containsExactly("once");
    }
  }

  @Test
  void startsNoProgramOverThatHadItsWorkerForItself() throws InterruptedException {
    CompletableFuture<Outcome> alone = waiting("ann");

    killOldest();

    assertThat(Patience.join(alone).message()).contains("is gone");
  }

  @Test
  void startsNoProgramOverThatMadeACall() throws InterruptedException {
    CompletableFuture<Outcome> called = calling("ann");
    waiting("ann");

    killOldest();

    assertThat(Patience.join(called).message()).contains("not run again");
  }

  @Test
  void lendsTheSameWorkersToAnyNumberOfClients() throws InterruptedException {
    List<CompletableFuture<Outcome>> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      all.add(calling("client " + i));
    }

    assertThat(pids()).hasSizeBetween(2, WorkerChoice.MOST + 1);
    answer.complete(ToolResult.text("four"));
    assertThat(all).allSatisfy(one -> assertThat(Patience.join(one).value()).hasToString("4"));
  }

  @Test
  void leavesTheWorkerOfACancelledProgramToTheNextOne() throws InterruptedException {
    run("ann", "1");
    Long worker = pids().get(0);

    for (int i = 0; i < 20; i++) {
      calling("ann").cancel(true);

      assertThat(run("ann", "1").value()).hasToString("1");
      assertThat(pids()).containsExactly(worker);
    }
  }

  @Test
  void endsAWorkerWhoseClientHasLeft() throws InterruptedException {
    CompletableFuture<Outcome> bob = calling("bob");
    assertThat(run("ann", "1").value()).hasToString("1");
    assertThat(pids()).hasSize(2);

    fixture.pass(Duration.ofMinutes(1));

    await().until(() -> pids().size() == 1);
    answer.complete(ToolResult.text("four"));
    assertThat(Patience.join(bob).value()).hasToString("4");
  }
}
