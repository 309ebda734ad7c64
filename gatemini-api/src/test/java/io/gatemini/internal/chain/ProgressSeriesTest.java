package io.gatemini.internal.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ProgressListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressSeriesTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final List<Double> told = new ArrayList<>();
  private final List<String> messages = new ArrayList<>();
  private final ProgressSeries series =
      new ProgressSeries(
          (progress, total, message) -> {
            assertThat(total).isEmpty();
            told.add(progress);
            messages.add(message.orElseThrow());
          },
          now::get);

  private static void report(ProgressListener listener, double progress) {
    listener.onProgress(progress, OptionalDouble.of(1_000), Optional.empty());
  }

  @Test
  void tellsOneOfAThousandReportsThatComeAtOnce() {
    ProgressListener call = series.of("a.b");

    for (int i = 1; i <= 1_000; i++) {
      report(call, i);
    }

    assertThat(told).containsExactly(1.0);
    assertThat(messages).containsExactly("a.b: 1 of 1000");
  }

  @Test
  void tellsTenReportsOfAThousandInASecond() {
    ProgressListener call = series.of("a.b");

    for (int i = 1; i <= 1_000; i++) {
      report(call, i);
      now.addAndGet(1_000_000);
    }

    assertThat(told).hasSize(10).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void countsOnWhereTheNextCallBeginsAnew() {
    ProgressListener first = series.of("a.b");
    ProgressListener second = series.of("a.c");

    for (ProgressListener call : List.of(first, second, first)) {
      report(call, 1);
      now.addAndGet(ProgressSeries.INTERVAL_NANOS);
    }
    series.happened("a.c", " answered");

    assertThat(told).containsExactly(1.0, 2.0, 3.0, 4.0);
    assertThat(messages).last().isEqualTo("a.c answered");
  }

  @Test
  void asksNoBackendForProgressOfWhichNobodyHears() {
    ProgressSeries unheard = new ProgressSeries(ProgressListener.none());

    unheard.happened("a.b", " is called");

    assertThat(unheard.of("a.b").isListening()).isFalse();
  }

  @Test
  void listenerThatFailsEndsNoCall() {
    ProgressSeries failing =
        new ProgressSeries(
            (progress, total, message) -> {
              throw new IllegalStateException("closed");
            });

    failing.happened("a.b", " is called");

    assertThat(told).isEmpty();
  }
}
