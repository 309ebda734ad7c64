package io.gatemini.search;

import io.gatemini.CatalogSnapshot;
import io.gatemini.SearchExplanation;
import io.gatemini.SearchExplanation.Repair;
import io.gatemini.ToolDescriptor;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.Retriever.Hit;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
      boolean anyFits = fused.values().stream().anyMatch(tool -> tool.fits);
      return fused.values().stream()
          .sorted(Fused.BEST_FIRST)
          .limit(Math.max(0, query.limit()))
          .map(tool -> tool.hit(query.explain(), anyFits))
          .toList();
    }
  }

  /** A tool and what the retrievers say of it. */
  private static final class Fused {
    static final Comparator<Fused> BEST_FIRST =
        Comparator.<Fused>comparingDouble(fused -> fused.score)
            .reversed()
            .thenComparing(fused -> fused.definition.key());

    private final ToolDescriptor definition;
    private final Map<String, Double> ranks = new LinkedHashMap<>();
    private final Set<Repair> repairs = new LinkedHashSet<>();
    private double score;
    private boolean fits;
    private String wanted = "";

    Fused(ToolDescriptor definition) {
      this.definition = definition;
    }

    void add(String retriever, int rank, Hit hit, boolean explain) {
      score += 1.0 / (K + rank);
      fits |= hit.fits();
      wanted = hit.explanation().map(SearchExplanation::wanted).orElse(wanted);
      if (explain) {
        ranks.put(retriever + "_rank", (double) rank);
        hit.explanation().map(SearchExplanation::repairs).ifPresent(repairs::addAll);
      }
    }

    /**
     * @param anyFits whether some retriever has an answer
     */
    Hit hit(boolean explain, boolean anyFits) {
      String kind = anyFits ? "" : wanted;
      Optional<SearchExplanation> why =
          explain || !kind.isEmpty()
              ? Optional.of(
                  new SearchExplanation(NAME, ranks, List.copyOf(repairs), kind).with(NAME, score))
              : Optional.empty();
      return new Hit(definition, score, why, anyFits);
    }
  }
}
