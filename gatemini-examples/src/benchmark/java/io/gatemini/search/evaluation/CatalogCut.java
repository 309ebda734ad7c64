package io.gatemini.search.evaluation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A smaller catalog made of a pool, and the tasks that it has the tools for. The same pool is cut
 * the same way everywhere.
 *
 * @param tools in the order of the data
 * @param tasks queries that one tool answers, each another one
 */
record CatalogCut(List<EvaluatedTool> tools, List<EvaluatedQuery> tasks) {

  /** Queries of one gold tool, evenly spread over the pool's, no two of the same tool. */
  static List<EvaluatedQuery> tasks(Pool pool, int count) {
    Map<String, EvaluatedQuery> byTool = new LinkedHashMap<>();
    Set<String> ids = new HashSet<>();
    pool.tools().forEach(tool -> ids.add(tool.id()));
    for (EvaluatedQuery query : pool.queries()) {
      if (query.gold().size() == 1 && ids.containsAll(query.gold())) {
        byTool.putIfAbsent(query.gold().iterator().next(), query);
      }
    }
    List<EvaluatedQuery> candidates = List.copyOf(byTool.values());
    int taken = Math.min(count, candidates.size());
    List<EvaluatedQuery> tasks = new ArrayList<>(taken);
    for (int i = 0; i < taken; i++) {
      tasks.add(candidates.get((int) ((long) i * candidates.size() / taken)));
    }
    return tasks;
  }

  /**
   * The tools of the tasks, then those of their backends, then other backends whole, in an order
   * that has nothing to do with the data's, until there are {@code size} tools.
   */
  static CatalogCut of(Pool pool, List<EvaluatedQuery> tasks, int size) {
    Set<String> gold = new HashSet<>();
    tasks.forEach(task -> gold.addAll(task.gold()));
    Set<String> backends = new HashSet<>();
    for (EvaluatedTool tool : pool.tools()) {
      if (gold.contains(tool.id())) {
        backends.add(tool.backend());
      }
    }
    List<EvaluatedTool> byUse = new ArrayList<>(pool.tools());
    byUse.sort(
        Comparator.comparingInt(
                (EvaluatedTool tool) ->
                    gold.contains(tool.id()) ? 0 : backends.contains(tool.backend()) ? 1 : 2)
            .thenComparingInt(
                tool -> backends.contains(tool.backend()) ? 0 : spread(tool.backend()))
            .thenComparing(EvaluatedTool::backend));
    Set<EvaluatedTool> kept = new LinkedHashSet<>(byUse.subList(0, Math.min(size, byUse.size())));
    return new CatalogCut(pool.tools().stream().filter(kept::contains).toList(), tasks);
  }

  /** The finalizer of MurmurHash3: names that are alike come apart. */
  private static int spread(String name) {
    int hash = name.hashCode();
    hash = (hash ^ (hash >>> 16)) * 0x85ebca6b;
    hash = (hash ^ (hash >>> 13)) * 0xc2b2ae35;
    return hash ^ (hash >>> 16);
  }
}
