package io.gatemini.search.evaluation;

import java.util.Set;

/**
 * A query of the data.
 *
 * @param gold ids of the tools that answer it; empty for a foreign task, which no tool does
 * @param anyIsEnough whether one of them is enough; else all are wanted
 * @param source the source of the query; scores are reported by it
 * @param of the clean query that a noisy one was made of, or empty
 */
record EvaluatedQuery(
    String id, String text, Set<String> gold, boolean anyIsEnough, String source, String of) {

  boolean isForeign() {
    return gold.isEmpty();
  }
}
