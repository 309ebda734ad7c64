package io.gatemini.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.CatalogSnapshot;
import io.gatemini.ToolDescriptor;
import io.gatemini.spi.Retriever;
import io.gatemini.testing.RetrieverProperties;
import io.gatemini.testing.TestCatalog;
import io.gatemini.testing.TestRetriever;
import io.gatemini.text.WordAnalyzer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Properties of a fusion for any query over any catalog. */
class RetrieverPropertiesTest extends RetrieverProperties {
  private final List<Retriever> fused =
      List.of(
          HybridRetriever.lexical(new WordAnalyzer()),
          new TestRetriever("by-letter", (snapshot, previous) -> byLetter(snapshot)));

  @Override
  protected Retriever retriever() {
    return new ReciprocalRankFusion(fused);
  }

  @Property(tries = 100)
  void findsWhatOneOfThemFinds(
      @ForAll("catalogs") List<ToolDescriptor> tools, @ForAll("queries") String query) {
    assertThat(found(retriever(), tools, query))
        .containsExactlyInAnyOrderElementsOf(
            fused.stream()
                .flatMap(one -> found(one, tools, query).stream())
                .collect(Collectors.toSet()));
  }

  private static List<String> found(Retriever by, List<ToolDescriptor> tools, String query) {
    return by
        .index(TestCatalog.of(tools), Optional.empty())
        .search(new Retriever.Query(query, tools.size() + 1, tool -> true, false))
        .stream()
        .map(hit -> hit.tool().key())
        .toList();
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
