package io.gatemini.search;

import io.gatemini.CatalogSnapshot;
import io.gatemini.spi.Retriever;
import io.gatemini.testing.RetrieverProperties;
import io.gatemini.testing.TestRetriever;
import io.gatemini.text.WordAnalyzer;
import java.util.List;

/** Properties of a fusion for any query over any catalog. */
class RetrieverPropertiesTest extends RetrieverProperties {
  @Override
  protected Retriever retriever() {
    return new ReciprocalRankFusion(
        List.of(
            HybridRetriever.lexical(new WordAnalyzer()),
            new TestRetriever("by-letter", (snapshot, previous) -> byLetter(snapshot))));
  }

  /** Finds the tools whose key holds the first letter of the query. */
  private static Retriever.Index byLetter(CatalogSnapshot snapshot) {
    return query ->
        snapshot.tools().stream()
            .filter(
                tool ->
                    tool.key().contains(query.text().isEmpty() ? "" : query.text().substring(0, 1)))
            .filter(query.filter())
            .limit(query.limit())
            .map(tool -> new Retriever.Hit(tool, 1))
            .toList();
  }
}
