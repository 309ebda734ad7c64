package io.gatemini.internal.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.HdrHistogram.Histogram;

class LatencyCountsTest {
  /** Its own bins are those of a histogram of the same range. */
  @Property
  void countsLikeAHistogram(
      @ForAll @Size(min = 1, max = 200) long[] values,
      @ForAll @LongRange(min = 0, max = 40) long shift) {
    LatencyCounts counts = new LatencyCounts();
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
}
