package io.gatemini.search.evaluation;

import java.util.Arrays;

/**
 * How long searches take, in microseconds, by nearest rank.
 *
 * @param p50 half of the searches take at most this long
 * @param p99 99 of 100 searches take at most this long
 */
public record Latency(double p50, double p99) {

  static Latency ofNanos(long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return new Latency(percentile(sorted, 50), percentile(sorted, 99));
  }

  private static double percentile(long[] sorted, int percent) {
    int rank = (int) Math.ceil(sorted.length * percent / 100.0);
    return sorted.length == 0 ? 0 : sorted[Math.max(rank, 1) - 1] / 1_000.0;
  }
}
