package io.gatemini.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendStatus;
import io.gatemini.BackendUnavailableException;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
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
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Backends that crash, hang, refuse to start and stop slowly, all at once and at random. */
class RestlessBackendsTest {
  private static final int BACKENDS = 8;
  private static final int CALLERS = 4;
  private static final Duration UNREST = Duration.ofSeconds(3);

  private final ScheduledExecutorService fate = Executors.newScheduledThreadPool(2);
  private final ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
  private final Restless provider = new Restless();

  @AfterEach
  void stopFate() {
    fate.shutdownNow();
    threads.shutdownNow();
  }

  @Test
  void neverLivesTwiceAtOnceAndComesToRest() {
    Gateway gateway = gateway();
    Queue<String> crossed = new ConcurrentLinkedQueue<>();
    AtomicInteger answered = new AtomicInteger();
    List<CompletableFuture<Void>> callers =
        IntStream.range(0, CALLERS)
            .mapToObj(
                caller ->
                    CompletableFuture.runAsync(
                        () -> callUntilCalm(gateway, caller, crossed, answered), threads))
            .toList();

    callers.forEach(CompletableFuture::join);

    provider.calm = true;
    await()
        .until(
            () ->
                gateway.backends().stream().allMatch(BackendStatus::available)
                    && provider.alive.values().stream().allMatch(alive -> alive.get() == 1));
    // How many depends on how much the machine lets them do.
    assertThat(gateway.backends().stream().mapToInt(BackendStatus::restarts).sum()).isPositive();
    assertThat(answered).hasPositiveValue();
    assertThat(crossed).isEmpty();
    assertThat(provider.overlaps).isEmpty();
    gateway.close();
    assertThat(provider.alive.values()).allMatch(alive -> alive.get() == 0);
  }

  private Gateway gateway() {
    GatewayBuilder builder =
        Gateway.builder()
            .plugin(provider)
            .health(
                health ->
                    health
                        .interval(Duration.ofMillis(10))
                        .timeout(Duration.ofMillis(100))
                        .failureThreshold(2)
                        .maxRestarts(50)
                        .restartWindow(Duration.ofMillis(500))
                        .restartInitialBackoff(Duration.ofMillis(1))
                        .restartMaxBackoff(Duration.ofMillis(20))
                        .recoveryMultiplier(2));
    for (int i = 0; i < BACKENDS; i++) {
      builder.backend("b" + i, BackendConfig.of("restless"));
    }
    return builder.build();
  }

  private static void callUntilCalm(
      Gateway gateway, int caller, Queue<String> crossed, AtomicInteger answered) {
    Random random = new Random(caller);
    long end = System.nanoTime() + UNREST.toNanos();
    for (int i = 0; System.nanoTime() < end; i++) {
      String payload = caller + "-" + i;
      ToolCall call =
          ToolCall.of("b" + random.nextInt(BACKENDS) + ".echo", Map.of("payload", payload))
              .withTimeout(Duration.ofMillis(200));
      try {
        ToolResult result = gateway.callAsync(call).join();
        answered.incrementAndGet();
        if (!result.text().equals(payload)) {
          crossed.add(payload + " was answered " + result.text());
        }
      } catch (CompletionException e) {
        if (!(e.getCause() instanceof GatewayException)) {
          crossed.add(payload + " failed with " + e.getCause());
        }
      }
    }
  }

  /** Makes backends with a life of their own. */
  private final class Restless implements BackendProvider {
    final Map<String, AtomicInteger> alive = new ConcurrentHashMap<>();
    final Queue<String> overlaps = new ConcurrentLinkedQueue<>();
    final Random random = new Random(7);
    volatile boolean calm;

    @Override
    public String name() {
      return "restless";
    }

    @Override
    public Backend create(BackendContext context) {
      return new Life(context, alive.computeIfAbsent(context.name(), n -> new AtomicInteger()));
    }

    synchronized boolean happens(int percent) {
      return !calm && random.nextInt(100) < percent;
    }

    synchronized long millis(int most) {
      return random.nextInt(most);
    }
  }

  private final class Life implements Backend {
    private final BackendContext context;
    private final AtomicInteger alive;
    private final AtomicBoolean lives = new AtomicBoolean();
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final CompletableFuture<Void> gone = new CompletableFuture<>();
    private final boolean hangs = provider.happens(20);

    Life(BackendContext context, AtomicInteger alive) {
      this.context = context;
      this.alive = alive;
    }

    @Override
    public CompletionStage<Void> start() {
      lives.set(true);
      if (alive.incrementAndGet() > 1) {
        provider.overlaps.add(context.name());
      }
      CompletableFuture<Void> started = new CompletableFuture<>();
      later(
          5,
          () -> {
            if (provider.happens(20)) {
              started.completeExceptionally(new BackendUnavailableException("not today"));
            } else {
              started.complete(null);
              if (provider.happens(50)) {
                later(40, () -> context.listener().exited("crashed"));
              }
              if (provider.happens(50)) {
                later(40, context.listener()::toolsChanged);
              }
            }
          });
      return started;
    }

    @Override
    public CompletionStage<List<BackendTool>> listTools() {
      return CompletableFuture.completedFuture(
          List.of(BackendTool.of("echo", "Echoes.", Tools.ANY_OBJECT)));
    }

    @Override
    public CompletionStage<ToolResult> call(BackendCall call) {
      CompletableFuture<ToolResult> answer = new CompletableFuture<>();
      String payload = call.arguments().tree().path("payload").asText();
      later(3, () -> answer.complete(ToolResult.text(payload)));
      return answer;
    }

    @Override
    public CompletionStage<Void> ping() {
      return hangs && !provider.calm ? new CompletableFuture<>() : Backend.done();
    }

    @Override
    public OptionalLong pid() {
      return context.name().hashCode() % 2 == 0 ? OptionalLong.of(1) : OptionalLong.empty();
    }

    @Override
    public CompletionStage<Void> stop() {
      if (stopping.compareAndSet(false, true)) {
        later(
            10,
            () -> {
              if (lives.compareAndSet(true, false)) {
                alive.decrementAndGet();
              }
              gone.complete(null);
            });
      }
      return gone;
    }

    private void later(int mostMillis, Runnable work) {
      fate.schedule(work, provider.millis(mostMillis), TimeUnit.MILLISECONDS);
    }
  }
}
