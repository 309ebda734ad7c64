package io.gatemini.search;

import io.gatemini.search.internal.lexical.LexicalQuery;
import java.util.function.Function;

/**
 * The scores one retriever gives to all tools for one task, and how they join a sum with those of
 * others: as multiples of their standard deviation above their mean, so that a retriever whose
 * scores are all alike says little and one that singles out a tool says much. A few tools say
 * little of the deviation: where one of fifty has a word, that word would outvote all else.
 *
 * @param name the retriever
 * @param scores by slot; 0 for free slots
 * @param least where no side scores any tool above its least, nothing is found
 * @param scale what a score is multiplied with: the side's weight over the deviation
 * @param mean of the scores of all tools
 * @param clauses how the side scores single tools for a clause of the task
 */
@SuppressWarnings("ArrayRecordComponent") // read in the inner loop, never compared
record ScoredRetriever(
    String name,
    float[] scores,
    float least,
    float scale,
    float mean,
    Function<LexicalQuery, Scorer> clauses) {
  private static final double NO_VARIANCE = 1e-12;

  /** How many tools of the usual deviation are taken to be there beside those of the catalog. */
  private static final int USUAL_TOOLS = 30;

  /** Scores single tools. */
  interface Scorer {
    float score(int slot);
  }

  /**
   * A side.
   *
   * @param tools how many tools there are
   * @param usual the deviation that such scores usually have; 0 where that is not known
   */
  static ScoredRetriever of(
      String name,
      float[] scores,
      int tools,
      float weight,
      float least,
      double usual,
      Function<LexicalQuery, Scorer> clauses) {
    double sum = 0;
    double squares = 0;
    for (float score : scores) {
      sum += score;
      squares += (double) score * score;
    }
    double mean = sum / tools;
    double variance = squares / tools - mean * mean;
    if (usual > 0 && variance >= NO_VARIANCE) {
      variance = (tools * variance + USUAL_TOOLS * usual * usual) / (tools + USUAL_TOOLS);
    }
    float scale = variance < NO_VARIANCE ? 0 : (float) (weight / Math.sqrt(variance));
    return new ScoredRetriever(name, scores, least, scale, (float) mean, clauses);
  }

  /** The share of this side's mean in every sum. */
  float shift() {
    return scale * mean;
  }

  /** Adds this side's part to the sums of all tools. */
  void addTo(float[] sums) {
    for (int slot = 0; slot < sums.length; slot++) {
      sums[slot] += scale * scores[slot];
    }
  }

  /** Adds this side's part to the sums of some tools for a clause. */
  void addTo(float[] sums, int[] slots, LexicalQuery clause) {
    Scorer scorer = clauses.apply(clause);
    for (int i = 0; i < slots.length; i++) {
      sums[i] += scale * scorer.score(slots[i]);
    }
  }
}
