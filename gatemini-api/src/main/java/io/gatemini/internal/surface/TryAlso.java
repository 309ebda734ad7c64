package io.gatemini.internal.surface;

import io.gatemini.ToolDefinition;
import io.gatemini.spi.CatalogSnapshot;
import io.gatemini.text.WordAnalyzer;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Terms that are distinctive for a backend, for a follow-up search.
 *
 * <p>A term scores {@code ln(N/df) + 0.1 * max(length - 3, 0)} over one snapshot (functional
 * specification, 1.10); the three best of each backend are told. Made in one pass over all tools;
 * keeps nothing but the terms it tells. Immutable.
 */
final class TryAlso {
  private static final int TERMS = 3;
  private static final int MIN_TERM_BYTES = 3;

  /** Longer tokens are data, not words; their length would win every comparison. */
  private static final int MAX_TERM_LENGTH = 30;

  private static final WordAnalyzer WORDS = new WordAnalyzer();

  private final Map<String, List<String>> byBackend;

  private TryAlso(Map<String, List<String>> byBackend) {
    this.byBackend = byBackend;
  }

  static TryAlso of(CatalogSnapshot snapshot) {
    Map<String, Frequency> frequencies = new HashMap<>();
    Map<String, Set<Frequency>> termsByBackend = new HashMap<>();
    int tool = 0;
    for (ToolDefinition definition : snapshot.tools()) {
      Set<Frequency> ofBackend =
          termsByBackend.computeIfAbsent(definition.backend(), name -> new HashSet<>());
      tool++;
      for (String term : WORDS.tokens(definition.name() + " " + definition.description())) {
        if (isTerm(term)) {
          Frequency frequency = frequencies.computeIfAbsent(term, Frequency::new);
          frequency.countOnce(tool);
          ofBackend.add(frequency);
        }
      }
    }
    int tools = tool;
    Map<String, List<String>> byBackend = new HashMap<>();
    termsByBackend.forEach((backend, terms) -> byBackend.put(backend, best(terms, tools)));
    return new TryAlso(byBackend);
  }

  /** At most three terms, best first, ties in alphabetical order. */
  List<String> of(String backend) {
    return byBackend.getOrDefault(backend, List.of());
  }

  private static List<String> best(Set<Frequency> terms, int tools) {
    record Scored(String term, double score) {}
    return terms.stream()
        .map(frequency -> new Scored(frequency.term, score(frequency.term, frequency.tools, tools)))
        .sorted(Comparator.comparingDouble(Scored::score).reversed().thenComparing(Scored::term))
        .limit(TERMS)
        .map(Scored::term)
        .toList();
  }

  /** The score of a term that {@code frequency} of {@code tools} tools have. */
  static double score(String term, int frequency, int tools) {
    return Math.log((double) tools / frequency) + 0.1 * Math.max(bytes(term) - MIN_TERM_BYTES, 0);
  }

  private static int bytes(String term) {
    return term.getBytes(StandardCharsets.UTF_8).length;
  }

  private static boolean isTerm(String token) {
    return token.length() <= MAX_TERM_LENGTH
        && (token.length() >= MIN_TERM_BYTES || bytes(token) >= MIN_TERM_BYTES);
  }

  /** How many tools have a term. */
  private static final class Frequency {
    private final String term;
    private int tools;
    private int lastTool;

    Frequency(String term) {
      this.term = term;
    }

    /** Counts a tool, however often it has the term; tools come one after the other. */
    void countOnce(int tool) {
      if (tool != lastTool) {
        lastTool = tool;
        tools++;
      }
    }
  }
}
