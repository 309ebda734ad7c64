package io.gatemini.search;

import io.gatemini.spi.CatalogSnapshot;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.TextAnalyzer;
import java.util.Optional;

/**
 * Okapi BM25 (Robertson and Zaragoza, 2009) over an inverted index: names twice, descriptions once,
 * k1 = 1.2, b = 0.75. Thread-safe.
 */
public final class LexicalRetriever implements Retriever {
  static final String NAME = "lexical";

  private final TextAnalyzer analyzer;

  /** A retriever that reads tools and queries with the same analyzer. */
  public LexicalRetriever(TextAnalyzer analyzer) {
    this.analyzer = analyzer;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Index index(CatalogSnapshot snapshot, Optional<Index> previous) {
    return InvertedIndex.of(snapshot.tools(), analyzer);
  }
}
