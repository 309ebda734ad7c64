package io.gatemini.internal.retrieval;

import io.gatemini.SearchExplanation;
import io.gatemini.internal.state.CallTracker;
import io.gatemini.spi.Retriever.Hit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Prefers tools that have been of use: of two that answer a query about as well, the one that was
 * called with success more often comes first.
 *
 * <p>The seeds' factor {@code 1 + 0.3 ln(1 + n)} (functional specification, 1.11) on its own would
 * lift any often used tool over the right one. Here its excess over 1 is cut at 1 and counts a
 * twentieth: a tool passes those that score up to 5 % more, however often it is called. Counted by
 * key, successes only. Thread-safe.
 */
record UsageBoost(CallTracker tracker) {
  /** The part of an explanation that says what was added to the score. */
  static final String PART = "usage";

  /** Scores this close are a tie for practical purposes; a relevant tool leads by more. */
  static final double MAX_SHARE = 0.05;

  /** Tools below the limit that are looked at, for one of them may pass those above. */
  static final int MORE_CANDIDATES = 10;

  private static final Comparator<Hit> BEST_FIRST =
      Comparator.comparingDouble(Hit::score).reversed().thenComparing(hit -> hit.tool().key());

  /** The factor of the seeds for a number of successful calls. */
  static double seedFactor(long successes) {
    return 1 + 0.3 * Math.log1p((double) successes);
  }

  /** The factor of a score; 1 for a tool that was never used. */
  static double factor(long successes) {
    return 1 + MAX_SHARE * Math.min(1, seedFactor(successes) - 1);
  }

  /** The number of hits to request, so that {@code limit} of them can be returned. */
  int candidates(int limit) {
    return tracker.anySuccess() ? limit + MORE_CANDIDATES : limit;
  }

  /** The hits in their new order, at most {@code limit}; as they were where nothing was used. */
  List<Hit> apply(List<Hit> hits, int limit) {
    List<Hit> boosted = null;
    if (tracker.anySuccess()) {
      for (int i = 0; i < hits.size(); i++) {
        Hit hit = hits.get(i);
        long successes = tracker.successes(hit.tool().key());
        // A score that is not above 0 cannot be multiplied.
        if (successes > 0 && hit.score() > 0 && Double.isFinite(hit.score())) {
          if (boosted == null) {
            boosted = new ArrayList<>(hits);
          }
          boosted.set(i, boosted(hit, successes));
        }
      }
    }
    if (boosted == null) {
      return hits.size() <= limit ? hits : hits.subList(0, limit);
    }
    boosted.sort(BEST_FIRST);
    return boosted.size() <= limit ? boosted : boosted.subList(0, limit);
  }

  private static Hit boosted(Hit hit, long successes) {
    double score = hit.score() * factor(successes);
    Optional<SearchExplanation> explanation =
        hit.explanation().map(known -> known.with(PART, score - hit.score()));
    return new Hit(hit.tool(), score, explanation, hit.fits());
  }
}
