package io.gatemini.server.benchmark;

import java.util.stream.DoubleStream;

/** The middle value: one disturbed round does not move it. */
final class Median {
  private Median() {}

  static double of(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
