package io.gatemini.search;

/**
 * The scores one retriever gives to all tools for one query, and how they join a sum with those of
 * others: as multiples of their standard deviation above their mean, so that a retriever whose
 * scores are all alike says little and one that singles out a tool says much.
 *
 * @param name the retriever
 * @param scores by slot; 0 for free slots
 * @param scale what a score is multiplied with: the side's weight over the deviation
 * @param mean of the scores of all tools
 */
@SuppressWarnings("ArrayRecordComponent") // read in the inner loop, never compared
record Side(String name, float[] scores, float scale, float mean) {
  private static final double NO_VARIANCE = 1e-12;

  /**
   * A side.
   *
   * @param tools how many tools there are
   */
  static Side of(String name, float[] scores, int tools, float weight) {
    double sum = 0;
    double squares = 0;
    for (float score : scores) {
      sum += score;
      squares += (double) score * score;
    }
    double mean = sum / tools;
    double variance = squares / tools - mean * mean;
    float scale = variance < NO_VARIANCE ? 0 : (float) (weight / Math.sqrt(variance));
    return new Side(name, scores, scale, (float) mean);
  }

  /** What the mean of this side adds to every sum. */
  float shift() {
    return scale * mean;
  }
}
