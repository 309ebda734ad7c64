package io.gatemini.examples.plugin.tiered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gatemini.ToolDescriptor;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.spi.Retriever.Query;
import io.gatemini.testing.RetrieverProperties;
import io.gatemini.testing.TestCatalog;
import io.gatemini.text.WordAnalyzer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Properties of the tiers for any query over any catalog. */
class TieredPropertiesTest extends RetrieverProperties {
  @Override
  protected Retriever retriever() {
    return new TieredRetriever();
  }

  /** Tier 1 answers what the formula says, tool by tool. */
  @Property(tries = 300)
  void agreesWithTheFormula(
      @ForAll("catalogs") List<ToolDescriptor> tools, @ForAll("texts") String query) {
    Map<String, Double> expected = bm25(tools, query);

    List<Hit> hits =
        retriever()
            .index(TestCatalog.of(tools), Optional.empty())
            .search(new Query(query, 100, tool -> true));

    if (!expected.isEmpty()) {
      assertThat(hits).hasSameSizeAs(expected.keySet());
      for (Hit hit : hits) {
        assertThat(hit.score())
            .isCloseTo(expected.getOrDefault(hit.tool().key(), 0.0), within(1e-9));
      }
    }
  }

  private static Map<String, Double> bm25(List<ToolDescriptor> tools, String query) {
    WordAnalyzer analyzer = new WordAnalyzer();
    Map<String, List<String>> documents = new HashMap<>();
    for (ToolDescriptor tool : tools) {
      List<String> tokens = new ArrayList<>(analyzer.tokens(tool.key()));
      tokens.addAll(analyzer.tokens(tool.key()));
      tokens.addAll(analyzer.tokens(tool.description()));
      documents.put(tool.key(), tokens);
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
}
