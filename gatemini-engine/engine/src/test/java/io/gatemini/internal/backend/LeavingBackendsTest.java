package io.gatemini.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendStatus;
import io.gatemini.CallTimeoutException;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.RawJson;
import io.gatemini.RegistrationException;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.Backend;
import io.gatemini.testing.Patience;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestScript;
import io.gatemini.testing.TestTransport;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The end of a leaving backend is awaited, and delays no other backend. */
class LeavingBackendsTest {
  /** How long something has to last to count as waiting. */
  private static final Duration WHILE = Duration.ofMillis(300);

  private final TestTransport provider = new TestTransport("leaving");
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final CompletableFuture<Void> gone = new CompletableFuture<>();

  @BeforeEach
  void neverAnswer() {
    provider.backends().answer(call -> new CompletableFuture<>());
  }

  @AfterEach
  void letGo() {
    goOn.countDown();
    gone.complete(null);
  }

  @Test
  void waitsAtTheEndForABackendThatWasRemovedBefore() throws Exception {
    Gateway gateway = gateway().build();
    TestScript it = provider.backend("it");
    it.stop(() -> gone);
    gateway.register("it", config());
    CompletableFuture<Void> removed = gateway.deregisterAsync("it");
    assertThat(gateway.backends()).isEmpty();
    assertThat(removed).isNotDone();

    Thread closing = closing(gateway);

    await().during(WHILE).until(closing::isAlive);
    gone.complete(null);
    await().until(() -> !closing.isAlive());
    assertThat(stops("it")).isEqualTo(1);
  }

  @Test
  void waitsAtTheEndForABackendThatCouldNotBeRegistered() throws Exception {
    Gateway gateway = gateway().build();
    TestScript it = provider.backend("it");
    it.start(() -> CompletableFuture.failedFuture(new IllegalStateException("broken")));
    it.stop(() -> gone);
    CompletableFuture<BackendStatus> registered = gateway.registerAsync("it", config());
    await().until(() -> gateway.backends().isEmpty());

    Thread closing = closing(gateway);

    await().during(WHILE).until(closing::isAlive);
    assertThat(registered).isNotDone();
    gone.complete(null);
    await().until(() -> !closing.isAlive());
    assertThatThrownBy(() -> registered.get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(RegistrationException.class);
  }

  @Test
  void stopsTheOthersWhileOneBlocksInItsStop() {
    provider.backend("a").stop(this::block);
    provider.backend("b").stop(this::block);
    Gateway gateway = TestGateway.ready(gateway().backend("a", config()).backend("b", config()));

    Thread closing = closing(gateway);

    await().until(() -> stops("a") + stops("b") == 2);
    goOn.countDown();
    await().until(() -> !closing.isAlive());
  }

  /** A process that hangs is aborted by who sees the missing pings: the keeper of all deadlines. */
  @Test
  void keepsTheDeadlinesAndPingsOfAllWhileOneBlocksInItsAbort() {
    TestScript hung = provider.backend("hung");
    hung.pid(1);
    hung.stop(this::block);
    hung.ping(CompletableFuture::new);
    try (Gateway gateway =
        gateway()
            .health(
                health ->
                    health
                        .interval(Duration.ofMillis(50))
                        .timeout(Duration.ofMillis(50))
                        .failureThreshold(1))
            .backend("hung", config())
            .backend("other", config())
            .build()) {
      await().until(() -> stops("hung") > 0);
      AtomicInteger pings = provider.last("other").pings;
      int before = pings.get();

      CompletableFuture<ToolResult> late = call(gateway, Duration.ofMillis(50));

      assertThatThrownBy(() -> late.get(60, TimeUnit.SECONDS))
          .hasCauseInstanceOf(CallTimeoutException.class);
      await().until(() -> pings.get() > before + 1);
      goOn.countDown();
    }
  }

  @Test
  void keepsTheDeadlinesOfAllWhileOneBlocksInTheStopAfterALateStart() {
    TestScript slow = provider.backend("slow");
    slow.start(CompletableFuture::new);
    slow.stop(this::block);
    try (Gateway gateway =
        gateway()
            .backend("slow", config().startTimeout(Duration.ofMillis(50)))
            .backend("other", config())
            .build()) {
      await().until(() -> stops("slow") > 0);

      CompletableFuture<ToolResult> late = call(gateway, Duration.ofMillis(50));

      assertThatThrownBy(() -> late.get(60, TimeUnit.SECONDS))
          .hasCauseInstanceOf(CallTimeoutException.class);
      goOn.countDown();
    }
  }

  /** The tools of a host may hold all threads that it lent. */
  @Test
  void stopsAlsoWhereTheThreadsOfTheHostAreTaken() throws Exception {
    ExecutorService one = Executors.newFixedThreadPool(1);
    Gateway gateway = TestGateway.ready(gateway().executor(one).backend("it", config()));

    one.execute(this::block);

    Thread closing = closing(gateway);

    await().until(() -> stops("it") == 1);
    await().until(() -> !closing.isAlive());
    goOn.countDown();
    one.shutdownNow();
  }

  /** Between the end of a life and the start of its stop there is a moment: its log is written. */
  @Test
  void waitsForAStartThatWasGivenUpJustNow() throws Exception {
    TestScript slow = provider.backend("slow");
    slow.start(CompletableFuture::new);
    slow.stop(() -> gone);
    CountDownLatch down = new CountDownLatch(1);
    Handler holder = holdingAt("is down", down);
    Logger log = Logger.getLogger(ManagedBackend.class.getName());
    log.addHandler(holder);
    try {
      Gateway gateway =
          gateway().backend("slow", config().startTimeout(Duration.ofMillis(50))).build();
      assertThat(down.await(60, TimeUnit.SECONDS)).isTrue();

      Thread closing = closing(gateway);

      await().during(WHILE).until(closing::isAlive);
      goOn.countDown();
      gone.complete(null);
      await().until(() -> !closing.isAlive());
    } finally {
      log.removeHandler(holder);
    }
  }

  @Test
  void stopsWhatWasStoppedBeforeItHadStarted() throws Exception {
    TestScript it = provider.backend("it");
    CountDownLatch starting = new CountDownLatch(1);
    AtomicBoolean alive = new AtomicBoolean();
    it.start(
        () -> {
          starting.countDown();
          block();
          alive.set(true);
          return Backend.done();
        });
    it.stop(
        () -> {
          alive.set(false);
          return Backend.done();
        });
    Gateway gateway = gateway().backend("it", config()).build();
    assertThat(starting.await(60, TimeUnit.SECONDS)).isTrue();

    Thread closing = closing(gateway);

    await().until(() -> stops("it") == 1);
    await().during(WHILE).until(closing::isAlive);
    goOn.countDown();
    await().until(() -> !closing.isAlive());
    assertThat(stops("it")).isEqualTo(2);
    assertThat(alive).isFalse();
  }

  private CompletionStage<Void> block() {
    Patience.hold(goOn);
    return Backend.done();
  }

  private Handler holdingAt(String words, CountDownLatch reached) {
    return new Handler() {
      @Override
      public void publish(LogRecord record) {
        if (record.getMessage().contains(words)) {
          reached.countDown();
          block();
        }
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }

  private GatewayBuilder gateway() {
    return Gateway.builder().plugin(provider);
  }

  private int stops(String backend) {
    return provider.all(backend).stream().mapToInt(made -> made.stops.get()).sum();
  }

  private static Thread closing(Gateway gateway) {
    Thread closing = new Thread(gateway::close);
    closing.start();
    return closing;
  }

  private static BackendConfig config() {
    return BackendConfig.of("leaving");
  }

  private static CompletableFuture<ToolResult> call(Gateway gateway, Duration timeout) {
    return gateway.callAsync(ToolCall.of("other.work", RawJson.emptyObject()).withTimeout(timeout));
  }
}
