package io.gatemini.internal.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendConfig;
import io.gatemini.BackendStatus;
import io.gatemini.CallTimeoutException;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.RawJson;
import io.gatemini.RegistrationException;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.internal.catalog.Tools;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is left of a backend that leaves is waited for, and holds up nobody else. */
class LeavingBackendsTest {
  /** How long something has to last to count as waiting. */
  private static final Duration WHILE = Duration.ofMillis(300);

  private final Provider provider = new Provider();
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final CompletableFuture<Void> gone = new CompletableFuture<>();

  @AfterEach
  void letGo() {
    goOn.countDown();
    gone.complete(null);
  }

  @Test
  void waitsAtTheEndForABackendThatWasRemovedBefore() throws Exception {
    Gateway gateway = provider.gateway().build();
    Script it = provider.script("it");
    it.stop = () -> gone;
    gateway.register("it", config());
    CompletableFuture<Void> removed = gateway.deregisterAsync("it");
    assertThat(gateway.backends()).isEmpty();
    assertThat(removed).isNotDone();

    Thread closing = closing(gateway);

    await().during(WHILE).until(closing::isAlive);
    gone.complete(null);
    await().until(() -> !closing.isAlive());
    assertThat(it.stops).hasValue(1);
  }

  @Test
  void waitsAtTheEndForABackendThatCouldNotBeRegistered() throws Exception {
    Gateway gateway = provider.gateway().build();
    Script it = provider.script("it");
    it.start = () -> CompletableFuture.failedFuture(new IllegalStateException("broken"));
    it.stop = () -> gone;
    CompletableFuture<BackendStatus> registered = gateway.registerAsync("it", config());
    await().until(() -> gateway.backends().isEmpty());

    Thread closing = closing(gateway);

    await().during(WHILE).until(closing::isAlive);
    assertThat(registered).isNotDone();
    gone.complete(null);
    await().until(() -> !closing.isAlive());
    assertThatThrownBy(() -> registered.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(RegistrationException.class);
  }

  @Test
  void stopsTheOthersWhileOneBlocksInItsStop() {
    provider.script("a").stop = this::block;
    provider.script("b").stop = this::block;
    Gateway gateway = provider.gateway().backend("a", config()).backend("b", config()).build();
    assertThat(gateway.awaitReady(Duration.ofSeconds(20))).isTrue();

    Thread closing = closing(gateway);

    await().until(() -> provider.script("a").stops.get() + provider.script("b").stops.get() == 2);
    goOn.countDown();
    await().until(() -> !closing.isAlive());
  }

  /** A process that hangs is aborted by who sees the missing pings: the keeper of all deadlines. */
  @Test
  void keepsTheDeadlinesAndPingsOfAllWhileOneBlocksInItsAbort() {
    Script hung = provider.script("hung");
    hung.pid = OptionalLong.of(1);
    hung.stop = this::block;
    hung.ping = CompletableFuture::new;
    try (Gateway gateway =
        provider
            .gateway()
            .health(
                health ->
                    health
                        .interval(Duration.ofMillis(50))
                        .timeout(Duration.ofMillis(50))
                        .failureThreshold(1))
            .backend("hung", config())
            .backend("other", config())
            .build()) {
      await().until(() -> hung.stops.get() > 0);
      AtomicInteger pings = provider.script("other").pings;
      int before = pings.get();

      CompletableFuture<ToolResult> late = call(gateway, Duration.ofMillis(50));

      assertThatThrownBy(() -> late.get(20, TimeUnit.SECONDS))
          .hasCauseInstanceOf(CallTimeoutException.class);
      await().until(() -> pings.get() > before + 1);
      goOn.countDown();
    }
  }

  @Test
  void keepsTheDeadlinesOfAllWhileOneBlocksInTheStopAfterALateStart() {
    Script slow = provider.script("slow");
    slow.start = CompletableFuture::new;
    slow.stop = this::block;
    try (Gateway gateway =
        provider
            .gateway()
            .backend("slow", config().startTimeout(Duration.ofMillis(50)))
            .backend("other", config())
            .build()) {
      await().until(() -> slow.stops.get() > 0);

      CompletableFuture<ToolResult> late = call(gateway, Duration.ofMillis(50));

      assertThatThrownBy(() -> late.get(20, TimeUnit.SECONDS))
          .hasCauseInstanceOf(CallTimeoutException.class);
      goOn.countDown();
    }
  }

  /** The tools of a host may hold all threads that it lent. */
  @Test
  void stopsAlsoWhereTheThreadsOfTheHostAreTaken() throws Exception {
    ExecutorService one = Executors.newFixedThreadPool(1);
    Gateway gateway = provider.gateway().executor(one).backend("it", config()).build();
    assertThat(gateway.awaitReady(Duration.ofSeconds(20))).isTrue();
    one.execute(this::block);

    Thread closing = closing(gateway);

    await().until(() -> provider.script("it").stops.get() == 1);
    await().until(() -> !closing.isAlive());
    goOn.countDown();
    one.shutdownNow();
  }

  /** Between the end of a life and the start of its stop there is a moment: its log is written. */
  @Test
  void waitsForAStartThatWasGivenUpJustNow() throws Exception {
    Script slow = provider.script("slow");
    slow.start = CompletableFuture::new;
    slow.stop = () -> gone;
    CountDownLatch down = new CountDownLatch(1);
    Handler holder = holdingAt("is down", down);
    Logger log = Logger.getLogger(ManagedBackend.class.getName());
    log.addHandler(holder);
    try {
      Gateway gateway =
          provider.gateway().backend("slow", config().startTimeout(Duration.ofMillis(50))).build();
      assertThat(down.await(20, TimeUnit.SECONDS)).isTrue();

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
    Script it = provider.script("it");
    CountDownLatch starting = new CountDownLatch(1);
    it.start =
        () -> {
          starting.countDown();
          block();
          it.alive = true;
          return Backend.done();
        };
    it.stop =
        () -> {
          it.alive = false;
          return Backend.done();
        };
    Gateway gateway = provider.gateway().backend("it", config()).build();
    assertThat(starting.await(20, TimeUnit.SECONDS)).isTrue();

    Thread closing = closing(gateway);

    await().until(() -> it.stops.get() == 1);
    await().during(WHILE).until(closing::isAlive);
    goOn.countDown();
    await().until(() -> !closing.isAlive());
    assertThat(it.stops).hasValue(2);
    assertThat(it.alive).isFalse();
  }

  private CompletionStage<Void> block() {
    try {
      goOn.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
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

  /** What the backends of a name do. */
  private static final class Script {
    final AtomicInteger stops = new AtomicInteger();
    final AtomicInteger pings = new AtomicInteger();
    volatile Supplier<CompletionStage<Void>> start = Backend::done;
    volatile Supplier<CompletionStage<Void>> stop = Backend::done;
    volatile Supplier<CompletionStage<Void>> ping = Backend::done;
    volatile OptionalLong pid = OptionalLong.empty();
    volatile boolean alive;
  }

  private static final class Provider implements BackendProvider {
    private final Map<String, Script> scripts = new ConcurrentHashMap<>();

    Script script(String backend) {
      return scripts.computeIfAbsent(backend, name -> new Script());
    }

    GatewayBuilder gateway() {
      return Gateway.builder().plugin(this);
    }

    @Override
    public String name() {
      return "leaving";
    }

    @Override
    public Backend create(BackendContext context) {
      return new Scripted(script(context.name()));
    }
  }

  private record Scripted(Script script) implements Backend {
    @Override
    public CompletionStage<Void> start() {
      return script.start.get();
    }

    @Override
    public CompletionStage<List<BackendTool>> listTools() {
      return CompletableFuture.completedFuture(
          List.of(BackendTool.of("work", "Works.", Tools.ANY_OBJECT)));
    }

    @Override
    public CompletionStage<ToolResult> call(BackendCall call) {
      return new CompletableFuture<>();
    }

    @Override
    public CompletionStage<Void> ping() {
      script.pings.incrementAndGet();
      return script.ping.get();
    }

    @Override
    public OptionalLong pid() {
      return script.pid;
    }

    @Override
    public CompletionStage<Void> stop() {
      script.stops.incrementAndGet();
      return script.stop.get();
    }

    @Override
    public Duration stopTimeout() {
      return Duration.ofSeconds(30);
    }
  }
}
