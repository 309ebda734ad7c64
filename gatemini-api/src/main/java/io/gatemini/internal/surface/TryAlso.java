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
import java.util.concurrent.ConcurrentHashMap;

/**
 * Terms that are distinctive for a backend, for a follow-up search.
 *
 * <p>A term scores {@code ln(N/df) + 0.1 * max(length - 3, 0)} over one snapshot (functional
 * specification, 1.10); the three best of each backend are told. Document frequencies are counted
 * once, the terms of a backend when they are first asked for. Thread-safe.
 */
final class TryAlso {
  private static final int TERMS = 3;
  private static final int MIN_TERM_BYTES = 3;

  /** Longer tokens are data, not words; their length would win every comparison. */
  private static final int MAX_TERM_LENGTH = 30;

  private static final WordAnalyzer WORDS = new WordAnalyzer();

  private final CatalogSnapshot snapshot;
  private final Map<String, Integer> documentFrequency = new HashMap<>();
  private final Map<String, List<String>> byBackend = new ConcurrentHashMap<>();

  TryAlso(CatalogSnapshot snapshot) {
    this.snapshot = snapshot;
    for (ToolDefinition tool : snapshot.tools()) {
      for (String term : terms(tool)) {
        documentFrequency.merge(term, 1, Integer::sum);
      }
    }
  }

  /** At most three terms, best first, ties in alphabetical order. */
  List<String> of(String backend) {
    List<String> known = byBackend.get(backend);
    return known != null ? known : byBackend.computeIfAbsent(backend, this::compute);
  }

  private List<String> compute(String backend) {
    Map<String, Double> scores = new HashMap<>();
    for (ToolDefinition tool : snapshot.tools(backend)) {
      terms(tool).forEach(term -> scores.computeIfAbsent(term, this::score));
    }
    return scores.entrySet().stream()
        .sorted(
            Comparator.comparingDouble((Map.Entry<String, Double> entry) -> -entry.getValue())
                .thenComparing(Map.Entry::getKey))
        .limit(TERMS)
        .map(Map.Entry::getKey)
        .toList();
  }

  double score(String term) {
    int frequency = documentFrequency.getOrDefault(term, 1);
    return Math.log((double) snapshot.tools().size() / frequency)
        + 0.1 * Math.max(bytes(term) - MIN_TERM_BYTES, 0);
  }

  private static Set<String> terms(ToolDefinition tool) {
    Set<String> terms = new HashSet<>(WORDS.tokens(tool.name() + " " + tool.description()));
    terms.removeIf(term -> term.length() > MAX_TERM_LENGTH || bytes(term) < MIN_TERM_BYTES);
    return terms;
  }

  private static int bytes(String term) {
    return term.getBytes(StandardCharsets.UTF_8).length;
  }
}
