package io.gatemini.search.evaluation;

import java.util.List;

/**
 * Tools and the queries that are asked of them.
 *
 * @param noisy queries with typing errors; empty where the pool has none
 * @param beyond how many queries have a gold tool that is of the corpus but not of the pool
 */
record Pool(
    String name,
    List<EvaluatedTool> tools,
    List<EvaluatedQuery> queries,
    List<EvaluatedQuery> noisy,
    int beyond) {}
