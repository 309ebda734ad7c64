package io.gatemini.search.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The result of an evaluation. Immutable.
 *
 * @param pools one report a pool, in the order of the data
 * @param latency over the clean queries of all pools
 */
public record EvaluationReport(List<PoolReport> pools, Latency latency) {

  public EvaluationReport {
    pools = List.copyOf(pools);
  }

  /** The mean of nDCG@10, every pool counted alike. */
  public double meanNdcgAt10() {
    return pools.stream().mapToDouble(pool -> pool.scores().ndcgAt10()).average().orElse(0);
  }

  /**
   * The mean of Recall@5 over the noisy cells, one for each pool and kind of noise, every cell
   * counted alike; empty where the data has no noisy queries.
   */
  public OptionalDouble noisyMeanRecallAt5() {
    return pools.stream()
        .flatMap(pool -> pool.noisy().values().stream())
        .mapToDouble(Scores::recallAt5)
        .average();
  }

  /** The time until all tools could be searched, of the pool that has the most tools. */
  public Duration indexBuild() {
    return pools.stream()
        .max(Comparator.comparingInt(PoolReport::tools))
        .map(PoolReport::indexBuild)
        .orElse(Duration.ZERO);
  }

  /**
   * The report as one object: {@code pools} (by name: {@code queries}, {@code tools}, {@code
   * recall_at_1}, {@code recall_at_3}, {@code recall_at_5}, {@code recall_at_10}, {@code mrr},
   * {@code ndcg_at_10}, {@code foreign}, {@code foreign_found}, {@code false_alarms}), {@code
   * mean_ndcg_at_10}, {@code noisy} (by pool and kind of noise: Recall@5), {@code
   * noisy_mean_recall_at_5} (null without noisy queries), {@code latency_us} ({@code p50}, {@code
   * p99}) and {@code index_build_ms} (see {@link #indexBuild}).
   */
  public JsonNode toJson() {
    ObjectNode report = JsonNodeFactory.instance.objectNode();
    ObjectNode byName = report.putObject("pools");
    for (PoolReport pool : pools) {
      ArrayNode curve =
          byName
              .putObject(pool.name())
              .put("queries", pool.scores().queries())
              .put("tools", pool.tools())
              .put("recall_at_1", pool.scores().recallAt1())
              .put("recall_at_3", pool.scores().recallAt3())
              .put("recall_at_5", pool.scores().recallAt5())
              .put("recall_at_10", pool.scores().recallAt10())
              .put("mrr", pool.scores().mrr())
              .put("ndcg_at_10", pool.scores().ndcgAt10())
              .put("foreign", pool.nothingFits().foreign())
              .put("foreign_found", pool.nothingFits().found())
              .put("false_alarms", pool.nothingFits().falseAlarms())
              .putArray("curve");
      for (NothingFits.Point point : pool.nothingFits().curve()) {
        curve
            .addObject()
            .put("false_alarms", point.falseAlarms())
            .put("found", point.found())
            .put("doubt", point.doubt());
      }
    }
    report.put("mean_ndcg_at_10", meanNdcgAt10());
    ObjectNode noisy = report.putObject("noisy");
    for (PoolReport pool : pools) {
      if (!pool.noisy().isEmpty()) {
        ObjectNode cells = noisy.putObject(pool.name());
        pool.noisy().forEach((source, scores) -> cells.put(source, scores.recallAt5()));
      }
    }
    noisyMeanRecallAt5()
        .ifPresentOrElse(
            mean -> report.put("noisy_mean_recall_at_5", mean),
            () -> report.putNull("noisy_mean_recall_at_5"));
    report.putObject("latency_us").put("p50", latency.p50()).put("p99", latency.p99());
    return report.put("index_build_ms", indexBuild().toNanos() / 1e6);
  }

  /** The report as tables for people: pools, foreign tasks, sources, noisy cells. */
  public String toText() {
    return new ReportTables(this).toString();
  }
}
