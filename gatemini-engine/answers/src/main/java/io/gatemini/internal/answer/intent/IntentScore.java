package io.gatemini.internal.answer.intent;

/**
 * The worth of an intent's terms in one text: the rarer, the more (the inverse document frequency
 * of BM25, as in search). A term that occurs in most places separates none of them and is worth
 * nothing. Immutable.
 *
 * @param most the worth of all terms, also of those that no place has
 */
@SuppressWarnings("ArrayRecordComponent") // read in the inner loop, never compared
record IntentScore(double[] weights, double most) {
  /** The share of the best value that a place needs to be kept. */
  static final double KEPT_SHARE = 0.3;

  /** The smallest number of places among which "most" means something. */
  private static final int FEWEST_PLACES = 4;

  /** By how many of so many places have each term. */
  static IntentScore of(int[] counts, int places) {
    double[] weights = new double[counts.length];
    double most = 0;
    for (int i = 0; i < counts.length; i++) {
      boolean rare = places < FEWEST_PLACES || counts[i] <= places / 2;
      double weight = rare ? Math.log(1 + (places - counts[i] + 0.5) / (counts[i] + 0.5)) : 0;
      weights[i] = counts[i] > 0 ? weight : 0;
      most += weight;
    }
    return new IntentScore(weights, Math.max(most, Double.MIN_NORMAL));
  }

  /** The worth of a place with these terms. */
  double of(int terms) {
    double sum = 0;
    for (int rest = terms; rest != 0; rest &= rest - 1) {
      sum += weights[Integer.numberOfTrailingZeros(rest)];
    }
    return sum;
  }

  /** Adds one place with these terms to the counts. */
  static void count(int terms, int[] counts) {
    for (int rest = terms; rest != 0; rest &= rest - 1) {
      counts[Integer.numberOfTrailingZeros(rest)]++;
    }
  }
}
