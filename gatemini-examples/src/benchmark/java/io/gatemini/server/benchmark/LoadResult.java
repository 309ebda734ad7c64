package io.gatemini.server.benchmark;

import org.HdrHistogram.Histogram;

/**
 * The duration of one burst of calls.
 *
 * @param calls how many were made
 * @param wrong answers that did not carry the text of their call
 * @param lost calls without an answer
 * @param nanos latencies
 * @param wallNanos from the first call to the last answer
 */
record LoadResult(int calls, int wrong, int lost, Histogram nanos, long wallNanos) {
  private static final double NANOS_PER_MILLI = 1e6;

  double millisAt(double percentile) {
    return nanos.getValueAtPercentile(percentile) / NANOS_PER_MILLI;
  }
}
