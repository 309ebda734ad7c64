package io.gatemini.search;

import io.gatemini.ToolDescriptor;
import io.gatemini.spi.Retriever.Hit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The best of the hits that are added, ties by the tools' keys. For one thread. */
final class BestHits {
  private static final Comparator<Hit> BEST_FIRST =
      Comparator.comparingDouble(Hit::score).reversed().thenComparing(hit -> hit.tool().key());

  private final int limit;
  private final PriorityQueue<Hit> worstFirst = new PriorityQueue<>(BEST_FIRST.reversed());

  BestHits(int limit) {
    this.limit = limit;
  }

  /** Counts a tool in, unless its score is 0 or enough tools are better. */
  void add(ToolDescriptor tool, double score) {
    if (!(score > 0) || limit <= 0) {
      return;
    }
    Hit worst = worstFirst.peek();
    if (worst != null && worstFirst.size() == limit) {
      if (score < worst.score()) {
        return;
      }
      Hit hit = new Hit(tool, score);
      if (BEST_FIRST.compare(hit, worst) < 0) {
        worstFirst.remove();
        worstFirst.add(hit);
      }
      return;
    }
    worstFirst.add(new Hit(tool, score));
  }

  /** Best first. */
  List<Hit> list() {
    List<Hit> hits = new ArrayList<>(worstFirst);
    hits.sort(BEST_FIRST);
    return List.copyOf(hits);
  }
}
