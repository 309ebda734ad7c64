package io.gatemini.search;

import io.gatemini.CatalogSnapshot;
import io.gatemini.spi.Retriever;
import io.gatemini.testing.RetrieverProperties;
import io.gatemini.text.WordAnalyzer;
import java.util.List;
import java.util.Optional;

/** Properties of a fusion for any query over any catalog. */
class RetrieverPropertiesTest extends RetrieverProperties {
  @Override
  protected Retriever retriever() {
    return new ReciprocalRankFusion(
        List.of(HybridRetriever.lexical(new WordAnalyzer()), new ByLetter()));
  }

  /** Finds the tools whose key holds the first letter of the query. */
  private static final class ByLetter implements Retriever {
    @Override
    public String name() {
      return "by-letter";
    }

    @Override
    public Index index(CatalogSnapshot snapshot, Optional<Index> previous) {
      return query ->
          snapshot.tools().stream()
              .filter(
                  tool ->
                      tool.key()
                          .contains(query.text().isEmpty() ? "" : query.text().substring(0, 1)))
              .filter(query.filter())
              .limit(query.limit())
              .map(tool -> new Hit(tool, 1))
              .toList();
    }
  }
}
