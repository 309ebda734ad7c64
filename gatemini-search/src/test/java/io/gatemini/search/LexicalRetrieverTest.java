package io.gatemini.search;

import static io.gatemini.search.TestCatalog.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gatemini.ToolDefinition;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.spi.Retriever.Index;
import io.gatemini.spi.Retriever.Query;
import io.gatemini.spi.RetrieverProvider;
import io.gatemini.text.WordAnalyzer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LexicalRetrieverTest {
  /** The corpus C1 of the specification, 2.8. */
  private static final List<ToolDefinition> C1 =
      List.of(
          tool("exa", "web_search_exa", "Search the web using Exa"),
          tool("exa", "find_similar", "Find similar content"),
          tool("tavily", "tavily_search", "Web search via Tavily"),
          tool("time", "get_current_time", "Get current time in a specific timezone"),
          tool("time", "convert_time", "Convert time between timezones"));

  /** Golden values of the specification, 2.8, the column of namespaced entries. */
  @ParameterizedTest
  @CsvSource({
    "web search, exa.web_search_exa, 2.671138, tavily.tavily_search, 2.334697",
    "current time, time.get_current_time, 3.525561, time.convert_time, 1.581443",
    "time, time.convert_time, 1.581443, time.get_current_time, 1.48517",
    "similar, exa.find_similar, 2.281382, ,",
  })
  void scoresAsTheSpecificationDoes(
      String query, String first, double firstScore, String second, Double secondScore) {
    List<Hit> hits = search(C1, query, 10, tool -> true);

    assertThat(hits.get(0).tool().name()).isEqualTo(first);
    assertThat(hits.get(0).score()).isCloseTo(firstScore, within(1e-6));
    if (second == null) {
      assertThat(hits).hasSize(1);
    } else {
      assertThat(hits.get(1).tool().name()).isEqualTo(second);
      assertThat(hits.get(1).score()).isCloseTo(secondScore, within(1e-6));
    }
  }

  @Test
  void countsARepeatedTermAgain() {
    double once = search(C1, "similar", 1, tool -> true).get(0).score();
    double twice = search(C1, "similar similar", 1, tool -> true).get(0).score();

    assertThat(twice).isCloseTo(2 * once, within(1e-9));
  }

  @Test
  void filtersBeforeTheLimit() {
    List<Hit> hits = search(C1, "time", 1, tool -> tool.originalName().startsWith("get"));

    assertThat(hits).extracting(hit -> hit.tool().name()).containsExactly("time.get_current_time");
  }

  @Test
  void ranksAFilteredSearchAsIfThereWereNoOtherTools() {
    Predicate<ToolDefinition> filter = tool -> !tool.backend().equals("time");

    List<Hit> filtered = search(C1, "web search using time", 10, filter);
    List<Hit> alone =
        search(C1.stream().filter(filter).toList(), "web search using time", 10, tool -> true);

    assertThat(filtered).isEqualTo(alone);
  }

  @Test
  void ordersEqualScoresByKey() {
    List<ToolDefinition> twins =
        List.of(tool("b", "run", ""), tool("a", "run", ""), tool("c", "run", ""));

    assertThat(search(twins, "run", 2, tool -> true))
        .extracting(hit -> hit.tool().name())
        .containsExactly("a.run", "b.run");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "   ", "😀", "qqqq", "...", "的"})
  void findsNothingForNothing(String query) {
    assertThat(search(C1, query, 10, tool -> true)).isEmpty();
  }

  @Test
  void searchesAnEmptyCatalog() {
    assertThat(search(List.of(), "web", 10, tool -> true)).isEmpty();
    assertThat(search(C1, "web", 10, tool -> false)).isEmpty();
  }

  @Test
  void prefersTheNameToTheDescription() {
    List<ToolDefinition> tools =
        List.of(
            tool("fs", "delete_file", "Removes it"),
            tool("fs", "list", "Shows every file that a delete would touch here"));

    assertThat(search(tools, "delete file", 10, tool -> true).get(0).tool().name())
        .isEqualTo("fs.delete_file");
  }

  @Test
  void isFoundUnderItsName() {
    assertThat(ServiceLoader.load(RetrieverProvider.class))
        .anySatisfy(
            provider -> {
              assertThat(provider.name()).isEqualTo("lexical");
              assertThat(provider.weight()).isGreaterThan(RetrieverProvider.DEFAULT_WEIGHT);
            });
  }

  @Test
  void answersManyThreadsAlike() {
    Index index = index(C1);
    List<Hit> expected = index.search(new Query("web search", 10, tool -> true));

    List<CompletableFuture<List<Hit>>> answers =
        IntStream.range(0, 200)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () -> index.search(new Query("web search", 10, tool -> true))))
            .toList();

    assertThat(answers).allSatisfy(answer -> assertThat(answer.join()).isEqualTo(expected));
  }

  /** The index answers what the formula says, tool by tool. */
  @Property(tries = 300)
  void agreesWithTheFormula(
      @ForAll("catalogs") @Size(max = 25) List<ToolDefinition> tools,
      @ForAll("texts") String query) {
    List<ToolDefinition> distinct = new ArrayList<>(distinct(tools).values());

    List<Hit> hits = search(distinct, query, 100, tool -> true);

    Map<String, Double> expected = bruteForce(distinct, query);
    assertThat(hits).hasSameSizeAs(expected.keySet());
    for (Hit hit : hits) {
      assertThat(hit.score())
          .isCloseTo(expected.getOrDefault(hit.tool().name(), 0.0), within(1e-9));
    }
  }

  @Property(tries = 300)
  void neverThrows(@ForAll String query) {
    search(C1, query, 10, tool -> true);
  }

  private static Map<String, ToolDefinition> distinct(List<ToolDefinition> tools) {
    Map<String, ToolDefinition> byName = new HashMap<>();
    tools.forEach(tool -> byName.put(tool.name(), tool));
    return byName;
  }

  private static Map<String, Double> bruteForce(List<ToolDefinition> tools, String query) {
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
    Arbitrary<String> word = Arbitraries.of("read", "write", "file", "web", "search", "x");
    return net.jqwik.api.Combinators.combine(
            word, word.list().ofMaxSize(3).map(words -> String.join("_", words)), texts())
        .as((backend, name, description) -> tool(backend, name, description))
        .list();
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of("read", "write", "file", "web", "search", "the", "x", "nothing")
        .list()
        .ofMaxSize(8)
        .map(words -> String.join(" ", words));
  }

  private static Index index(List<ToolDefinition> tools) {
    return new LexicalRetriever(new WordAnalyzer()).index(new TestCatalog(tools), Optional.empty());
  }

  private static List<Hit> search(
      List<ToolDefinition> tools, String query, int limit, Predicate<ToolDefinition> filter) {
    return index(tools).search(new Query(query, limit, filter));
  }
}
