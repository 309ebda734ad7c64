package io.gatemini.search.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.EvaluationData;
import io.gatemini.testing.Values;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * The effect of calls on later searches, over public queries through gateways whose tools were
 * really called: usage that has nothing to do with the queries hardly harms, usage that has helps.
 */
@EnabledIf("io.gatemini.testing.EvaluationData#isThere")
class UsageTest {
  private static final List<Integer> SEEDS = List.of(1, 2, 3);
  private static final double MOST_HARM = 0.005;

  /** Half a pool has a hundred queries: one of them that moves is half of this. */
  private static final double MOST_HARM_OF_HALF = 0.01;

  private static final int MOST_CALLS = 1_000;

  @Values("azure86 | metatool199")
  void usageThatHasNothingToDoWithTheQueriesHardlyHarms(String name) {
    Pool pool = pool(name);
    double unused = ndcg(pool, pool.queries(), Map.of());

    List<Double> used =
        SEEDS.stream().map(seed -> ndcg(pool, pool.queries(), anyCalls(pool, seed))).toList();

    assertThat(used.stream().mapToDouble(ndcg -> ndcg).average().orElseThrow())
        .as("%s, nDCG@10 unused %.4f, used at random %s", name, unused, used)
        .isGreaterThanOrEqualTo(unused - MOST_HARM);
  }

  @Values("azure86 | metatool199")
  void usageOfTheRightToolsHelps(String name) {
    Pool pool = pool(name);
    List<EvaluatedQuery> shuffled = new ArrayList<>(pool.queries());
    Collections.shuffle(shuffled, new Random(SEEDS.get(0)));
    List<EvaluatedQuery> half = shuffled.subList(0, shuffled.size() / 2);
    List<EvaluatedQuery> others = shuffled.subList(half.size(), shuffled.size());
    Map<String, Integer> calls = new HashMap<>();
    half.forEach(query -> query.gold().forEach(tool -> calls.merge(tool, 1, Integer::sum)));

    double before = ndcg(pool, half, Map.of());
    double after = ndcg(pool, half, calls);
    double othersBefore = ndcg(pool, others, Map.of());
    double othersAfter = ndcg(pool, others, calls);

    String figures =
        "%s, nDCG@10 of the queries whose tools were called %.4f, then %.4f; of others %.4f, %.4f"
            .formatted(name, before, after, othersBefore, othersAfter);
    assertThat(after).as(figures).isGreaterThanOrEqualTo(before);
    assertThat(othersAfter).as(figures).isGreaterThanOrEqualTo(othersBefore - MOST_HARM_OF_HALF);
  }

  /** Every tool is called, most of them once or twice, a few hundreds of times. */
  private static Map<String, Integer> anyCalls(Pool pool, int seed) {
    Random random = new Random(seed);
    Map<String, Integer> calls = new HashMap<>();
    for (EvaluatedTool tool : pool.tools()) {
      calls.put(tool.id(), (int) Math.min(MOST_CALLS, 1 / (1 - random.nextDouble())));
    }
    return calls;
  }

  private static double ndcg(Pool pool, List<EvaluatedQuery> queries, Map<String, Integer> calls) {
    Map<String, String> ids = new HashMap<>();
    try (Gateway gateway = gateway(pool)) {
      assertThat(gateway.awaitIndexed(Duration.ofMinutes(1))).isTrue();
      for (EvaluatedTool tool : pool.tools()) {
        ids.put(tool.backend() + "." + tool.name(), tool.id());
        IntStream.range(0, calls.getOrDefault(tool.id(), 0))
            .forEach(i -> gateway.call(tool.backend() + "." + tool.name(), Map.of()));
      }
      return Scores.mean(
              queries.stream()
                  .map(query -> QueryScore.of(ranking(gateway, query, ids), query))
                  .toList())
          .ndcgAt10();
    }
  }

  private static List<String> ranking(
      Gateway gateway, EvaluatedQuery query, Map<String, String> ids) {
    return gateway.search(SearchRequest.of(query.text()).withLimit(QueryScore.DEPTH)).stream()
        .map(SearchHit::key)
        .map(key -> ids.getOrDefault(key, key))
        .toList();
  }

  private static Gateway gateway(Pool pool) {
    Map<String, BackendConfig> backends = new HashMap<>();
    for (EvaluatedTool tool : pool.tools()) {
      backends.merge(
          tool.backend(),
          with(BackendConfig.inProcess().validateArguments(false), tool),
          (known, unused) -> with(known, tool));
    }
    GatewayBuilder builder = Gateway.builder();
    backends.forEach(builder::backend);
    return builder.build();
  }

  private static BackendConfig with(BackendConfig backend, EvaluatedTool tool) {
    return backend.tool(
        tool.name(), tool.description(), tool.inputSchema(), arguments -> "answered");
  }

  private static Pool pool(String name) {
    return PoolDefinition.in(EvaluationData.directory().orElseThrow()).stream()
        .filter(definition -> definition.name().equals(name))
        .map(definition -> PoolReader.read(EvaluationData.directory().orElseThrow(), definition))
        .findFirst()
        .orElseThrow();
  }
}
