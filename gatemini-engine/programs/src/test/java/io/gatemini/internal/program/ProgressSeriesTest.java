package io.gatemini.internal.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ProgressListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressSeriesTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final List<Double> told = new ArrayList<>();
  private final List<String> messages = new ArrayList<>();
  private final List<OptionalDouble> totals = new ArrayList<>();
  private final ProgressListener client =
      (progress, total, message) -> {
        told.add(progress);
        totals.add(total);
        messages.add(message.orElse(""));
      };
  private final ProgressSeries series = new ProgressSeries(client, 0, now::get);

  private static void report(ProgressListener listener, double progress) {
    listener.onProgress(progress, OptionalDouble.of(1_000), Optional.empty());
  }

  private void later() {
    now.addAndGet(PacedProgress.INTERVAL_NANOS);
  }

  @Test
  void tellsTheFirstAndTheLastOfAThousandReportsThatComeAtOnce() {
    ProgressSeries.Call call = series.of("a.b");
    call.begins();

    for (int i = 1; i <= 1_000; i++) {
      report(call, i);
    }
    series.finish();

    assertThat(told).containsExactly(0.0, 1_000.0);
    assertThat(messages).containsExactly("0 of 1 call: a.b is called", "0 of 1 call: a.b 100 %");
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

  /** As the aggregator of the predecessor with five tools adds them up. */
  @Test
  void addsUpTheReportsOfCallsAndTheirTotals() {
    ProgressSeries.Call first = series.of("a.b");
    ProgressSeries.Call second = series.of("a.c");
    first.begins();
    second.begins();

    for (ProgressSeries.Call call : List.of(first, second, second)) {
      later();
      double far = call == first ? 1 : told.get(told.size() - 1);
      call.onProgress(far, OptionalDouble.of(call == first ? 3 : 2), Optional.empty());
    }

    assertThat(told).containsExactly(0.0, 1.0, 2.0, 3.0);
    assertThat(totals)
        .containsExactly(
            OptionalDouble.empty(),
            OptionalDouble.of(3),
            OptionalDouble.of(5),
            OptionalDouble.of(5));
    assertThat(messages)
        .containsExactly(
            "0 of 1 call: a.b is called",
            "0 of 2 calls: a.b 33 %",
            "0 of 2 calls: a.c 50 %",
            "0 of 2 calls: a.c 100 %");
  }

  @Test
  void countsACallThatReportsNothingWhenItEnds() {
    ProgressSeries.Call quiet = series.of("a.b");
    ProgressSeries.Call other = series.of("a.c");
    quiet.begins();
    later();
    quiet.ended(false);
    later();
    other.begins();
    report(other, 400);
    later();
    other.ended(true);

    assertThat(told).containsExactly(0.0, 1.0, 401.0, 1_001.0);
    assertThat(totals.get(1)).isEmpty();
    assertThat(totals.get(3)).hasValue(1_001);
    assertThat(messages)
        .containsExactly(
            "0 of 1 call: a.b is called",
            "1 of 1 call: a.b answered",
            "1 of 2 calls: a.c 40 %",
            "2 of 2 calls: a.c failed");
  }

  @Test
  void saysNoTotalWhereACallKnowsNone() {
    series.of("a.b").onProgress(1, OptionalDouble.of(3), Optional.empty());
    later();
    series.of("a.c").onProgress(7, OptionalDouble.empty(), Optional.empty());

    assertThat(told).containsExactly(1.0, 8.0);
    assertThat(totals).containsExactly(OptionalDouble.of(3), OptionalDouble.empty());
  }

  @Test
  void saysOfHowManyCallsWhereThatIsKnown() {
    new ProgressSeries(client, 12, now::get).of("a.b").begins();

    assertThat(messages).containsExactly("0 of 12 calls: a.b is called");
  }

  @ParameterizedTest
  @CsvSource({
    "3, , , a.b 3",
    "0.25, , , a.b 0.2500",
    "3, , reading, a.b: reading",
    "3, 4, reading, a.b 75 %: reading",
    "9, 4, , a.b 100 %",
    "3, 0, , a.b 3",
    "-1, 4, , a.b -1",
    "NaN, 4, , a.b NaN",
  })
  void saysHowFarACallIs(
      double progress, @Nullable Double total, @Nullable String message, String said) {
    series
        .of("a.b")
        .onProgress(
            progress,
            total == null ? OptionalDouble.empty() : OptionalDouble.of(total),
            Optional.ofNullable(message));

    assertThat(messages).containsExactly("0 of 0 calls: " + said);
  }

  @Test
  void tellsNothingAfterTheEnd() {
    ProgressSeries.Call call = series.of("a.b");
    call.begins();
    series.finish();
    later();

    call.ended(false);
    series.finish();

    assertThat(told).containsExactly(0.0);
  }

  @ParameterizedTest
  @ValueSource(doubles = {5, 4, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void aReportThatIsNoProgressIsNotTold(double progress) {
    PacedProgress paced = new PacedProgress(client, now::get);
    report(paced, 5);
    later();

    report(paced, progress);
    paced.finish();

    assertThat(told).containsExactly(5.0);
  }

  /** A report in the middle of another report is delivered after that one. */
  @Test
  void waitsForNoListenerThatIsBusy() {
    List<Double> heard = new ArrayList<>();
    PacedProgress[] paced = new PacedProgress[1];
    paced[0] =
        new PacedProgress(
            (progress, total, message) -> {
              if (progress == 1) {
                later();
                report(paced[0], 2);
                assertThat(heard).isEmpty();
              }
              heard.add(progress);
            },
            now::get);

    report(paced[0], 1);

    assertThat(heard).containsExactly(1.0, 2.0);
  }

  @Test
  void asksNoBackendForProgressOfWhichNobodyHears() {
    ProgressSeries unheard = new ProgressSeries(ProgressListener.none(), 0);

    unheard.of("a.b").begins();

    assertThat(unheard.of("a.b").isListening()).isFalse();
  }

  @Test
  void listenerThatFailsEndsNoCall() {
    ProgressSeries failing =
        new ProgressSeries(
            (progress, total, message) -> {
              throw new IllegalStateException("closed");
            },
            0);

    failing.of("a.b").begins();
    failing.finish();

    assertThat(told).isEmpty();
  }
}
