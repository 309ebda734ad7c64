package io.gatemini.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendUnavailableException;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.HealthConfig;
import io.gatemini.internal.async.Failures;
import io.gatemini.internal.limit.SharedMessageMemory;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.MessageMemory.Share;
import io.gatemini.testing.TestContext;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The pings of one life, and the looks at its memory. */
class HeartbeatTest {
  @AutoClose
  private final TestContext context =
      new TestContext("shell", BackendConfig.of("watched")).withThreads();

  private final MessageMemory all = SharedMessageMemory.of(MessageMemory.FREE_BYTES);
  private final MessageMemory memory = all.forPeer();
  private final Watched backend = new Watched();
  private final AtomicInteger answers = new AtomicInteger();
  private final Queue<String> reasons = new ConcurrentLinkedQueue<>();

  @Test
  void forgetsTheMissedPingsAtAnAnswer() {
    backend.script = "-+-+--";

    heartbeat(Duration.ofMillis(500), 2);

    await().until(() -> !reasons.isEmpty());
    assertThat(reasons).containsExactly("it did not answer 2 pings (no)");
    assertThat(answers).hasValue(2);
    assertThat(backend.pings).hasValue(6);
  }

  @Test
  void decidesWithTheFirstPingOfAProbe() {
    backend.script = "-";

    probe(Duration.ofMillis(500), 3);

    await().until(() -> !reasons.isEmpty());
    assertThat(reasons).hasSize(1);
    assertThat(backend.pings).hasValue(1);
  }

  /** 429 and 503 with Retry-After: an answer, if not the one that was asked for. */
  @Test
  void countsARefusalThatSaysWhenToComeAgainAsASignOfLife() {
    backend.script = "-w-ww--";

    heartbeat(Duration.ofMillis(1), 2);

    await().until(() -> !reasons.isEmpty());
    assertThat(reasons).containsExactly("it did not answer 2 pings (no)");
    assertThat(answers).hasValue(0);
    assertThat(backend.pings).hasValue(7);
  }

  @Test
  void countsNoSilenceWhileWhatTheBackendSaysIsNotRead() {
    backend.silent = true;
    Share holder = all.claim(MessageMemory.FREE_BYTES);
    Share reader = memory.open();
    var waits = reader.grow(1);

    heartbeat(Duration.ofMillis(10), 2);

    await().until(() -> backend.pings.get() >= 4);
    assertThat(reasons).isEmpty();
    assertThat(waits).isNotDone();
    holder.close();
    await().until(() -> !reasons.isEmpty());
    assertThat(reasons).containsExactly("it did not answer 2 pings (no answer within 10 ms)");
  }

  @Test
  void comesAgainWhenTheBackendWantsIt() {
    backend.script = "w--";
    backend.wish = Duration.ofMillis(300);
    long began = System.nanoTime();

    heartbeat(Duration.ofMillis(1), 2);

    await().until(() -> !reasons.isEmpty());
    assertThat(System.nanoTime() - began).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(300));
    assertThat(backend.pings).hasValue(3);
  }

  @Test
  void probesAgainWhomItFoundBusy() {
    backend.script = "w-";

    probe(Duration.ofMillis(1), 3);

    await().until(() -> !reasons.isEmpty());
    assertThat(answers).hasValue(0);
    assertThat(backend.pings).hasValue(2);
  }

  @Test
  void waitsNoLongerThanFiveMinutesForAWish() {
    Throwable tomorrow =
        new CompletionException(
            new BackendUnavailableException("429", null, Duration.ofDays(1_000_000)));

    assertThat(Failures.wish(tomorrow)).hasValue(Duration.ofMinutes(5));
    assertThat(Failures.wish(new BackendUnavailableException("429"))).isEmpty();
    assertThat(Failures.wish(null)).isEmpty();
  }

  @Test
  void givesWhoRefusesAsMuchTimeAsWhoIsSilent() {
    backend.script = "---";
    long began = System.nanoTime();

    heartbeat(Duration.ofMillis(150), 3);

    await().until(() -> !reasons.isEmpty());
    assertThat(System.nanoTime() - began).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(300));
    assertThat(backend.pings).hasValue(3);
  }

  @Test
  void pingsNobodyOnceItHasEnded() {
    Heartbeat heartbeat = heartbeat(Duration.ofMillis(20), 3);
    await().until(() -> backend.pings.get() > 2);

    heartbeat.end();

    await().until(() -> context.timers() == 0);
    int pings = backend.pings.get();
    await().during(Duration.ofMillis(100)).until(() -> backend.pings.get() <= pings + 1);
  }

  @Test
  void tellsOfMemoryBeyondTheLimitAndNotAtIt() {
    MemoryWatch watch = new MemoryWatch("it", backend, OptionalInt.of(10), context, reasons::add);
    backend.memory.set(10 << 20);
    watch.begin(Duration.ofMillis(1));
    await().until(() -> backend.looks.get() > 5);
    assertThat(reasons).isEmpty();
    assertThat(watch.last()).hasValue(10 << 20);

    backend.memory.incrementAndGet();

    await().until(() -> !reasons.isEmpty());
    assertThat(reasons).contains("it used 10 MiB, more than max_memory_mb 10");
    watch.end();
    await().until(() -> context.timers() == 0);
  }

  private Heartbeat heartbeat(Duration timeout, int threshold) {
    return Heartbeat.begin(
        "it", backend, () -> health(timeout, threshold), context, memory, new Heard());
  }

  private void probe(Duration timeout, int threshold) {
    Heartbeat.probe(
        "it",
        backend,
        () -> health(timeout, threshold),
        context,
        memory,
        Duration.ofMillis(1),
        new Heard());
  }

  private static HealthConfig health(Duration timeout, int threshold) {
    return HealthConfig.defaults()
        .interval(Duration.ofMillis(5))
        .timeout(timeout)
        .failureThreshold(threshold);
  }

  private final class Heard implements Heartbeat.Listener {
    @Override
    public void answered() {
      answers.incrementAndGet();
    }

    @Override
    public void unresponsive(String reason) {
      reasons.add(reason);
    }

    @Override
    public void wantsSignIn(String reason) {
      reasons.add(reason);
    }
  }

  /**
   * Answers a ping for each plus of its script, refuses one for each minus, and says when to come
   * again for each w; then it answers.
   */
  private static final class Watched implements Backend {
    final AtomicInteger pings = new AtomicInteger();
    final AtomicInteger looks = new AtomicInteger();
    final AtomicLong memory = new AtomicLong();
    volatile String script = "";
    volatile boolean silent;
    volatile Duration wish = Duration.ofMillis(1);

    @Override
    public CompletionStage<Void> ping() {
      int number = pings.getAndIncrement();
      if (silent) {
        return new CompletableFuture<>();
      }
      return switch (number < script.length() ? script.charAt(number) : '+') {
        case '-' -> CompletableFuture.failedFuture(new BackendUnavailableException("no"));
        case 'w' ->
            CompletableFuture.failedFuture(new BackendUnavailableException("later", null, wish));
        default -> Backend.done();
      };
    }

    @Override
    public OptionalLong memoryBytes() {
      looks.incrementAndGet();
      return OptionalLong.of(memory.get());
    }

    @Override
    public CompletionStage<Void> start() {
      return Backend.done();
    }

    @Override
    public CompletionStage<List<BackendTool>> listTools() {
      return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletionStage<ToolResult> call(BackendCall call) {
      return CompletableFuture.completedFuture(ToolResult.text(""));
    }

    @Override
    public CompletionStage<Void> stop() {
      return Backend.done();
    }
  }
}
