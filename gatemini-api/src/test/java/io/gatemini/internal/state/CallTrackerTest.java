package io.gatemini.internal.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.GatewayStats;
import io.gatemini.GatewayStats.BackendLatency;
import io.gatemini.internal.catalog.CatalogFixture;
import io.gatemini.spi.ScriptEngine;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CallTrackerTest {
  private static final ScriptEngine.Load IDLE = new ScriptEngine.Load(0, 0, 0);
  private final CallTracker tracker = new CallTracker(Clock.systemUTC());

  /** Bounds of spec part 10, tracker: 1 to 100 ms. */
  @Test
  void tellsPercentiles() {
    for (int i = 1; i <= 100; i++) {
      tracker.recordCall("a.t", "a", TimeUnit.MILLISECONDS.toNanos(i), true);
    }

    BackendLatency latency = tracker.stats(IDLE).backends().get(0);
    assertThat(latency.p50()).isBetween(Duration.ofMillis(45), Duration.ofMillis(55));
    assertThat(latency.p95()).isBetween(Duration.ofMillis(90), Duration.ofMillis(100));
    assertThat(latency.p99()).isBetween(Duration.ofMillis(95), Duration.ofMillis(105));
    assertThat(latency.calls()).isEqualTo(100);
  }

  @Test
  void keepsItsFiguresWhenTheyAreReadInBetween() {
    tracker.recordCall("a.t", "a", 1_000, true);
    GatewayStats first = tracker.stats(IDLE);
    tracker.recordCall("a.t", "a", 1_000, false);

    assertThat(first.backends().get(0).calls()).isEqualTo(1);
    assertThat(tracker.stats(IDLE).backends().get(0).calls()).isEqualTo(2);
    assertThat(tracker.stats(IDLE).errors()).isEqualTo(1);
  }

  @Test
  void takesTimesOutsideItsRange() {
    tracker.recordCall("a.t", "a", -5, true);
    tracker.recordCall("a.t", "a", Duration.ofDays(1).toNanos(), true);

    assertThat(tracker.stats(IDLE).backends().get(0).max()).isLessThan(Duration.ofMinutes(11));
  }

  @Test
  void losesNothingToConcurrency() {
    IntStream.range(0, 10)
        .parallel()
        .forEach(
            thread -> {
              for (int i = 0; i < 1_000; i++) {
                tracker.recordCall("a.t" + thread, "a", 1_000, i % 2 == 0);
                tracker.recordBytes(10, 3);
              }
            });

    GatewayStats stats = tracker.stats(IDLE);
    assertThat(stats.calls()).isEqualTo(10_000);
    assertThat(stats.errors()).isEqualTo(5_000);
    assertThat(stats.bytesProcessed()).isEqualTo(100_000);
    assertThat(stats.bytesReturned()).isEqualTo(30_000);
    assertThat(stats.tools()).hasSize(10);
  }

  @Test
  void countsSuccessesByKey() {
    assertThat(tracker.anySuccess()).isFalse();
    tracker.recordCall("a.t", "a", 1_000, false);
    assertThat(tracker.anySuccess()).isFalse();

    tracker.recordCall("a.t", "a", 1_000, true);
    tracker.recordCall("b.t", "b", 1_000, true);

    assertThat(tracker.anySuccess()).isTrue();
    assertThat(tracker.successes("a.t")).isEqualTo(1);
    assertThat(tracker.successes("t")).isZero();
    assertThat(tracker.stats(IDLE).tools().get(0).calls()).isEqualTo(2);
  }

  @Test
  void forgetsWhatIsGoneButNotInTheTotals() {
    for (int i = 0; i < 3_000; i++) {
      tracker.recordCall("gone" + i + ".t", "gone" + i % 50, 1_000, i % 2 == 0);
      tracker.recordCall("a.t", "a", 1_000, true);
    }

    tracker.retain(CatalogFixture.of(1, CatalogFixture.tool("a", "t", "Stays.")));

    GatewayStats stats = tracker.stats(IDLE);
    assertThat(stats.tools()).hasSize(1);
    assertThat(stats.backends()).hasSize(1);
    assertThat(stats.calls()).isEqualTo(6_000);
    assertThat(stats.errors()).isEqualTo(1_500);
    assertThat(tracker.successes("a.t")).isEqualTo(3_000);
  }
}
