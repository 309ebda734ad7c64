package io.gatemini.search;

import static io.gatemini.testing.TestCatalog.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gatemini.ToolDescriptor;
import io.gatemini.search.embedding.StaticModel;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.spi.Retriever.Index;
import io.gatemini.spi.Retriever.Query;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.testing.TestCatalog;
import io.gatemini.testing.Words;
import io.gatemini.text.EnglishAnalyzer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** An index that was made from others answers as one that was made at once. */
class IncrementalIndexTest {
  private static final List<String> QUERIES =
      List.of(
          Words.of(
              """
              search the web | searching files
              read a file and send it by mail, then list the calendar events
              delete 'old mail' of the calendar | calendars | weather forecast | query the database
              查询天气 | fetch | nothing of this kind qqqq
              """));

  /**
   * These are read by the forms of words that the tools have. Forms of tools that are gone are
   * still understood while another form lives on, which an index made at once knows nothing of.
   */
  private static final List<String> MISSPELT =
      List.of(
          Words.of(
              """
              websrch | websearch | webserch now | sendmail | serch files | databse query | calender
              cal | wheather forcast
              """));

  private final TextAnalyzer analyzer = new EnglishAnalyzer();
  private final HybridRetriever hybrid =
      HybridRetriever.of(analyzer, StaticModel.bundled().orElseThrow());

  /** A backend gets other tools, or leaves where there are none. */
  private record Change(String backend, List<ToolDescriptor> tools) {}

  @Property(tries = 200)
  void answersAsAnIndexMadeAtOnce(@ForAll("changes") List<Change> changes) {
    TestCatalog catalog = TestCatalog.empty();
    Optional<Index> index = Optional.empty();

    for (Change change : changes) {
      catalog =
          change.tools.isEmpty()
              ? catalog.without(change.backend)
              : catalog.with(change.backend, change.tools);
      index = Optional.of(hybrid.index(catalog, index));

      assertAlike(index.get(), hybrid.index(catalog, Optional.empty()), catalog, QUERIES);
    }
  }

  @Property(tries = 100)
  void answersAlikeWhateverTheOrderOfTheTools(
      @ForAll("tools") List<ToolDescriptor> tools, @ForAll Random random) {
    List<ToolDescriptor> shuffled = new ArrayList<>(tools);
    Collections.shuffle(shuffled, random);
    TestCatalog inOrder = TestCatalog.of(tools);
    Optional<Index> other = Optional.empty();
    Map<String, List<ToolDescriptor>> known = new HashMap<>();
    TestCatalog growing = TestCatalog.empty();
    for (ToolDescriptor tool : shuffled) {
      known.computeIfAbsent(tool.backend(), unused -> new ArrayList<>()).add(tool);
      growing = growing.with(tool.backend(), known.get(tool.backend()));
      other = Optional.of(hybrid.index(growing, other));
    }

    if (other.isPresent()) {
      Index fresh = hybrid.index(inOrder, Optional.empty());
      assertAlike(other.get(), fresh, inOrder, QUERIES);
      assertAlike(other.get(), fresh, inOrder, MISSPELT);
    }
  }

  private static void assertAlike(
      Index index, Index fresh, TestCatalog catalog, List<String> queries) {
    for (String text : queries) {
      Query query = new Query(text, 100, tool -> true);
      List<Hit> hits = index.search(query);
      Map<String, Double> expected = new LinkedHashMap<>();
      fresh.search(query).forEach(hit -> expected.put(hit.tool().key(), hit.score()));

      assertThat(hits)
          .as(text)
          .extracting(hit -> hit.tool().key())
          .containsExactlyInAnyOrderElementsOf(expected.keySet());
      List<Double> inOrder = List.copyOf(expected.values());
      for (int i = 0; i < hits.size(); i++) {
        Hit hit = hits.get(i);
        double score = expected.getOrDefault(hit.tool().key(), 0.0);
        assertThat(hit.score()).as(text).isCloseTo(score, within(1e-5 * Math.max(1, score)));
        assertThat(hit.score()).isCloseTo(inOrder.get(i), within(1e-5 * Math.max(1, score)));
        assertThat(catalog.tools(hit.tool().backend())).contains(hit.tool());
      }
    }
  }

  @Provide
  Arbitrary<List<Change>> changes() {
    return Combinators.combine(backends(), tools())
        .as(
            (backend, tools) ->
                new Change(
                    backend,
                    tools.stream()
                        .map(each -> tool(backend, each.originalName(), each.description()))
                        .distinct()
                        .toList()))
        .map(IncrementalIndexTest::withDistinctNames)
        .list()
        .ofMinSize(1)
        .ofMaxSize(9);
  }

  private static Change withDistinctNames(Change change) {
    return new Change(change.backend, distinct(change.tools));
  }

  private static List<ToolDescriptor> distinct(List<ToolDescriptor> tools) {
    Map<String, ToolDescriptor> byName = new LinkedHashMap<>();
    tools.forEach(tool -> byName.put(tool.key(), tool));
    return List.copyOf(byName.values());
  }

  private static Arbitrary<String> backends() {
    return Arbitraries.of("web", "mail", "files", "data");
  }

  /** Names that are other names written in one, and words of one stem, are among them. */
  @Provide
  Arbitrary<List<ToolDescriptor>> tools() {
    Arbitrary<String> names =
        Arbitraries.of(
            Words.of(
                """
                web_search | websearch | search_web | searchWeb | read_file | readfile | reader
                send_mail | sendmail | mail | list_calendar_events | calendar | calendars
                get_weather | forecast | query_database | querydatabase | data_base | fetch
                fetching | 天气查询
                """));
    Arbitrary<String> descriptions =
        Arbitraries.of(
                Words.of(
                    """
                search | searches | searching | websearch | the | web | file | files | sendmail
                send | mail | calendar | event | weather | forecast | database | query | queries
                fetch | delete | removes | old | 天气 | 查询天气
                """))
            .list()
            .ofMaxSize(7)
            .map(words -> String.join(" ", words));
    return Combinators.combine(backends(), names, descriptions)
        .as((backend, name, text) -> tool(backend, name, text))
        .list()
        .ofMaxSize(8)
        .map(IncrementalIndexTest::distinct);
  }

  /** Both of two names that are one without separators are reported. */
  @Test
  void readsAGluedNameAlsoWhereItIsAWord() {
    HybridRetriever lexical = HybridRetriever.lexical(analyzer);
    ToolDescriptor glued = tool("a", "websearch", "");
    ToolDescriptor apart = tool("b", "web_search", "");
    TestCatalog both = TestCatalog.of(List.of(glued, apart));
    Index first = lexical.index(both, Optional.empty());

    Index index = lexical.index(both.without("a"), Optional.of(first));

    assertThat(names(first, "websearhc")).containsExactlyInAnyOrder("a.websearch", "b.web_search");
    assertThat(names(index, "websearhc")).containsExactly("b.web_search");
  }

  @Test
  void analyzesToolsOfChangedBackendsOnly() {
    List<String> read = new ArrayList<>();
    TextAnalyzer counting =
        text -> {
          read.add(text);
          return analyzer.tokens(text);
        };
    HybridRetriever lexical = HybridRetriever.lexical(counting);
    TestCatalog before =
        TestCatalog.of(
            List.of(
                tool("a", "one", "first"),
                tool("a", "two", "second"),
                tool("b", "three", "third")));
    Index index = lexical.index(before, Optional.empty());
    read.clear();

    lexical.index(
        before.with("b", List.of(tool("b", "three", "third"), tool("b", "four", "fourth"))),
        Optional.of(index));

    assertThat(read).contains("four", "fourth").doesNotContain("one", "first", "second", "third");
    read.clear();
    lexical.index(before.without("b"), Optional.of(index));
    assertThat(read).isEmpty();
  }

  /** A build that failed half-way leaves nothing behind in what the next one starts from. */
  @Test
  void answersAfterABuildThatFailed() {
    TextAnalyzer failing =
        text -> {
          if (text.equals("poison")) {
            throw new IllegalStateException("no tokens of " + text);
          }
          return analyzer.tokens(text);
        };
    HybridRetriever lexical = HybridRetriever.lexical(failing);
    TestCatalog before = TestCatalog.of(List.of(tool("a", "list_files", "")));
    Index index = lexical.index(before, Optional.empty());
    ToolDescriptor calendar = tool("b", "calendar_appointments", "");
    assertThatThrownBy(
            () ->
                lexical.index(
                    before.with("b", List.of(calendar, tool("b", "zzz", "poison"))),
                    Optional.of(index)))
        .hasMessage("no tokens of poison");

    Index after =
        lexical.index(
            before
                .with("b", List.of(calendar))
                .with("c", List.of(tool("c", "weather_forecasts", ""))),
            Optional.of(index));

    assertThat(names(after, "calendra")).containsExactly("b.calendar_appointments");
    assertThat(names(after, "apointments")).containsExactly("b.calendar_appointments");
    assertThat(names(after, "wether")).containsExactly("c.weather_forecasts");
    assertThat(names(after, "calendarforecasts"))
        .containsExactlyInAnyOrder("b.calendar_appointments", "c.weather_forecasts");
  }

  @Test
  void beginsAnewWhenMostToolsAreGone() {
    List<ToolDescriptor> many =
        IntStream.range(0, 90).mapToObj(i -> tool("many", "tool_" + i, "word" + i)).toList();
    TestCatalog large = TestCatalog.of(many).with("few", List.of(tool("few", "mail", "")));
    FusedIndex index = (FusedIndex) hybrid.index(large, Optional.empty());
    TestCatalog small = large.without("many");

    FusedIndex anew = (FusedIndex) hybrid.index(small, Optional.of(index));

    assertThat(anew.isMostlyGone()).isFalse();
    assertThat(anew.slots().capacity()).isEqualTo(1);
    assertThat(anew.lexical().terms()).isLessThan(index.lexical().terms());
    assertThat(names(anew, "mail")).containsExactly("few.mail");
  }

  @Test
  void beginsAnewWhenMostTermsAreGone() {
    StringBuilder words = new StringBuilder();
    IntStream.range(0, 400)
        .forEach(i -> words.append("w").append(Integer.toString(i, 36)).append("x "));
    TestCatalog catalog = TestCatalog.empty();
    HybridRetriever lexical = HybridRetriever.lexical(analyzer);
    FusedIndex index = (FusedIndex) lexical.index(catalog, Optional.empty());
    int most = 0;
    for (int round = 0; round < 40; round++) {
      String text = words.toString().replace("x ", "q" + (char) ('a' + round % 26) + round + " ");
      catalog = catalog.with("changing", List.of(tool("changing", "tool", text)));
      index = (FusedIndex) lexical.index(catalog, Optional.of(index));
      most = Math.max(most, index.lexical().terms());
      if (index.lexical().terms() < most) {
        break;
      }
    }

    assertThat(most).isGreaterThan(10_000);
    assertThat(index.lexical().terms()).isLessThan(1_000);
  }

  private static List<String> names(Index index, String query) {
    return index.search(new Query(query, 10, tool -> true)).stream()
        .map(hit -> hit.tool().key())
        .toList();
  }
}
