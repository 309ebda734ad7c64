package io.gatemini.internal.state;

import static io.gatemini.testing.TwoThreads.check;

import io.gatemini.testing.TwoThreads;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Durations counted by two threads at once, under the interleavings that Lincheck finds. */
class LatencyCountsModelTest {
  @Test
  @Tag("long")
  void losesNoDurationAndNoPage() {
    Lincheck.runConcurrentTest(300, LatencyCountsModelTest::recordTwice);
  }

  private static void recordTwice() {
    LatencyCounts counts = new LatencyCounts();

    TwoThreads.run(() -> record(counts, 3, 41), () -> record(counts, 3, 40));

    // In one octave, and two pages of it.
    Histogram histogram = LatencyCounts.histogram();
    counts.addTo(histogram);
    check(histogram.getCountAtValue(3) == 2, histogram.getCountAtValue(3));
    check(histogram.getTotalCount() == 4, histogram.getTotalCount());
  }

  private static void record(LatencyCounts counts, long... micros) {
    Arrays.stream(micros).forEach(one -> counts.record(TimeUnit.MICROSECONDS.toNanos(one)));
  }
}
