package io.gatemini.search.evaluation;

import io.gatemini.SearchHit;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * How well a search knows that nothing fits. A foreign task is a query without gold tools.
 *
 * @param foreign how many foreign tasks were asked
 * @param found the share of them that the search said nothing fits
 * @param falseAlarms the share of the other queries that it said so of
 * @param curve what it would find at other rates of false alarms; empty where the retriever does
 *     not say how well a tool fits
 */
public record NothingFits(long foreign, double found, double falseAlarms, List<Point> curve) {
  /** The part of a score that says how well the best tool fits; an answer is 0 or more. */
  static final String PART = "fit";

  /** No setting doubts less. */
  private static final double LEAST = -5;

  private static final double[] RATES = {0.01, 0.02, 0.05, 0.1, 0.2};

  public NothingFits {
    curve = List.copyOf(curve);
  }

  /**
   * One way to decide.
   *
   * @param falseAlarms at most this share of the queries with gold tools is said to fit nothing
   * @param found the share of the foreign tasks that is then found
   * @param doubt the setting {@code plugins.hybrid.doubt} for it
   */
  public record Point(double falseAlarms, double found, double doubt) {}

  /** How well the first of some hits fits; below all where there is none. */
  static double fit(List<SearchHit> hits) {
    if (hits.isEmpty()) {
      return Double.NEGATIVE_INFINITY;
    }
    double whether = hits.get(0).fits() ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
    return hits.get(0).explanation().map(why -> why.scores().get(PART)).orElse(whether);
  }

  /**
   * @param foreign how well the first hit of each foreign task fits
   * @param others the same of the other queries
   */
  static List<Point> curve(double[] foreign, double[] others) {
    double[] sorted = Arrays.stream(others).sorted().toArray();
    if (foreign.length == 0 || DoubleStream.of(sorted).noneMatch(Double::isFinite)) {
      return List.of();
    }
    return DoubleStream.of(RATES)
        .mapToObj(
            rate -> {
              double least = sorted[(int) (rate * sorted.length)];
              double found = Arrays.stream(foreign).filter(fit -> fit < least).count();
              return new Point(rate, found / foreign.length, Math.max(LEAST, least));
            })
        .toList();
  }
}
