package io.gatemini.examples.plugin.tiered;

import static io.gatemini.testing.TestCatalog.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gatemini.ToolDefinition;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.spi.Retriever.Query;
import io.gatemini.testing.TestCatalog;
import io.gatemini.text.WordAnalyzer;
import java.util.ArrayList;
import java.util.HashMap;
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

/** What holds for the tiers whatever is asked of whatever catalog. */
class TieredPropertiesTest {
  @Property(tries = 300)
  void answersEveryQueryInOrder(
      @ForAll("catalogs") List<ToolDefinition> tools,
      @ForAll("queries") String query,
      @ForAll @IntRange(min = 1, max = 12) int limit) {
    answersInOrder(new TieredRetriever(), tools, query, limit);
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

  /** Tier 1 answers what the formula says, tool by tool. */
  @Property(tries = 300)
  void agreesWithTheFormula(
      @ForAll("catalogs") List<ToolDefinition> tools, @ForAll("texts") String query) {
    Map<String, Double> expected = bm25(tools, query);

    List<Hit> hits =
        new TieredRetriever()
            .index(TestCatalog.of(tools), Optional.empty())
            .search(new Query(query, 100, tool -> true));

    if (!expected.isEmpty()) {
      assertThat(hits).hasSameSizeAs(expected.keySet());
      for (Hit hit : hits) {
        assertThat(hit.score())
            .isCloseTo(expected.getOrDefault(hit.tool().name(), 0.0), within(1e-9));
      }
    }
  }

  private static Map<String, Double> bm25(List<ToolDefinition> tools, String query) {
    WordAnalyzer analyzer = new WordAnalyzer();
    Map<String, List<String>> documents = new HashMap<>();
    for (ToolDefinition tool : tools) {
      List<String> tokens = new ArrayList<>(analyzer.tokens(tool.name()));
      tokens.addAll(analyzer.tokens(tool.name()));
      tokens.addAll(analyzer.tokens(tool.description()));
      documents.put(tool.name(), tokens);
    }
    double average = documents.values().stream().mapToInt(List::size).average().orElse(1);
    Map<String, Double> scores = new HashMap<>();
    for (String term : analyzer.tokens(query)) {
      long df = documents.values().stream().filter(tokens -> tokens.contains(term)).count();
      double idf = Math.log((tools.size() - df + 0.5) / (df + 0.5) + 1);
      documents.forEach(
          (name, tokens) -> {
            double f = tokens.stream().filter(term::equals).count();
            if (f > 0) {
              double weight = f * 2.2 / (f + 1.2 * (0.25 + 0.75 * tokens.size() / average));
              scores.merge(name, idf * weight, Double::sum);
            }
          });
    }
    return scores;
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
        .map(TieredPropertiesTest::distinct);
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
