package io.gatemini.internal.retrieval;

import io.gatemini.SearchHit;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.spi.TextAnalyzer.Token;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Words that find more tools of the backends that a search has found first: those that the names of
 * their next tools have and the answer does not. Stateless.
 */
final class FurtherWords {
  /** How many tools below the last hit are looked at. */
  static final int NEXT = 20;

  private static final int BACKENDS = 2;
  private static final int WORDS = 2;

  /** Shorter words say little by themselves. */
  private static final int MIN_LENGTH = 3;

  private FurtherWords() {}

  /**
   * The words by backend, in the order of the hits; backends without any are left out.
   *
   * @param ranked the tools of a longer answer to the same task
   */
  static Map<String, List<String>> of(
      String task, List<SearchHit> hits, List<Hit> ranked, TextAnalyzer analyzer) {
    Set<String> known = new HashSet<>();
    Set<String> asked = new HashSet<>(analyzer.tokens(task));
    for (SearchHit hit : hits) {
      known.add(hit.key());
      asked.addAll(analyzer.tokens(hit.tool().originalName()));
    }
    Map<String, List<String>> words = new LinkedHashMap<>();
    hits.stream()
        .map(SearchHit::backend)
        .distinct()
        .limit(BACKENDS)
        .forEach(
            backend -> {
              List<String> found =
                  ranked.stream()
                      .map(Hit::tool)
                      .filter(tool -> tool.backend().equals(backend) && !known.contains(tool.key()))
                      .flatMap(tool -> analyzer.analyze(tool.originalName()).stream())
                      .filter(token -> token.word().length() >= MIN_LENGTH)
                      .filter(token -> asked.add(token.term()))
                      .map(Token::word)
                      .limit(WORDS)
                      .toList();
              if (!found.isEmpty()) {
                words.put(backend, found);
              }
            });
    return words;
  }
}
