package io.gatemini.examples.plugin.tiered;

import io.gatemini.CatalogSnapshot;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.text.WordAnalyzer;
import java.util.Optional;

/**
 * Three tiers, each asked only where the one before found nothing:
 *
 * <ol>
 *   <li>{@code bm25}: words, lower-cased and split at everything that is neither letter nor digit;
 *       those of the name count twice.
 *   <li>{@code trigram}: three-byte windows, which find {@code websrch}.
 *   <li>{@code fuzzy}: words that no tool has are read as the nearest one, which finds {@code
 *       serch}, and then BM25 once more.
 * </ol>
 *
 * <p>The filter of a query is applied to what the tiers score, not to the words that corrections
 * are taken from. The first {@value #MAX_QUERY_LENGTH} characters of a query count, and the first
 * {@value CorrectionVocabulary#MAX_CORRECTED_WORDS} unknown words are corrected. Thread-safe.
 */
public final class TieredRetriever implements Retriever {
  /** Characters of a query that count. Whatever follows is no description of a task. */
  static final int MAX_QUERY_LENGTH = 2_000;

  static final String NAME = "tiered";

  /** The tiers are defined over plain words, whatever else the gateway reads text with. */
  private final TextAnalyzer analyzer = new WordAnalyzer();

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Index index(CatalogSnapshot snapshot, Optional<Index> previous) {
    TieredIndex known =
        previous.filter(TieredIndex.class::isInstance).map(TieredIndex.class::cast).orElse(null);
    return TieredIndex.of(snapshot, analyzer, known);
  }

  /** The part of a query that counts. */
  static String cut(String query) {
    if (query.length() <= MAX_QUERY_LENGTH) {
      return query;
    }
    boolean pair = Character.isHighSurrogate(query.charAt(MAX_QUERY_LENGTH - 1));
    return query.substring(0, pair ? MAX_QUERY_LENGTH - 1 : MAX_QUERY_LENGTH);
  }
}
