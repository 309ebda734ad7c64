package io.gatemini.internal.retrieval;

import io.gatemini.CatalogSnapshot;
import io.gatemini.SearchHit;
import io.gatemini.ToolDescriptor;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.spi.TextAnalyzer.Token;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Words that find more tools of the backends that a search has found first. Each is one of the
 * names of a backend's other tools, and was tried: beside the task it finds a tool that the answer
 * does not have. Stateless.
 */
final class FurtherWords {
  /** The backends that get words, and the words that are tried of each: each costs a search. */
  private static final int BACKENDS = 2;

  private static final int WORDS = 2;

  /** Shorter words say little by themselves. */
  private static final int MIN_LENGTH = 3;

  private FurtherWords() {}

  /**
   * The words by backend, in the order of the hits; backends without any are left out.
   *
   * @param search finds as many tools for another task as there are hits
   */
  static Map<String, List<String>> of(
      CatalogSnapshot catalog,
      String task,
      List<SearchHit> hits,
      TextAnalyzer analyzer,
      Function<String, List<Hit>> search) {
    Set<String> known = new HashSet<>();
    hits.forEach(hit -> known.add(hit.key()));
    Set<String> asked = new HashSet<>(analyzer.tokens(task));
    hits.forEach(hit -> asked.addAll(analyzer.tokens(hit.tool().originalName())));
    Map<String, List<String>> words = new LinkedHashMap<>();
    hits.stream()
        .map(SearchHit::backend)
        .distinct()
        .limit(BACKENDS)
        .forEach(
            backend -> {
              List<String> found =
                  candidates(catalog.tools(backend), known, asked, analyzer).stream()
                      .filter(word -> findsMore(search.apply(task + " " + word), known))
                      .toList();
              if (!found.isEmpty()) {
                words.put(backend, found);
              }
            });
    return words;
  }

  private static boolean findsMore(List<Hit> hits, Set<String> known) {
    return hits.stream().anyMatch(hit -> !known.contains(hit.tool().key()));
  }

  /** The words that most of the names of the other tools have, each once whatever its form. */
  private static List<String> candidates(
      List<ToolDescriptor> tools, Set<String> known, Set<String> asked, TextAnalyzer analyzer) {
    Map<String, Word> byTerm = new LinkedHashMap<>();
    for (ToolDescriptor tool : tools) {
      if (!known.contains(tool.key())) {
        for (Token token : analyzer.analyze(tool.originalName())) {
          if (token.word().length() >= MIN_LENGTH && !asked.contains(token.term())) {
            byTerm.merge(token.term(), new Word(token.word(), 1), Word::again);
          }
        }
      }
    }
    List<Word> words = new ArrayList<>(byTerm.values());
    words.sort(Comparator.comparingInt(Word::tools).reversed());
    return words.stream().limit(WORDS).map(Word::text).toList();
  }

  private record Word(String text, int tools) {
    Word again(Word other) {
      return new Word(text, tools + other.tools);
    }
  }
}
