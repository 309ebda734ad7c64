package io.gatemini.search.internal.lexical;

import static io.gatemini.testing.TestCatalog.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ToolDescriptor;
import io.gatemini.search.HybridRetriever;
import io.gatemini.search.embedding.StaticModel;
import io.gatemini.search.internal.lexical.SpellingCorrector.Reading;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.spi.Retriever.Index;
import io.gatemini.spi.Retriever.Query;
import io.gatemini.testing.Pairs;
import io.gatemini.testing.TestCatalog;
import io.gatemini.testing.Values;
import io.gatemini.text.EnglishAnalyzer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class SpellingCorrectorTest {
  private static final EnglishAnalyzer ANALYZER = new EnglishAnalyzer();
  private static final List<ToolDescriptor> TOOLS =
      List.of(
          tool("exa", "web_search", "Find pages on the web."),
          tool("exa", "find_similar", "Find pages similar to another."),
          tool("mail", "send_message", "Send a message to somebody."),
          tool("calendar", "list_appointments", "List the appointments of a day."),
          tool("weather", "get_forecast", "The weather of the next days."),
          tool("db", "run_query", "Run a query on the database."),
          tool("k8s", "list_kubernetes_clusters", "List the clusters."),
          tool("img", "generate_image", "Generate a picture from a text."),
          tool("ru", "прогноз_погоды", "Прогноз погоды в городе."));

  private final LexicalIndex lexical = lexical(TOOLS);

  private static LexicalIndex lexical(List<ToolDescriptor> tools) {
    return LexicalIndex.of(
        ToolNumbers.of(TestCatalog.of(tools), Optional.empty()),
        Optional.empty(),
        ANALYZER,
        slot -> List.of());
  }

  private static List<Reading> readings(String word, LexicalIndex index) {
    return SpellingCorrector.of(word, index.vocabulary(), index::tools);
  }

  @Pairs(
      """
      webserch -> web search | websrch -> web search | wbesearch -> web search | mesage -> message
      messgae -> message | xessage -> message | appointmnet -> appointments | forcast -> forecast
      wether -> weather | databse -> database | kuberntes -> kubernetes | clust -> clusters
      appoint -> appointments | databasequery -> database query
      weatherforecast -> weather forecast | imagegenerate -> image generate | погоди -> погоды
      прогонз -> прогноз
      """)
  void readsAWordRight(String word, String best) {
    assertThat(readings(word, lexical)).isNotEmpty();
    assertThat(readings(word, lexical).get(0).word()).isEqualTo(best);
  }

  @Values("`` | a | we | qqqqqq | zzz | 天气 | 😀😀")
  void findsNothingWhereNothingIsNear(String word) {
    assertThat(readings(word, lexical)).isEmpty();
  }

  @Test
  void readsNothingIntoDataOfAnyLength() {
    assertThat(readings("message".repeat(6), lexical)).isEmpty();
    assertThat(readings("a".repeat(100_000), lexical)).isEmpty();
  }

  @Property(tries = 1_000)
  void tellsReadingsOfAnyWord(@ForAll @StringLength(max = 45) String word) {
    for (Reading reading : readings(word, lexical)) {
      assertThat(reading.similarity()).isPositive().isLessThanOrEqualTo(1);
      assertThat(reading.terms()).isNotEmpty();
    }
  }

  @Property(tries = 500)
  void readsAWordWithOneWrongLetter(
      @ForAll @IntRange(max = 10) int at, @ForAll @CharRange(from = 'a', to = 'z') char letter) {
    String misspelt = "appointment".substring(0, at) + letter + "appointment".substring(at + 1);

    assertThat(readings(misspelt, lexical))
        .extracting(Reading::word)
        .containsAnyOf("appointment", "appointments");
  }

  @Test
  void leavesOutWordsOfToolsThatAreGone() {
    HybridRetriever retriever = HybridRetriever.lexical(ANALYZER);
    TestCatalog catalog = TestCatalog.of(TOOLS);
    Index before = retriever.index(catalog, Optional.empty());

    Index after = retriever.index(catalog.without("mail"), Optional.of(before));

    assertThat(search(before, "mesage")).containsExactly("mail.send_message");
    assertThat(search(after, "mesage")).isEmpty();
  }

  /** Letters of any script distinguish words, not those of English only. */
  @Test
  void findsTheRightOneOfManyWordsOfAnotherScript() {
    List<ToolDescriptor> tools = new ArrayList<>(TOOLS);
    String letters = "абвгдежзиклмнопрстуфхцчшщыэюя";
    Random random = new Random(7);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 2_000; i++) {
      for (int j = 0; j < 7; j++) {
        text.append(letters.charAt(random.nextInt(letters.length())));
      }
      text.append(' ');
    }
    tools.add(0, tool("a", "слова", text.toString()));

    assertThat(readings("прогонз", lexical(tools))).extracting(Reading::word).startsWith("прогноз");
  }

  private static final List<String> MISSPELT =
      List.of(
          "websrch",
          "please websrch for news about cats",
          "find me something on the web, i need a good webserch for it",
          "get the forcast of tomorrow",
          "generateimage of a cat",
          "list apointments and send a mesage");

  @Pairs(
      """
      websrch -> exa.web_search | serch -> exa.web_search
      please websrch for news about cats -> exa.web_search
      please serch for news about cats -> exa.web_search
      i have to snd a mesage to my boss -> mail.send_message
      what does the forcast say for tomorrow -> weather.get_forecast
      apointmnets of today -> calendar.list_appointments | kuberntes -> k8s.list_kubernetes_clusters
      generateimage of a cat -> img.generate_image
      """)
  void findsTheToolThatWasMeant(String query, String tool) {
    for (HybridRetriever retriever : List.of(hybrid(), HybridRetriever.lexical(ANALYZER))) {
      Index index = retriever.index(TestCatalog.of(TOOLS), Optional.empty());

      assertThat(search(index, query)).as(retriever.name()).startsWith(tool);
    }
  }

  @Test
  void answersAlikeEveryTime() {
    List<List<String>> first = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      List<ToolDescriptor> tools = new ArrayList<>(TOOLS);
      Collections.shuffle(tools, new Random(i));
      HybridRetriever retriever = hybrid();
      TestCatalog catalog = TestCatalog.empty();
      Index index = retriever.index(catalog, Optional.empty());
      // One after the other, so that the words get other numbers each time.
      for (ToolDescriptor each : tools) {
        List<ToolDescriptor> known = new ArrayList<>(catalog.tools(each.backend()));
        known.add(each);
        catalog = catalog.with(each.backend(), known);
        index = retriever.index(catalog, Optional.of(index));
      }
      Index whole = index;
      List<List<String>> answers = MISSPELT.stream().map(query -> search(whole, query)).toList();
      if (i == 0) {
        first.addAll(answers);
      }

      assertThat(answers).isEqualTo(first);
    }
  }

  private static HybridRetriever hybrid() {
    return HybridRetriever.of(ANALYZER, StaticModel.bundled().orElseThrow());
  }

  private static List<String> search(Index index, String query) {
    List<Hit> hits = index.search(new Query(query, 10, tool -> true));
    return hits.stream().map(hit -> hit.tool().key()).toList();
  }
}
