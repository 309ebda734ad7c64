package io.gatemini.search;

import static io.gatemini.testing.TestCatalog.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.CatalogSnapshot;
import io.gatemini.ToolDefinition;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.spi.Retriever.Query;
import io.gatemini.testing.TestCatalog;
import io.gatemini.text.WordAnalyzer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** What holds for a fusion whatever is asked of whatever catalog. */
class RetrieverPropertiesTest {
  @Property(tries = 300)
  void fusionAnswersEveryQueryInOrder(
      @ForAll("catalogs") List<ToolDefinition> tools,
      @ForAll("queries") String query,
      @ForAll @IntRange(min = 1, max = 12) int limit) {
    answersInOrder(
        new ReciprocalRankFusion(
            List.of(HybridRetriever.lexical(new WordAnalyzer()), new ByLetter())),
        tools,
        query,
        limit);
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
                      tool.name()
                          .contains(query.text().isEmpty() ? "" : query.text().substring(0, 1)))
              .filter(query.filter())
              .limit(query.limit())
              .map(tool -> new Hit(tool, 1))
              .toList();
    }
  }

  private static void answersInOrder(
      Retriever retriever, List<ToolDefinition> tools, String query, int limit) {
    Retriever.Index index = retriever.index(TestCatalog.of(tools), Optional.empty());
    for (boolean explain : new boolean[] {false, true}) {
      List<Hit> hits =
          index.search(new Query(query, limit, tool -> !tool.backend().equals("read"), explain));

      assertThat(hits).hasSizeLessThanOrEqualTo(limit);
      assertThat(hits).allMatch(hit -> hit.score() > 0 && Double.isFinite(hit.score()));
      assertThat(hits).extracting(hit -> hit.tool().name()).doesNotHaveDuplicates();
      assertThat(hits).noneMatch(hit -> hit.tool().backend().equals("read"));
      assertThat(hits).allMatch(hit -> hit.explanation().isPresent() == explain);
      for (int i = 1; i < hits.size(); i++) {
        Hit before = hits.get(i - 1);
        Hit after = hits.get(i);
        assertThat(before.score()).isGreaterThanOrEqualTo(after.score());
        if (before.score() == after.score()) {
          assertThat(before.tool().name()).isLessThan(after.tool().name());
        }
      }
    }
  }

  @Provide
  Arbitrary<List<ToolDefinition>> catalogs() {
    Arbitrary<String> word = Arbitraries.of("read", "write", "file", "web", "search", "x", "Größe");
    Arbitrary<String> description =
        Arbitraries.oneOf(texts(), Arbitraries.strings().ofMaxLength(9));
    return Combinators.combine(
            word, word.list().ofMaxSize(3).map(words -> String.join("_", words)), description)
        .as((backend, name, text) -> tool(backend, name, text))
        .list()
        .ofMaxSize(25)
        .map(RetrieverPropertiesTest::distinct);
  }

  private static List<ToolDefinition> distinct(List<ToolDefinition> tools) {
    Map<String, ToolDefinition> byName = new LinkedHashMap<>();
    tools.forEach(tool -> byName.put(tool.name(), tool));
    return List.copyOf(byName.values());
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of("read", "write", "file", "web", "search", "the", "no")
        .list()
        .ofMaxSize(8)
        .map(words -> String.join(" ", words));
  }

  /** Any Unicode, words of the catalog, and such words with typing errors. */
  @Provide
  Arbitrary<String> queries() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(40),
        texts(),
        Arbitraries.of("serch", "websrch", "fil", "raed wirte", "größe", "filewrite", "𝔴𝔢𝔟 ß"));
  }
}
