package io.gatemini.examples.plugin.tiered;

import io.gatemini.CatalogSnapshot;
import io.gatemini.SearchExplanation;
import io.gatemini.SearchExplanation.Repair;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.spi.Retriever.Index;
import io.gatemini.spi.Retriever.Query;
import io.gatemini.spi.TextAnalyzer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One segment a backend, and the words of all of them. The index of the next snapshot takes over
 * the segments of the backends that did not change. Immutable; searched by many threads at a time.
 */
final class TieredIndex implements Index {
  private final TextAnalyzer analyzer;
  private final Map<String, TieredSegment> byBackend;
  private final List<TieredSegment> segments;
  private final CorrectionVocabulary vocabulary;

  private TieredIndex(
      TextAnalyzer analyzer,
      Map<String, TieredSegment> byBackend,
      CorrectionVocabulary vocabulary) {
    this.analyzer = analyzer;
    this.byBackend = byBackend;
    this.segments = List.copyOf(byBackend.values());
    this.vocabulary = vocabulary;
  }

  static TieredIndex of(
      CatalogSnapshot snapshot, TextAnalyzer analyzer, @Nullable TieredIndex previous) {
    Map<String, TieredSegment> known = previous == null ? Map.of() : previous.byBackend;
    Map<String, TieredSegment> byBackend = new HashMap<>();
    List<TieredSegment> added = new ArrayList<>();
    Map<String, TieredSegment> replaced = new HashMap<>(known);
    for (String backend : snapshot.backends()) {
      TieredSegment segment = known.get(backend);
      if (segment != null && segment.isOf(snapshot.tools(backend))) {
        replaced.remove(backend);
      } else {
        segment = TieredSegment.of(snapshot.tools(backend), analyzer);
        added.add(segment);
      }
      byBackend.put(backend, segment);
    }
    CorrectionVocabulary vocabulary =
        previous == null ? CorrectionVocabulary.empty() : previous.vocabulary;
    return new TieredIndex(analyzer, byBackend, vocabulary.with(added, replaced.values()));
  }

  @Override
  public List<Hit> search(Query query) {
    String text = TieredRetriever.cut(query.text());
    List<String> words = analyzer.tokens(text);
    if (words.isEmpty() || segments.isEmpty()) {
      return List.of();
    }
    TieredCorpus corpus = new TieredCorpus(segments, query.filter());
    List<Hit> hits = corpus.bm25(known(words), query.limit());
    if (!hits.isEmpty()) {
      return explained(hits, query, "bm25", List.of());
    }
    hits = corpus.trigrams(text, query.limit());
    if (!hits.isEmpty()) {
      return explained(hits, query, "trigram", List.of());
    }
    Map<String, Repair> corrections = vocabulary.corrections(words);
    if (corrections.isEmpty()) {
      return List.of();
    }
    List<String> corrected = CorrectionVocabulary.corrected(words, corrections);
    return explained(
        corpus.bm25(known(corrected), query.limit()),
        query,
        "fuzzy",
        List.copyOf(corrections.values()));
  }

  /** Words that no tool has cost a look into every segment and score nothing. */
  private List<String> known(List<String> words) {
    return words.stream().filter(vocabulary::contains).toList();
  }

  private static List<Hit> explained(
      List<Hit> hits, Query query, String tier, List<Repair> repairs) {
    if (!query.explain()) {
      return hits;
    }
    return hits.stream()
        .map(
            hit ->
                new Hit(
                    hit.tool(),
                    hit.score(),
                    Optional.of(
                        new SearchExplanation(
                            TieredRetriever.NAME, Map.of(tier, hit.score()), repairs))))
        .toList();
  }

  /** The segments, for a test to see that they are taken over. */
  Set<TieredSegment> segments() {
    return byBackend.values().stream().collect(Collectors.toUnmodifiableSet());
  }
}
