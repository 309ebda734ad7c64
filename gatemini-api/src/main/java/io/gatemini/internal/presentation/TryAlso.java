package io.gatemini.internal.presentation;

import io.gatemini.internal.presentation.Vocabulary.Term;
import io.gatemini.internal.presentation.Vocabulary.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Terms that are distinctive for a backend, for a follow-up search.
 *
 * <p>A term scores {@code ln(N/df) + 0.1 * max(length - 3, 0)} over one snapshot (functional
 * specification, 1.10); the three best of each backend are told, found when first asked for.
 * Immutable to the outside and thread-safe.
 */
final class TryAlso {
  private static final int TERMS = 3;

  private final int tools;
  private final int[] frequencies;
  private final Map<String, Terms> termsByBackend;
  private final Map<String, List<String>> best = new ConcurrentHashMap<>();

  /**
   * @param tools how many tools there are
   * @param frequencies how many of them have a term, by its number
   */
  TryAlso(int tools, int[] frequencies, Map<String, Terms> termsByBackend) {
    this.tools = tools;
    this.frequencies = frequencies;
    this.termsByBackend = termsByBackend;
  }

  /** At most three terms, best first, ties in alphabetical order. */
  List<String> of(String backend) {
    List<String> known = best.get(backend);
    if (known == null) {
      Terms terms = termsByBackend.get(backend);
      known = terms == null ? List.of() : best(terms.terms());
      if (terms != null) {
        best.put(backend, known);
      }
    }
    return known;
  }

  private List<String> best(Term[] terms) {
    Term[] leading = new Term[Math.min(TERMS, terms.length)];
    double[] scores = new double[leading.length];
    int count = 0;
    for (Term term : terms) {
      double score = score(term, frequencies[term.number()], tools);
      int place = count;
      while (place > 0 && comesBefore(term, score, leading[place - 1], scores[place - 1])) {
        place--;
      }
      if (place < leading.length) {
        count = Math.min(count + 1, leading.length);
        System.arraycopy(leading, place, leading, place + 1, count - 1 - place);
        System.arraycopy(scores, place, scores, place + 1, count - 1 - place);
        leading[place] = term;
        scores[place] = score;
      }
    }
    List<String> texts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      texts.add(leading[i].text());
    }
    return List.copyOf(texts);
  }

  private static boolean comesBefore(Term term, double score, Term other, double otherScore) {
    return score > otherScore || (score == otherScore && term.text().compareTo(other.text()) < 0);
  }

  /** The score of a term that {@code frequency} of {@code tools} tools have. */
  static double score(Term term, int frequency, int tools) {
    return Math.log((double) tools / frequency) + term.lengthBonus();
  }
}
