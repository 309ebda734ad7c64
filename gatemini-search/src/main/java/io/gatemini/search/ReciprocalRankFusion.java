package io.gatemini.search;

import io.gatemini.CatalogSnapshot;
import io.gatemini.SearchExplanation;
import io.gatemini.SearchExplanation.Repair;
import io.gatemini.ToolDescriptor;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.Retriever.Hit;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009): asks several retrievers and adds up
 * {@code 1 / (60 + rank)} of a tool over all that found it. Scores of different scales never meet.
 * Thread-safe as far as the retrievers are.
 *
 * <p>Each retriever is asked for at least {@value #MIN_CANDIDATES} hits, with the query's filter,
 * so that a small limit does not starve the fusion.
 */
public final class ReciprocalRankFusion implements Retriever {
  static final String NAME = "rrf";

  /** The constant of the paper: how little the first ranks stand out. */
  static final int K = 60;

  static final int MIN_CANDIDATES = 30;

  private static final Logger LOG = System.getLogger(ReciprocalRankFusion.class.getName());

  private final List<Retriever> retrievers;

  /**
   * @param retrievers the retrievers, with equal weight; their names distinguish their ranks in
   *     explanations
   */
  public ReciprocalRankFusion(List<Retriever> retrievers) {
    if (retrievers.isEmpty()) {
      throw new IllegalArgumentException("there must be at least one retriever to fuse");
    }
    this.retrievers = List.copyOf(retrievers);
  }

  @Override
  public String name() {
    return NAME;
  }

  /**
   * {@inheritDoc}
   *
   * <p>A retriever that cannot index the snapshot is left out of it while another can.
   */
  @Override
  public Index index(CatalogSnapshot snapshot, Optional<Index> previous) {
    return index(snapshot, previous, Retriever::index);
  }

  @Override
  public Index begin(CatalogSnapshot snapshot, Optional<Index> previous) {
    return index(snapshot, previous, Retriever::begin);
  }

  private Index index(CatalogSnapshot snapshot, Optional<Index> previous, Maker maker) {
    Map<Retriever, Index> known =
        previous
            .filter(FusedIndex.class::isInstance)
            .map(index -> ((FusedIndex) index).indexes)
            .orElse(Map.of());
    Map<Retriever, Index> indexes = new LinkedHashMap<>();
    RuntimeException failure = null;
    for (Retriever retriever : retrievers) {
      try {
        indexes.put(
            retriever, maker.make(retriever, snapshot, Optional.ofNullable(known.get(retriever))));
      } catch (RuntimeException e) {
        failure = e;
        LOG.log(
            Level.WARNING,
            "retriever " + retriever.name() + " could not index the catalog and is left out",
            e);
      }
    }
    if (indexes.isEmpty() && failure != null) {
      throw failure;
    }
    return new FusedIndex(indexes);
  }

  /** Makes the index of one retriever. */
  private interface Maker {
    Index make(Retriever retriever, CatalogSnapshot snapshot, Optional<Index> previous);
  }

  private static final class FusedIndex implements Index {
    private final Map<Retriever, Index> indexes;

    FusedIndex(Map<Retriever, Index> indexes) {
      this.indexes = indexes;
    }

    @Override
    public Optional<Index> refined() {
      Map<Retriever, Index> next = new LinkedHashMap<>(indexes);
      indexes.forEach(
          (retriever, index) -> index.refined().ifPresent(more -> next.put(retriever, more)));
      return next.equals(indexes) ? Optional.empty() : Optional.of(new FusedIndex(next));
    }

    @Override
    public List<Hit> search(Query query) {
      Query candidates =
          new Query(
              query.text(),
              Math.max(query.limit(), MIN_CANDIDATES),
              query.filter(),
              query.explain());
      Map<String, Fused> fused = new HashMap<>();
      indexes.forEach(
          (retriever, index) -> {
            int rank = 0;
            Set<String> counted = new HashSet<>();
            for (Hit hit : index.search(candidates)) {
              String key = hit.tool().key();
              if (counted.add(key) && ++rank <= candidates.limit()) {
                fused
                    .computeIfAbsent(key, unused -> new Fused(hit.tool()))
                    .add(retriever.name(), rank, hit, query.explain());
              }
            }
          });
      BestHits best = new BestHits(query.limit());
      fused.values().forEach(tool -> best.add(tool.definition, tool.score));
      List<Hit> hits = best.list();
      return query.explain() ? explained(hits, fused) : hits;
    }

    private static List<Hit> explained(List<Hit> hits, Map<String, Fused> fused) {
      List<Hit> explained = new ArrayList<>(hits.size());
      for (Hit hit : hits) {
        Fused tool = fused.get(hit.tool().key());
        explained.add(
            tool == null ? hit : new Hit(hit.tool(), hit.score(), Optional.of(tool.explanation())));
      }
      return List.copyOf(explained);
    }
  }

  /** A tool and what the retrievers say of it. */
  private static final class Fused {
    private final ToolDescriptor definition;
    private final Map<String, Double> ranks = new LinkedHashMap<>();
    private final Set<Repair> repairs = new LinkedHashSet<>();
    private double score;

    Fused(ToolDescriptor definition) {
      this.definition = definition;
    }

    void add(String retriever, int rank, Hit hit, boolean explain) {
      score += 1.0 / (K + rank);
      if (explain) {
        ranks.put(retriever + "_rank", (double) rank);
        hit.explanation().map(SearchExplanation::repairs).ifPresent(repairs::addAll);
      }
    }

    SearchExplanation explanation() {
      return new SearchExplanation(NAME, ranks, List.copyOf(repairs)).with(NAME, score);
    }
  }

  /** The best of the hits that are added, ties by the tools' keys. For one thread. */
  private static final class BestHits {
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
}
