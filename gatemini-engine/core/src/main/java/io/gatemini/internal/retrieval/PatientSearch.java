package io.gatemini.internal.retrieval;

import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.async.Deadlines;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.spi.TextAnalyzer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Searches once more for every backend that has started meanwhile, while nothing fits and others
 * are still starting. Thread-safe.
 */
record PatientSearch(
    Catalog catalog, Retrieval retrieval, Supplier<TextAnalyzer> analyzer, Deadlines deadlines) {
  /** How long a search waits for backends whose tools may fit better. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** The share of the task's words that one of the first hits has where it fits. */
  private static final double FIT = 0.6;

  private static final int FIRST_HITS = 3;

  /**
   * Hits, best first.
   *
   * @param settled completes when no tools are to be expected any more
   */
  CompletableFuture<List<SearchHit>> search(SearchRequest request, CompletableFuture<?> settled) {
    return settled.isDone()
        ? retrieval.search(request)
        : search(request, settled, System.nanoTime() + PATIENCE.toNanos());
  }

  private CompletableFuture<List<SearchHit>> search(
      SearchRequest request, CompletableFuture<?> settled, long deadlineNanos) {
    boolean last = settled.isDone();
    long generation = catalog.snapshot().generation();
    return retrieval
        .search(request)
        .thenCompose(
            hits -> {
              long left = deadlineNanos - System.nanoTime();
              if (last || left <= 0 || fits(request.query(), hits)) {
                return CompletableFuture.completedFuture(hits);
              }
              CompletableFuture<Void> newer = retrieval.indexed(generation + 1, false);
              return deadlines
                  .bounded(CompletableFuture.anyOf(settled, newer), Duration.ofNanos(left))
                  .thenCompose(
                      nothing ->
                          newer.isCompletedExceptionally() // there will be none any more
                              ? CompletableFuture.completedFuture(hits)
                              : search(request, settled, deadlineNanos));
            });
  }

  private boolean fits(String task, List<SearchHit> hits) {
    Set<String> asked = Set.copyOf(analyzer.get().tokens(task));
    return hits.stream()
        .limit(FIRST_HITS)
        .anyMatch(hit -> shared(asked, hit.tool()) >= FIT * asked.size());
  }

  private int shared(Set<String> asked, ToolDescriptor tool) {
    Set<String> words =
        new HashSet<>(
            analyzer
                .get()
                .tokens(String.join(" ", tool.key(), tool.title().orElse(""), tool.description())));
    words.retainAll(asked);
    return words.size();
  }
}
