package io.gatemini.search.evaluation;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The figures of one pool.
 *
 * @param name the pool's name
 * @param tools how many tools it has
 * @param scores over all of its clean queries but foreign tasks
 * @param bySource the same for the clean queries of each source, in the order of the data
 * @param noisy for the queries with typing errors by kind of noise; empty where there are none
 * @param nothingFits over all of its clean queries
 * @param latency of its clean queries
 * @param indexBuild from the start of the gateway until all tools could be searched
 */
public record PoolReport(
    String name,
    int tools,
    Scores scores,
    Map<String, Scores> bySource,
    Map<String, Scores> noisy,
    NothingFits nothingFits,
    Latency latency,
    Duration indexBuild) {

  public PoolReport {
    bySource = Collections.unmodifiableMap(new LinkedHashMap<>(bySource));
    noisy = Collections.unmodifiableMap(new LinkedHashMap<>(noisy));
  }
}
