package io.gatemini.search.distill;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/** nDCG@10 of an encoder that ranks the tools of a pool by cosine alone. */
final class Ranking {
  private static final int DEPTH = 10;

  private Ranking() {}

  /** The mean over the queries of each pool, and under {@code mean} that over the pools. */
  static Map<String, Double> ndcg(
      List<EvaluationData.Pool> pools, Function<String, float[]> encoder) {
    Map<String, Double> figures = new LinkedHashMap<>();
    for (EvaluationData.Pool pool : pools) {
      float[][] tools =
          pool.tools().stream().map(tool -> vector(tool, encoder)).toArray(float[][]::new);
      figures.put(
          pool.name(),
          pool.queries().stream()
              .mapToDouble(query -> ndcg(query, encoder.apply(query.text()), tools))
              .average()
              .orElse(0));
    }
    figures.put(
        "mean", figures.values().stream().mapToDouble(Double::doubleValue).average().orElse(0));
    return figures;
  }

  private static float[] vector(EvaluationData.Tool tool, Function<String, float[]> encoder) {
    float[] sum = encoder.apply(tool.texts().get(0)).clone();
    for (String text : tool.texts().subList(1, tool.texts().size())) {
      Vectors.add(sum, encoder.apply(text));
    }
    Vectors.normalise(sum);
    return sum;
  }

  private static double ndcg(EvaluationData.Query query, float[] vector, float[][] tools) {
    float[] scores = new float[tools.length];
    for (int i = 0; i < tools.length; i++) {
      scores[i] = Vectors.dot(vector, tools[i]);
    }
    int[] ranks =
        query.gold().stream().mapToInt(gold -> rank(scores, gold)).filter(r -> r < DEPTH).toArray();
    if (query.any()) {
      return IntStream.of(ranks).min().stream().mapToDouble(Ranking::discount).sum();
    }
    double ideal =
        IntStream.range(0, Math.min(DEPTH, query.gold().size()))
            .mapToDouble(Ranking::discount)
            .sum();
    return IntStream.of(ranks).mapToDouble(Ranking::discount).sum() / ideal;
  }

  /** How many tools stand before this one; of equal scores the earlier tool does. */
  private static int rank(float[] scores, int tool) {
    if (tool < 0) {
      return Integer.MAX_VALUE;
    }
    int before = 0;
    for (int i = 0; i < scores.length; i++) {
      if (scores[i] > scores[tool] || (scores[i] == scores[tool] && i < tool)) {
        before++;
      }
    }
    return before;
  }

  private static double discount(int rank) {
    return Math.log(2) / Math.log(rank + 2);
  }
}
