package io.gatemini.search.evaluation;

import java.util.Collection;
import java.util.function.ToDoubleFunction;

/**
 * Mean scores over some queries that tools answer, each from 0 to 1.
 *
 * @param queries how many queries
 * @param recallAt1 share of the wanted tools that is the first hit
 * @param recallAt3 share of the wanted tools among the first three hits
 * @param recallAt5 share of the wanted tools among the first five hits
 * @param recallAt10 share of the wanted tools among the first ten hits
 * @param mrr mean of 1 / rank of the first wanted tool; 0 where none is among the first ten
 * @param ndcgAt10 normalized discounted cumulative gain of the first ten hits
 */
public record Scores(
    int queries,
    double recallAt1,
    double recallAt3,
    double recallAt5,
    double recallAt10,
    double mrr,
    double ndcgAt10) {

  static Scores mean(Collection<QueryScore> scores) {
    return new Scores(
        scores.size(),
        mean(scores, QueryScore::recallAt1),
        mean(scores, QueryScore::recallAt3),
        mean(scores, QueryScore::recallAt5),
        mean(scores, QueryScore::recallAt10),
        mean(scores, QueryScore::reciprocalRank),
        mean(scores, QueryScore::ndcgAt10));
  }

  private static double mean(Collection<QueryScore> scores, ToDoubleFunction<QueryScore> figure) {
    return scores.stream().mapToDouble(figure).average().orElse(0);
  }
}
