package io.gatemini.internal.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.GatewayStats;
import io.gatemini.GatewayStats.Latency;
import io.gatemini.GatewayStats.RecentCall;
import io.gatemini.GatewayStats.ToolStats;
import io.gatemini.Session;
import io.gatemini.SessionStats;
import io.gatemini.internal.catalog.CatalogFixture;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.text.BytesTokenEstimator;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CallTrackerTest {
  private static final ScriptEngine.Load IDLE = new ScriptEngine.Load(0, 0, 0);
  private static final GatewayStats.InFlight NONE = new GatewayStats.InFlight(0, 1, 0, 0);
  private final CallTracker tracker = new CallTracker(Clock.systemUTC());

  /** Bounds of spec part 10, tracker: 1 to 100 ms. */
  @Test
  void tellsPercentiles() {
    for (int i = 1; i <= 100; i++) {
      tracker.recordCall(Session.local(), "a.t", "a", TimeUnit.MILLISECONDS.toNanos(i), true);
    }

    Latency latency = tracker.stats(IDLE, 0, NONE).backends().get(0).latency();
    assertThat(latency.p50()).isBetween(Duration.ofMillis(45), Duration.ofMillis(55));
    assertThat(latency.p95()).isBetween(Duration.ofMillis(90), Duration.ofMillis(100));
    assertThat(latency.p99()).isBetween(Duration.ofMillis(95), Duration.ofMillis(105));
    assertThat(latency.mean()).isBetween(Duration.ofMillis(50), Duration.ofMillis(51));
    assertThat(latency.max()).isBetween(Duration.ofMillis(100), Duration.ofMillis(101));
    assertThat(latency.calls()).isEqualTo(100);
  }

  @Test
  void tellsThePercentilesOfTheBackendOverAllItsTools() {
    for (int i = 1; i <= 100; i++) {
      tracker.recordCall(Session.local(), "a.fast", "a", TimeUnit.MICROSECONDS.toNanos(i), true);
      tracker.recordCall(
          Session.local(), "a.slow", "a", TimeUnit.MILLISECONDS.toNanos(i), i % 10 != 0);
    }

    GatewayStats stats = tracker.stats(IDLE, 0, NONE);
    ToolStats slow = stats.tools().get(1);
    assertThat(slow.successes()).isEqualTo(90);
    assertThat(slow.errors()).isEqualTo(10);
    Latency both = stats.backends().get(0).latency();
    assertThat(both.calls()).isEqualTo(200);
    assertThat(both.p50()).isEqualTo(Duration.ofNanos(100_000));
    assertThat(both.p99()).isBetween(Duration.ofMillis(95), Duration.ofMillis(105));
  }

  @Test
  void tellsTheLastFiveHundredCallsNewestFirst() {
    for (int i = 0; i < 1_234; i++) {
      tracker.recordCall(Session.local(), "a.t" + i, "a", i, i % 2 == 0);
    }

    List<RecentCall> recent = tracker.stats(IDLE, 0, NONE).recent();

    assertThat(recent).hasSize(500);
    for (int i = 0; i < 500; i++) {
      RecentCall call = recent.get(i);
      assertThat(call.tool()).isEqualTo("a.t" + (1_233 - i));
      assertThat(call.duration()).isEqualTo(Duration.ofNanos(1_233 - i));
      assertThat(call.success()).isEqualTo(i % 2 == 1);
      assertThat(call.backend()).isEqualTo("a");
      assertThat(call.when()).isBeforeOrEqualTo(Instant.now());
    }
  }

  /** Spec part 10, tracker: 100 times, 99 %, 2,475 tokens. */
  @Test
  void tellsWhatReductionSaved() {
    Session session = Session.of("s");
    tracker.recordAnswer(session, "a.t", 10_000, 100);

    GatewayStats stats = tracker.stats(IDLE, 0, NONE);

    assertThat(stats.savingsRatio()).isEqualTo(100.0);
    assertThat(stats.reductionPercent()).isEqualTo(99.0);
    assertThat(stats.estimatedTokensSaved()).isEqualTo(2_475);
    assertThat(stats.tools().get(0).savingsRatio()).isEqualTo(100.0);
    assertThat(stats.tools().get(0).calls()).isZero();
    assertThat(stats(session).tools())
        .containsExactly(new SessionStats.ToolBytes("a.t", 1, 10_000, 100));
    assertThat(stats(session).estimatedTokensSaved()).isEqualTo(2_475);
  }

  @Test
  void saysOneAndNothingWhereNothingWasAnswered() {
    GatewayStats stats = tracker.stats(IDLE, 0, NONE);

    assertThat(stats.savingsRatio()).isEqualTo(1.0);
    assertThat(stats.reductionPercent()).isZero();
    assertThat(stats.estimatedTokensSaved()).isZero();
    assertThat(stats.recent()).isEmpty();
    assertThat(stats(Session.of("nobody")).savingsRatio()).isEqualTo(1.0);
    assertThat(stats(Session.of("nobody")).calls()).isZero();
  }

  /** Spec part 10, tracker: 10 threads of 50 calls. */
  @Test
  void countsTenThreadsOfFiftyCalls() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(10);
    CountDownLatch start = new CountDownLatch(1);
    List<Future<?>> runs = new ArrayList<>();
    for (int thread = 0; thread < 10; thread++) {
      runs.add(
          threads.submit(
              () -> {
                start.await();
                for (int i = 0; i < 50; i++) {
                  tracker.recordCall(Session.local(), "a.t", "a", 1_000_000, true);
                }
                return null;
              }));
    }

    start.countDown();
    for (Future<?> run : runs) {
      run.get();
    }
    threads.shutdown();

    GatewayStats stats = tracker.stats(IDLE, 0, NONE);
    assertThat(stats.calls()).isEqualTo(500);
    assertThat(stats.backends().get(0).latency().calls()).isEqualTo(500);
    assertThat(stats.recent()).hasSize(500);
  }

  @Test
  void keepsAThousandSessionsAndForgetsThoseThatWereQuietLongest() {
    for (int i = 0; i < 3_000; i++) {
      tracker.recordAnswer(Session.of("s" + i), "a.t", 10, 1);
      tracker.recordAnswer(Session.of("busy"), "a.t", 10, 1);
    }

    assertThat(tracker.sessions()).isBetween(900, SessionLedger.MAX_SESSIONS);
    assertThat(stats(Session.of("busy")).calls()).isEqualTo(3_000);
    assertThat(stats(Session.of("s2999")).calls()).isEqualTo(1);
    assertThat(stats(Session.of("s0")).calls()).isZero();
    assertThat(tracker.stats(IDLE, 0, NONE).answers()).isEqualTo(6_000);
  }

  @Test
  void namesTwoHundredToolsOfASessionAndCountsTheRestTogether() {
    Session session = Session.of("s");
    for (int i = 0; i < 1_000; i++) {
      tracker.recordAnswer(session, "a.t" + i, 10, 1);
    }

    SessionStats stats = stats(session);

    assertThat(stats.tools()).hasSize(SessionLedger.MAX_NAMES + 1);
    assertThat(stats.tools().get(0))
        .isEqualTo(new SessionStats.ToolBytes(SessionStats.OTHERS, 800, 8_000, 800));
    assertThat(stats.bytesProcessed()).isEqualTo(10_000);
  }

  private SessionStats stats(Session session) {
    return tracker.stats(
        session,
        CatalogFixture.of(1, CatalogFixture.tool("a", "t", "Tool.")),
        new ListedTools(new BytesTokenEstimator()));
  }

  @Test
  void keepsItsFiguresWhenTheyAreReadInBetween() {
    tracker.recordCall(Session.local(), "a.t", "a", 1_000, true);
    GatewayStats first = tracker.stats(IDLE, 0, NONE);
    tracker.recordCall(Session.local(), "a.t", "a", 1_000, false);

    assertThat(first.backends().get(0).latency().calls()).isEqualTo(1);
    assertThat(tracker.stats(IDLE, 0, NONE).backends().get(0).latency().calls()).isEqualTo(2);
    assertThat(tracker.stats(IDLE, 0, NONE).errors()).isEqualTo(1);
  }

  @Test
  void takesTimesOutsideItsRange() {
    tracker.recordCall(Session.local(), "a.t", "a", -5, true);
    tracker.recordCall(Session.local(), "a.t", "a", Duration.ofDays(1).toNanos(), true);

    assertThat(tracker.stats(IDLE, 0, NONE).backends().get(0).latency().max())
        .isLessThan(Duration.ofMinutes(11));
  }

  @Test
  void losesNothingToConcurrency() {
    IntStream.range(0, 10)
        .parallel()
        .forEach(
            thread -> {
              for (int i = 0; i < 1_000; i++) {
                tracker.recordCall(Session.local(), "a.t" + thread, "a", 1_000, i % 2 == 0);
                tracker.recordAnswer(Session.of("s"), "a.t" + thread, 10, 3);
              }
            });

    GatewayStats stats = tracker.stats(IDLE, 0, NONE);
    assertThat(stats.calls()).isEqualTo(10_000);
    assertThat(stats.errors()).isEqualTo(5_000);
    assertThat(stats.bytesProcessed()).isEqualTo(100_000);
    assertThat(stats.bytesReturned()).isEqualTo(30_000);
    assertThat(stats.tools()).hasSize(10);
  }

  @Test
  void countsSuccessesByKey() {
    assertThat(tracker.anySuccess()).isFalse();
    tracker.recordCall(Session.local(), "a.t", "a", 1_000, false);
    assertThat(tracker.anySuccess()).isFalse();

    tracker.recordCall(Session.local(), "a.t", "a", 1_000, true);
    tracker.recordCall(Session.local(), "b.t", "b", 1_000, true);

    assertThat(tracker.anySuccess()).isTrue();
    assertThat(tracker.successes("a.t")).isEqualTo(1);
    assertThat(tracker.successes("t")).isZero();
    assertThat(tracker.stats(IDLE, 0, NONE).tools().get(0).calls()).isEqualTo(2);
  }

  @Test
  void forgetsWhatIsGoneButNotInTheTotals() {
    for (int i = 0; i < 3_000; i++) {
      tracker.recordCall(Session.local(), "gone" + i + ".t", "gone" + i % 50, 1_000, i % 2 == 0);
      tracker.recordCall(Session.local(), "a.t", "a", 1_000, true);
    }

    tracker.retain(CatalogFixture.of(1, CatalogFixture.tool("a", "t", "Stays.")));

    GatewayStats stats = tracker.stats(IDLE, 0, NONE);
    assertThat(stats.tools()).hasSize(1);
    assertThat(stats.backends()).hasSize(1);
    assertThat(stats.calls()).isEqualTo(6_000);
    assertThat(stats.errors()).isEqualTo(1_500);
    assertThat(tracker.successes("a.t")).isEqualTo(3_000);
  }

  @Test
  void keepsTheBytesOfToolsThatAreGone() {
    for (int i = 0; i < 3_000; i++) {
      tracker.recordAnswer(Session.of("s"), "gone.t" + i, 10, 3);
    }

    tracker.retain(CatalogFixture.of(1, CatalogFixture.tool("a", "t", "Stays.")));

    assertThat(tracker.stats(IDLE, 0, NONE).tools()).isEmpty();
    assertThat(tracker.stats(IDLE, 0, NONE).answers()).isEqualTo(3_000);
    assertThat(tracker.stats(IDLE, 0, NONE).bytesProcessed()).isEqualTo(30_000);
    assertThat(tracker.stats(IDLE, 0, NONE).bytesReturned()).isEqualTo(9_000);
  }

  @Test
  void keepsABackendsLatenciesWhenOneOfItsToolsGoes() {
    for (int i = 0; i < 2_000; i++) {
      tracker.recordCall(Session.local(), "a.gone" + i, "a", 1_000_000, true);
    }

    tracker.retain(CatalogFixture.of(1, CatalogFixture.tool("a", "t", "Stays.")));

    assertThat(tracker.stats(IDLE, 0, NONE).tools()).isEmpty();
    assertThat(tracker.stats(IDLE, 0, NONE).backends().get(0).latency().calls()).isEqualTo(2_000);
  }
}
