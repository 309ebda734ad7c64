package io.gatemini.search.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.ConfigException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * Whether one retriever is better than another on the same data, or was only lucky: the difference
 * of the means, and the interval that holds it in 95 of 100 draws of a paired bootstrap (Efron and
 * Tibshirani, 1993), {@value #DRAWS} draws with a fixed seed. Each draw takes as many queries of
 * every pool, or noisy cell, as it has, with replacement; a query's two scores stay together.
 *
 * @param ndcgAt10 of the mean over the pools
 * @param noisyRecallAt5 of the mean over the noisy cells; empty where the data has none
 */
public record PairedBootstrap(Difference ndcgAt10, Optional<Difference> noisyRecallAt5) {
  /** How many draws. */
  public static final int DRAWS = 2_000;

  private static final long SEED = 20_250_101;

  /**
   * A difference, above 0 where the later run is better.
   *
   * @param mean what was measured
   * @param lower 2.5 of 100 draws are below
   * @param upper 2.5 of 100 draws are above
   */
  public record Difference(double mean, double lower, double upper) {
    /** Whether the whole interval is on one side of 0. */
    public boolean isSignificant() {
      return lower > 0 || upper < 0;
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%+.4f [%+.4f, %+.4f]", mean, lower, upper);
    }
  }

  /**
   * Compares two runs by what {@link Evaluation#rankings} wrote.
   *
   * @throws ConfigException when a file is malformed or not of this data
   */
  public static PairedBootstrap compare(Path data, Path earlier, Path later) {
    Rankings before = new Rankings(earlier);
    Rankings after = new Rankings(later);
    List<double[]> clean = new ArrayList<>();
    List<double[]> noisy = new ArrayList<>();
    for (PoolDefinition definition : PoolDefinition.in(data)) {
      Pool pool = PoolReader.read(data, definition);
      clean.add(differences(pool, pool.queries(), before, after, QueryScore::ndcgAt10));
      Map<String, List<EvaluatedQuery>> cells = new LinkedHashMap<>();
      for (EvaluatedQuery query : pool.noisy()) {
        cells.computeIfAbsent(query.source(), source -> new ArrayList<>()).add(query);
      }
      for (List<EvaluatedQuery> cell : cells.values()) {
        noisy.add(differences(pool, cell, before, after, QueryScore::recallAt5));
      }
    }
    return new PairedBootstrap(
        difference(clean), noisy.isEmpty() ? Optional.empty() : Optional.of(difference(noisy)));
  }

  private static double[] differences(
      Pool pool,
      List<EvaluatedQuery> queries,
      Rankings before,
      Rankings after,
      ToDoubleFunction<QueryScore> figure) {
    return queries.stream()
        .filter(query -> !query.isForeign())
        .mapToDouble(
            query ->
                figure.applyAsDouble(QueryScore.of(after.of(pool, query), query))
                    - figure.applyAsDouble(QueryScore.of(before.of(pool, query), query)))
        .toArray();
  }

  static Difference difference(List<double[]> strata) {
    SplittableRandom random = new SplittableRandom(SEED);
    double[] draws = new double[DRAWS];
    for (int i = 0; i < DRAWS; i++) {
      double sum = 0;
      for (double[] stratum : strata) {
        double ofStratum = 0;
        for (int n = 0; n < stratum.length; n++) {
          ofStratum += stratum[random.nextInt(stratum.length)];
        }
        sum += ofStratum / stratum.length;
      }
      draws[i] = sum / strata.size();
    }
    Arrays.sort(draws);
    double mean =
        strata.stream()
            .mapToDouble(stratum -> Arrays.stream(stratum).average().orElse(0))
            .average()
            .orElse(0);
    int tail = DRAWS / 40;
    return new Difference(mean, draws[tail], draws[DRAWS - 1 - tail]);
  }

  /** The scores of one run, by pool and query. */
  private static final class Rankings {
    private final String label;
    private final Map<String, Map<String, List<String>>> byPool = new HashMap<>();

    Rankings(Path file) {
      label = String.valueOf(file.getFileName());
      JsonLine.read(
          file,
          label,
          line -> {
            List<String> ids = new ArrayList<>();
            for (JsonNode id : line.object().path("ranking")) {
              ids.add(id.asText());
            }
            byPool
                .computeIfAbsent(line.text("pool"), pool -> new HashMap<>())
                .put(line.text("id"), ids);
          });
    }

    List<String> of(Pool pool, EvaluatedQuery query) {
      List<String> ranking = byPool.getOrDefault(pool.name(), Map.of()).get(query.id());
      if (ranking == null) {
        throw new ConfigException(
            "%s has no ranking for query \"%s\" of pool \"%s\"; make it with the same data"
                .formatted(label, query.id(), pool.name()));
      }
      return ranking;
    }
  }
}
