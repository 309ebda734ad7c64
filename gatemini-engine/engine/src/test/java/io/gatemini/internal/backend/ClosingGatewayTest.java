package io.gatemini.internal.backend;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendStatus;
import io.gatemini.Exposure;
import io.gatemini.Gateway;
import io.gatemini.GatewayClosedException;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.Transport;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.PluginContext;
import io.gatemini.testing.TestBackend;
import io.gatemini.testing.TestTransport;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A gateway that closes hears its open calls out, for a while. */
class ClosingGatewayTest {
  private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

  private final TestTransport provider = TestTransport.manual("scripted");

  @Test
  void waitsForOpenCallsAndRefusesNewOnes() throws Exception {
    Gateway gateway = gateway(Duration.ofSeconds(20));
    TestBackend backend = provider.next();
    backend.started.complete(null);
    gateway.awaitReady(Duration.ofSeconds(60));
    CompletableFuture<ToolResult> last = call(gateway);
    TestBackend.Call open = backend.calls.take();

    CompletableFuture<Void> closed =
        CompletableFuture.runAsync(gateway::close, task -> new Thread(task).start());

    await().until(() -> isRefused(gateway, backend));
    assertThat(backend.stopped).isNotDone();
    open.answer().complete(ToolResult.text("just in time"));
    closed.get(60, TimeUnit.SECONDS);
    assertThat(last.get().text()).isEqualTo("just in time");
    assertThat(backend.stopped).isDone();
  }

  @Test
  void givesUpWhatTakesTooLong() throws Exception {
    Gateway gateway = gateway(Duration.ofMillis(100));
    TestBackend backend = provider.next();
    backend.started.complete(null);
    gateway.awaitReady(Duration.ofSeconds(60));
    CompletableFuture<ToolResult> last = call(gateway);
    TestBackend.Call open = backend.calls.take();

    gateway.close();

    assertThatThrownBy(() -> last.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(GatewayClosedException.class)
        .hasMessageContaining("closed before the call ended");
    assertThat(open.answer()).isCompletedExceptionally();
    assertThat(backend.stopped).isDone();
  }

  @Test
  void answersCallersWhoWouldWaitForEver() throws Exception {
    Gateway gateway = gateway(Duration.ofMillis(100));
    CompletableFuture<ToolResult> early = callForEver(gateway);
    TestBackend backend = provider.next();
    backend.started.complete(null);
    assertThat(gateway.awaitReady(FOR_EVER)).isTrue();
    CompletableFuture<ToolResult> late = callForEver(gateway);
    backend.calls.take().answer().complete(ToolResult.text("fine"));
    backend.calls.take().answer().complete(ToolResult.text("fine"));

    gateway.close();

    assertThat(early.get(60, TimeUnit.SECONDS).text()).isEqualTo("fine");
    assertThat(late.get(60, TimeUnit.SECONDS).text()).isEqualTo("fine");
  }

  private static CompletableFuture<ToolResult> callForEver(Gateway gateway) {
    return gateway.callAsync(ToolCall.of("it.work", RawJson.emptyObject()).withTimeout(FOR_EVER));
  }

  @Test
  void givesUpABackendThatIsStartingAndTheCallThatWaitsForIt() throws Exception {
    Gateway gateway = gateway(Duration.ofMillis(100));
    TestBackend backend = provider.next();
    CompletableFuture<ToolResult> waiting = call(gateway);

    gateway.close();

    assertThat(waiting).isCompletedExceptionally();
    assertThat(backend.stopped).isDone();
  }

  @Test
  void takesNoBackendAfterItHasStoppedThem() throws Exception {
    // The host's threads outlive the gateway: what was started now would, too.
    ExecutorService threads = Executors.newCachedThreadPool();
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Gateway gateway =
        Gateway.builder()
            .plugin(provider)
            .executor(threads)
            .registrationPolicy(
                (name, config, session) -> {
                  asked.countDown();
                  assertThatCode(goOn::await).doesNotThrowAnyException();
                  return Optional.empty();
                })
            .build();
    CompletableFuture<BackendStatus> late =
        gateway.registerAsync("late", BackendConfig.of("scripted"), Session.of("ann"));
    asked.await();

    gateway.close();
    goOn.countDown();

    assertThatThrownBy(() -> late.get(60, TimeUnit.SECONDS)).hasMessageContaining("closing");
    assertThat(provider.created).isEmpty();
    threads.shutdownNow();
  }

  @Test
  void waitsForItsBackendsAlsoWhereTheThreadIsInterrupted() throws Exception {
    Gateway gateway = gateway(Duration.ofMillis(100));
    TestBackend backend = provider.next();
    CompletableFuture<Void> stops = new CompletableFuture<>();
    provider.backends().stop(() -> stops);
    backend.started.complete(null);
    gateway.awaitReady(Duration.ofSeconds(60));
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Thread closing =
        new Thread(
            () -> {
              gateway.close();
              interrupted.complete(Thread.currentThread().isInterrupted());
            });
    closing.start();
    backend.stopped.get(60, TimeUnit.SECONDS);

    closing.interrupt();

    await().during(Duration.ofMillis(200)).until(closing::isAlive);
    stops.complete(null);
    assertThat(interrupted.get(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void stopsItsBackendsAlsoWhereADoorDoesNotClose() throws Exception {
    Gateway gateway = gateway(Duration.ofMillis(100));
    TestBackend backend = provider.next();
    backend.started.complete(null);
    gateway.awaitReady(Duration.ofSeconds(60));
    gateway.expose(new JammedDoor());

    gateway.close();

    assertThat(backend.stopped).isDone();
  }

  @Test
  void closesADoorThatOpenedWhileTheGatewayClosed() {
    Gateway gateway = gateway(Duration.ofMillis(100));
    LateDoor late = new LateDoor(gateway);

    assertThrown(GatewayClosedException.class, () -> gateway.expose(late));

    assertThat(late.closed()).isCompleted();
  }

  @Test
  void refusesInTheFutureWhatALazyGatewayIsAskedAfterItsEnd() {
    Gateway gateway =
        Gateway.builder()
            .plugin(provider)
            .lazyStart(true)
            .backend("it", BackendConfig.of("scripted"))
            .build();
    gateway.close();

    assertThat(call(gateway)).isCompletedExceptionally();
    assertThat(provider.created).isEmpty();
  }

  /**
   * Requests that the gateway still accepts are answered, so that it waits for the open call only.
   */
  private static boolean isRefused(Gateway gateway, TestBackend backend) {
    CompletableFuture<ToolResult> more = call(gateway);
    TestBackend.Call early = backend.calls.poll();
    if (early != null) {
      early.answer().complete(ToolResult.text("early"));
    }
    return more.isCompletedExceptionally();
  }

  private Gateway gateway(Duration drainTimeout) {
    return Gateway.builder()
        .plugin(provider)
        .health(health -> health.drainTimeout(drainTimeout))
        .backend("it", BackendConfig.of("scripted"))
        .build();
  }

  private static CompletableFuture<ToolResult> call(Gateway gateway) {
    return gateway.callAsync(
        ToolCall.of("it.work", RawJson.emptyObject()).withTimeout(Duration.ofSeconds(30)));
  }

  /** The gateway is closed before the door is there. */
  private record LateDoor(Gateway gateway, CompletableFuture<Void> closed)
      implements Transport, Exposure {
    LateDoor(Gateway gateway) {
      this(gateway, new CompletableFuture<>());
    }

    @Override
    public String name() {
      return "late";
    }

    @Override
    public Exposure open(Surface surface, PluginContext context) {
      gateway.close();
      return this;
    }

    @Override
    public void close() {
      closed.complete(null);
    }
  }

  private static final class JammedDoor implements Transport, Exposure {
    @Override
    public String name() {
      return "jammed";
    }

    @Override
    public Exposure open(Surface surface, PluginContext context) {
      return this;
    }

    @Override
    public CompletionStage<Void> closed() {
      return new CompletableFuture<>();
    }

    @Override
    public void close() {
      throw new IllegalStateException("jammed");
    }
  }
}
