package io.gatemini.examples.plugin.tiered;

import static io.gatemini.testing.TestCatalog.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.gatemini.SearchExplanation;
import io.gatemini.SearchExplanation.Repair;
import io.gatemini.ToolDescriptor;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.spi.Retriever.Index;
import io.gatemini.spi.Retriever.Query;
import io.gatemini.spi.RetrieverProvider;
import io.gatemini.testing.RetrieverContract;
import io.gatemini.testing.TestCatalog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TieredRetrieverTest {
  /** The corpus C1 of the specification, 2.8. */
  static final List<ToolDescriptor> C1 =
      List.of(
          tool("exa", "web_search_exa", "Search the web using Exa"),
          tool("exa", "find_similar", "Find similar content"),
          tool("tavily", "tavily_search", "Web search via Tavily"),
          tool("time", "get_current_time", "Get current time in a specific timezone"),
          tool("time", "convert_time", "Convert time between timezones"));

  private static final String LONG =
      "Search the web with a neural search engine. Returns results with titles, addresses and, if"
          + " asked for, the text of the pages, newest first, in any language of the world.";

  @Nested
  class Contract extends RetrieverContract {
    @Override
    protected Retriever retriever() {
      return new TieredRetriever();
    }
  }

  /** Golden values of the specification, 2.8, the column of namespaced entries. */
  @ParameterizedTest
  @CsvSource({
    "web search, exa.web_search_exa, 2.671138, tavily.tavily_search, 2.334697",
    "current time, time.get_current_time, 3.525561, time.convert_time, 1.581443",
    "time, time.convert_time, 1.581443, time.get_current_time, 1.48517",
    "similar, exa.find_similar, 2.281382, ,",
  })
  void scoresWordsAsTheSpecificationDoes(
      String query, String first, double firstScore, String second, Double secondScore) {
    List<Hit> hits = search(C1, query);

    assertThat(names(hits)).startsWith(first).hasSize(second == null ? 1 : 2);
    assertThat(hits.get(0).score()).isCloseTo(firstScore, within(1e-6));
    if (second != null) {
      assertThat(hits.get(1).tool().key()).isEqualTo(second);
      assertThat(hits.get(1).score()).isCloseTo(secondScore, within(1e-6));
    }
    assertThat(tier(C1, query)).isEqualTo("bm25");
  }

  /** Golden values of the specification, 2.5 and 2.8, the namespaced keys. */
  @ParameterizedTest
  @CsvSource({
    "websrch, tavily.tavily_search, 0.06667, exa.web_search_exa, 0.05405",
    "curent, time.get_current_time, 0.06522, ,",
    "conver, time.convert_time, 0.12121, ,",
  })
  void scoresTrigramsAsTheSpecificationDoes(
      String query, String first, double firstScore, String second, Double secondScore) {
    List<Hit> hits = search(C1, query);

    assertThat(names(hits)).startsWith(first);
    assertThat(hits.get(0).score()).isCloseTo(firstScore, within(1e-5));
    if (second != null) {
      assertThat(hits.get(1).tool().key()).isEqualTo(second);
      assertThat(hits.get(1).score()).isCloseTo(secondScore, within(1e-5));
    }
    assertThat(tier(C1, query)).isEqualTo("trigram");
  }

  /** The specification, 2.5 and 2.8: tier 2 finds nothing, one edit is repaired. */
  @ParameterizedTest
  @CsvSource({"serch, search", "tme, time", "tavly, tavily"})
  void correctsTypingErrors(String query, String readAs) {
    List<Hit> hits = search(C1, query);

    assertThat(tier(C1, query)).isEqualTo("fuzzy");
    assertThat(explain(C1, query).repairs())
        .extracting(Repair::word, Repair::readAs)
        .containsExactly(tuple(query, readAs));
    assertThat(hits).isEqualTo(search(C1, readAs));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "   ", "😀", "xyzzy", "...", "的", "zz"})
  void findsNothingForNothing(String query) {
    assertThat(search(C1, query)).isEmpty();
  }

  /** The seeds' examples, over tools that are described at any length. */
  @ParameterizedTest
  @CsvSource({"websrch", "serch", "Websrch", "web_serch"})
  void findsTheSeedsExamples(String query) {
    for (String description : List.of("", "Search the web", LONG)) {
      List<ToolDescriptor> tools =
          List.of(
              tool("exa", "web_search", description),
              tool("time", "convert_time", "Convert time between timezones"),
              tool("files", "read_text_file", "Read a file as text"));

      assertThat(names(search(tools, query)))
          .as("described as \"%s\"", description)
          .startsWith("exa.web_search");
    }
  }

  @Test
  void readsAWordAsTwoOfANameWhereNoOtherIsNear() {
    List<ToolDescriptor> tools = List.of(tool("exa", "web_search", LONG));

    assertThat(explain(tools, "websrch").repairs())
        .containsExactly(new Repair("websrch", "web search", 1 - 2 / 9.0));
  }

  @Test
  void prefersTheNearestWordThenTheCommonestThenTheFirst() {
    List<ToolDescriptor> tools =
        List.of(
            tool("a", "cut", ""),
            tool("b", "cot", ""),
            tool("c", "cat", ""),
            tool("d", "cut", ""),
            tool("e", "cot", ""),
            tool("f", "planting", ""),
            tool("g", "painting", ""),
            tool("h", "painting", ""));

    assertThat(explain(tools, "cxt").repairs()).extracting(Repair::readAs).containsOnly("cot");
    assertThat(explain(tools.subList(0, 3), "cxt").repairs())
        .extracting(Repair::readAs)
        .containsOnly("cat");
    // Two edits from "planting", three from the commoner "painting".
    assertThat(explain(tools, "plxntxng").repairs())
        .extracting(Repair::readAs)
        .containsOnly("planting");
  }

  @Test
  void forgivesMoreErrorsInLongerWords() {
    assertThat(IntStream.of(3, 4, 5, 12, 13, 40).map(CorrectionVocabulary::bound))
        .containsExactly(1, 1, 2, 2, 3, 3);
  }

  @Test
  void filtersWhatIsScoredAndNotTheWordsOfCorrections() {
    Predicate<ToolDescriptor> exaOnly = tool -> tool.backend().equals("exa");

    assertThat(names(search(C1, "time web", exaOnly))).containsExactly("exa.web_search_exa");
    assertThat(names(search(C1, "websrch", exaOnly))).containsExactly("exa.web_search_exa");
    assertThat(names(search(C1, "serch", exaOnly))).containsExactly("exa.web_search_exa");
    // "tavly" is read as a word that only a tool has which the filter keeps out.
    assertThat(search(C1, "tavly", exaOnly)).isEmpty();
  }

  @Test
  void ranksAFilteredSearchAsIfThereWereNoOtherTools() {
    Predicate<ToolDescriptor> filter = tool -> !tool.backend().equals("time");
    List<ToolDescriptor> others = C1.stream().filter(filter).toList();

    for (String query : List.of("web search using time", "websrch", "serch")) {
      assertThat(search(C1, query, filter)).isNotEmpty().isEqualTo(search(others, query));
    }
  }

  @Test
  void filtersBeforeTheLimit() {
    List<Hit> hits =
        index(C1).search(new Query("time", 1, tool -> tool.originalName().startsWith("get")));

    assertThat(names(hits)).containsExactly("time.get_current_time");
  }

  @Test
  void ordersEqualScoresByKey() {
    List<ToolDescriptor> twins =
        List.of(tool("b", "run", ""), tool("a", "run", ""), tool("c", "run", ""));

    assertThat(names(index(twins).search(new Query("run", 2, tool -> true))))
        .containsExactly("a.run", "b.run");
  }

  @Test
  void countsARepeatedTermAgain() {
    double once = search(C1, "similar").get(0).score();
    double twice = search(C1, "similar similar").get(0).score();

    assertThat(twice).isCloseTo(2 * once, within(1e-9));
  }

  @Test
  void searchesAnEmptyCatalog() {
    assertThat(search(List.of(), "web")).isEmpty();
    assertThat(search(C1, "serch", tool -> false)).isEmpty();
  }

  @Test
  void explainsOnlyWhereItIsAsked() {
    assertThat(search(C1, "web search")).allMatch(hit -> hit.explanation().isEmpty());

    Hit hit = index(C1).search(new Query("web search", 1, tool -> true, true)).get(0);
    assertThat(hit.explanation())
        .contains(new SearchExplanation("tiered", Map.of("bm25", hit.score()), List.of()));
  }

  @Test
  void indexesAgainOnlyWhatChanged() {
    TieredRetriever retriever = new TieredRetriever();
    Index first = retriever.index(TestCatalog.of(C1), Optional.empty());
    List<ToolDescriptor> changed = new ArrayList<>(C1.subList(0, 2));
    changed.add(tool("tavily", "tavily_crawl", "Crawl pages via Tavily"));
    changed.add(tool("maps", "geocode", "Find a place"));

    Index second = retriever.index(TestCatalog.of(changed), Optional.of(first));

    assertThat(((TieredIndex) second).segments()).hasSize(3);
    assertThat(((TieredIndex) second).segments())
        .filteredOn(segment -> ((TieredIndex) first).segments().contains(segment))
        .flatExtracting(TieredSegment::tools)
        .containsExactlyInAnyOrderElementsOf(C1.subList(0, 2));
    for (String query : List.of("web search", "tavily", "crwl", "serch", "geocod", "curent time")) {
      Query asked = new Query(query, 10, tool -> true, true);
      assertThat(second.search(asked)).isEqualTo(index(changed).search(asked));
    }
    // Words and name pairs of tools that left are not read into queries.
    assertThat(second.search(new Query("timezoness", 10, tool -> true))).isEmpty();
  }

  @Test
  void isBoundedForHostileQueries() {
    List<ToolDescriptor> tools =
        IntStream.range(0, 5_000)
            .mapToObj(i -> tool("b" + i % 100, "word" + i + "_search", "does thing" + i * 7 + LONG))
            .toList();
    Index index = index(tools);
    Random random = new Random(7);
    String letters =
        random
            .ints(10_000, 'a', 'z' + 1)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
    List<String> hostile =
        List.of(
            letters,
            letters.replaceAll("(.{6})", "$1 "),
            letters.replaceAll("(.)", "$1 "),
            "😀".repeat(500_000),
            "wrd1_serch ".repeat(100_000),
            "a".repeat(1_000_000));
    index.search(new Query(letters, 10, tool -> true));

    for (String query : hostile) {
      long began = System.nanoTime();
      index.search(new Query(query, 10, tool -> true));
      // Some milliseconds on an idle machine; unbounded correction takes minutes.
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
    }
  }

  @Test
  void readsTheBeginningOfAnEndlessQuery() {
    String endless = "web search " + "x".repeat(1_000_000) + " similar";

    assertThat(names(search(C1, endless))).isEqualTo(names(search(C1, "web search")));
  }

  @Test
  void isFoundUnderItsNameAndAnswersOnlyWhenAsked() {
    assertThat(ServiceLoader.load(RetrieverProvider.class))
        .anySatisfy(
            provider -> {
              assertThat(provider.name()).isEqualTo("tiered");
              assertThat(provider.weight()).isEqualTo(50);
            });
  }

  @Test
  void answersManyThreadsAlike() {
    Index index = index(C1);
    List<String> queries = List.of("web search", "websrch", "serch");
    List<List<Hit>> expected =
        queries.stream().map(query -> index.search(new Query(query, 10, tool -> true))).toList();

    List<CompletableFuture<List<Hit>>> answers =
        IntStream.range(0, 300)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () -> index.search(new Query(queries.get(i % 3), 10, tool -> true))))
            .toList();

    for (int i = 0; i < answers.size(); i++) {
      assertThat(answers.get(i).join()).isEqualTo(expected.get(i % 3));
    }
  }

  private static Index index(List<ToolDescriptor> tools) {
    return new TieredRetriever().index(TestCatalog.of(tools), Optional.empty());
  }

  private static List<Hit> search(List<ToolDescriptor> tools, String query) {
    return search(tools, query, tool -> true);
  }

  private static List<Hit> search(
      List<ToolDescriptor> tools, String query, Predicate<ToolDescriptor> filter) {
    return index(tools).search(new Query(query, 10, filter));
  }

  private static List<String> names(List<Hit> hits) {
    return hits.stream().map(hit -> hit.tool().key()).toList();
  }

  private static SearchExplanation explain(List<ToolDescriptor> tools, String query) {
    return index(tools)
        .search(new Query(query, 10, tool -> true, true))
        .get(0)
        .explanation()
        .orElseThrow();
  }

  private static String tier(List<ToolDescriptor> tools, String query) {
    return explain(tools, query).scores().keySet().iterator().next();
  }
}
