package io.gatemini.internal.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.GatewayStats.Latency;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatenciesTest {
  private static final int MAX_BYTES = 1 << 20;
  private final Map<String, ToolCounter> tools = new ConcurrentHashMap<>();
  private final Queue<Runnable> later = new ArrayDeque<>();
  private final Latencies latencies = new Latencies(tools, later::add, MAX_BYTES);

  /** Its own bins are those of a histogram of the same range. */
  @Property
  void countsLikeAHistogram(
      @ForAll @Size(min = 1, max = 200) long[] values,
      @ForAll @LongRange(min = 0, max = 40) long shift) {
    LatencyCounts counts = new LatencyCounts(new AtomicLong());
    Histogram expected = LatencyCounts.histogram();
    for (long value : values) {
      long micros = Math.max(1, Math.min((value >>> 1) >>> shift, LatencyCounts.MAX_MICROS));
      counts.record(TimeUnit.MICROSECONDS.toNanos(micros));
      expected.recordValue(micros);
    }

    Histogram counted = LatencyCounts.histogram();
    counts.addTo(counted);

    assertThat(counted.getTotalCount()).isEqualTo(expected.getTotalCount());
    for (int i = 0; i <= 100; i++) {
      assertThat(counted.getValueAtPercentile(i)).isEqualTo(expected.getValueAtPercentile(i));
    }
    assertThat(counted.getMean()).isEqualTo(expected.getMean());
  }

  @Test
  void staysWithinItsBoundAndLosesNothing() {
    long calls = spread(2_000, 50);

    assertThat(latencies.bytes()).isLessThanOrEqualTo(MAX_BYTES + 100 * LatencyCounts.PAGE_BYTES);
    assertThat(tools.values()).anyMatch(tool -> tool.latency.get() != null);
    assertThat(tools.values()).anyMatch(tool -> tool.latency.get() == null);
    Latency backend = latencies.byBackend(LatencyCounts.histogram()).get(0).latency();
    assertThat(backend.calls()).isEqualTo(calls);
    assertThat(backend.p50()).isBetween(Duration.ofMillis(4), Duration.ofMillis(6));
  }

  @Test
  void makesRoomOnceAMinuteForToolsThatAreCalledNow() {
    long calls = spread(2_000, 50);
    assertThat(later).hasSize(1);
    later.remove().run();
    assertThat(latencies.bytes()).isLessThanOrEqualTo(MAX_BYTES * 3L / 4);

    ToolCounter refused = Objects.requireNonNull(tools.get("a.t1999"));
    assertThat(refused.latency.get()).isNull();
    latencies.record(refused, 5_000_000, 1);

    assertThat(refused.latency.get()).isNotNull();
    assertThat(latencies.byBackend(LatencyCounts.histogram()).get(0).latency().calls())
        .isEqualTo(calls + 1);
    assertThat(later).isEmpty();
  }

  /** What a tool takes whose calls spread as calls of real tools do. */
  @Test
  void takesSomeKilobytesATool() {
    Random random = new Random(1);
    AtomicLong pages = new AtomicLong();
    LatencyCounts counts = new LatencyCounts(pages);

    counts.record(5_000_000);
    assertThat(pages.get() * LatencyCounts.PAGE_BYTES).isLessThan(600);

    for (int i = 0; i < 10_000; i++) {
      counts.record((long) (5_000_000 * Math.exp(random.nextGaussian() / 3)));
    }
    assertThat(pages.get()).isEqualTo(counts.pages());
    assertThat(pages.get() * LatencyCounts.PAGE_BYTES).isLessThan(40_000);
  }

  private long spread(int toolCount, int callsEach) {
    Random random = new Random(1);
    for (int i = 0; i < toolCount; i++) {
      ToolCounter tool = tools.computeIfAbsent("a.t" + i, key -> new ToolCounter());
      tool.backend = "a";
      for (int call = 0; call < callsEach; call++) {
        tool.call(true, i);
        latencies.record(tool, (long) (5_000_000 * Math.exp(random.nextGaussian() / 2)), 0);
      }
    }
    return (long) toolCount * callsEach;
  }
}
