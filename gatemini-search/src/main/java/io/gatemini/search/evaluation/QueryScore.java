package io.gatemini.search.evaluation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How well one ranking answers one query. Gains are binary. A tool that a ranking names twice
 * counts once, where it stands first; the second place is wasted.
 *
 * <p>Where all gold tools are wanted, recall at k is found / gold, and the ideal ranking of nDCG
 * (Järvelin and Kekäläinen, 2002; discount log2(rank + 1)) has min(gold, 10) of them in front.
 * Where any is enough, only the best-ranked gold tool counts: recall is 0 or 1, the ideal DCG 1.
 */
record QueryScore(
    double recallAt1,
    double recallAt3,
    double recallAt5,
    double recallAt10,
    double reciprocalRank,
    double ndcgAt10) {
  /** How deep a ranking is looked at. */
  static final int DEPTH = 10;

  static QueryScore of(List<String> ranking, EvaluatedQuery query) {
    int wanted = query.anyIsEnough() ? 1 : query.gold().size();
    int found = 0;
    int foundAt1 = 0;
    int foundAt3 = 0;
    int foundAt5 = 0;
    double reciprocalRank = 0;
    double dcg = 0;
    Set<String> counted = new HashSet<>();
    for (int rank = 1; rank <= Math.min(DEPTH, ranking.size()) && found < wanted; rank++) {
      String tool = ranking.get(rank - 1);
      if (!query.gold().contains(tool) || !counted.add(tool)) {
        continue;
      }
      found++;
      foundAt1 += rank <= 1 ? 1 : 0;
      foundAt3 += rank <= 3 ? 1 : 0;
      foundAt5 += rank <= 5 ? 1 : 0;
      reciprocalRank = found == 1 ? 1.0 / rank : reciprocalRank;
      dcg += gain(rank);
    }
    double ideal = 0;
    for (int rank = 1; rank <= Math.min(DEPTH, wanted); rank++) {
      ideal += gain(rank);
    }
    return new QueryScore(
        (double) foundAt1 / wanted,
        (double) foundAt3 / wanted,
        (double) foundAt5 / wanted,
        (double) found / wanted,
        reciprocalRank,
        dcg / ideal);
  }

  private static double gain(int rank) {
    return Math.log(2) / Math.log(rank + 1.0);
  }
}
