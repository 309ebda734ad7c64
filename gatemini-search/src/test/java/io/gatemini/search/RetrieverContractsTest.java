package io.gatemini.search;

import io.gatemini.search.embedding.StaticModel;
import io.gatemini.spi.Retriever;
import io.gatemini.testing.RetrieverContract;
import io.gatemini.text.EnglishAnalyzer;
import org.junit.jupiter.api.Nested;

/** The retrievers of this module keep what each retriever promises. */
class RetrieverContractsTest {
  private static final EnglishAnalyzer ANALYZER = new EnglishAnalyzer();

  @Nested
  class Hybrid extends RetrieverContract {
    @Override
    protected Retriever retriever() {
      return HybridRetriever.of(ANALYZER, StaticModel.bundled().orElseThrow());
    }
  }

  @Nested
  class Lexical extends RetrieverContract {
    @Override
    protected Retriever retriever() {
      return HybridRetriever.lexical(ANALYZER);
    }
  }

  @Nested
  class Semantic extends RetrieverContract {
    @Override
    protected Retriever retriever() {
      return HybridRetriever.semantic(ANALYZER, StaticModel.bundled().orElseThrow());
    }
  }
}
