package io.gatemini.search;

import static io.gatemini.testing.TestCatalog.tool;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.search.embedding.StaticModel;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.spi.Retriever.Index;
import io.gatemini.spi.Retriever.Query;
import io.gatemini.testing.TestCatalog;
import io.gatemini.testing.Values;
import io.gatemini.text.EnglishAnalyzer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of every search over words, meaning, or both. */
class HybridRetrieverTest {
  private static final EnglishAnalyzer ANALYZER = new EnglishAnalyzer();

  enum Kind {
    HYBRID,
    LEXICAL,
    SEMANTIC;

    Retriever retriever() {
      return switch (this) {
        case HYBRID -> HybridRetriever.of(ANALYZER, StaticModel.bundled().orElseThrow());
        case LEXICAL -> HybridRetriever.lexical(ANALYZER);
        case SEMANTIC -> HybridRetriever.semantic(ANALYZER, StaticModel.bundled().orElseThrow());
      };
    }

    Index index(List<ToolDescriptor> tools) {
      return retriever().index(TestCatalog.of(tools), Optional.empty());
    }
  }

  private static List<Hit> search(Index index, String query) {
    return index.search(new Query(query, 10, tool -> true));
  }

  private static List<String> names(List<Hit> hits) {
    return hits.stream().map(hit -> hit.tool().key()).toList();
  }

  @ParameterizedTest
  @EnumSource
  void findsNothingInAnEmptyCatalog(Kind kind) {
    assertThat(search(kind.index(List.of()), "search the web")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void findsTheOnlyTool(Kind kind) {
    Index index = kind.index(List.of(tool("web", "search", "Search the web.")));

    assertThat(names(search(index, "search the web"))).containsExactly("web.search");
    assertThat(search(index, "search the web").get(0).score()).isPositive();
    assertThat(search(index, "qqqq zzzz")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void findsTheRightOneOfTwo(Kind kind) {
    Index index =
        kind.index(
            List.of(
                tool("mail", "send_mail", "Send an e-mail to somebody."),
                tool("web", "search", "Search the web for pages.")));

    assertThat(names(search(index, "search the web")).get(0)).isEqualTo("web.search");
    assertThat(names(search(index, "send a mail")).get(0)).isEqualTo("mail.send_mail");
  }

  /** Of some tasks only the meaning is left, of others a name that is no word. */
  @Values("who am I | what can you do for me")
  void ranksATaskOfStopWordsByItsMeaning(String task) {
    Index index =
        Kind.HYBRID.index(
            List.of(
                tool("web", "search", "Search the web for pages."),
                tool("account", "get_me", "Who I am: the user that is signed in.")));

    assertThat(search(index, task)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 9})
  void keepsTwinsOfAHandfulOfTools(int count) {
    List<ToolDescriptor> twins = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      twins.add(tool("toy", i == 0 ? "alpha" : "twin_" + i, "The weather of a town, today."));
    }

    List<Hit> hits = search(Kind.HYBRID.index(twins), "weather of a town");

    assertThat(hits).hasSize(count).allMatch(Hit::fits);
  }

  @Test
  void repairsNoNameToAWordThatBeginsSo() {
    Index index =
        Kind.HYBRID.index(
            List.of(
                tool("pdf", "get_annotated_message", "Reads an annotated message."),
                tool("memory", "add_observations", "Remembers what somebody likes.")));

    assertThat(names(search(index, "remember that Ann likes tea")).get(0))
        .isEqualTo("memory.add_observations");
  }

  @Test
  void putsADeletingToolBehindItsEqualsUnlessTheTaskDeletes() {
    Index index =
        Kind.HYBRID.index(
            List.of(
                tool("git", "delete_comment", "A comment on a pull request."),
                tool("git", "create_comment", "A comment on a pull request.")));

    assertThat(names(search(index, "comment on a pull request")).get(0))
        .isEqualTo("git.create_comment");
    assertThat(names(search(index, "delete a comment on a pull request")).get(0))
        .isEqualTo("git.delete_comment");
  }

  /** Also before one that only reads, and however its maker writes the word. */
  @ParameterizedTest
  @ValueSource(strings = {"Deprecated: ", "[DEPRECATED] ", "**Deprecated** since 2.0. "})
  void putsADeprecatedToolBehindItsEquals(String mark) {
    Index index =
        Kind.HYBRID.index(
            List.of(
                tool("git", "list_issues", mark + "Lists the issues of a repository."),
                tool("git", "list_issues_v2", "Lists the issues of a repository.")));

    assertThat(names(search(index, "issues of a repository")))
        .startsWith("git.list_issues_v2", "git.list_issues");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\n\t", "the of and", "😀", "❤️ ⚙️", "...", "\uD83D", "?"})
  void findsNothingForNothing(String query) {
    for (Kind kind : List.of(Kind.HYBRID, Kind.LEXICAL)) {
      Index index =
          kind.index(
              List.of(
                  tool("web", "search", "Search the web. ❤️ ⚙️"),
                  tool("mail", "send", "Sends mail, please. ⚙️")));

      assertThat(search(index, query)).as("%s", kind).isEmpty();
    }
  }

  @Values("qqqq zzzz | xkcdvbn | asdfghjkl qwertzuiop | zzzzzzzzzzzzzzzzzzzz")
  void findsNothingForNonsense(String query) {
    Index index =
        Kind.HYBRID.index(
            List.of(
                tool("web", "search", "Search the web."),
                tool("mail", "send", "Send a mail."),
                tool("files", "read_file", "Read a file.")));

    assertThat(search(index, query)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void bearsToolsThatTellNothing(Kind kind) {
    Index index =
        kind.index(
            List.of(
                tool("a", "x", ""),
                tool("a", "_", ""),
                tool("a", "search", ""),
                tool("b", "--", "😀")));

    assertThat(names(search(index, "search"))).startsWith("a.search");
  }

  @Test
  void findsEqualNamesInManyBackends() {
    List<ToolDescriptor> tools = new ArrayList<>();
    IntStream.range(0, 60)
        .forEach(i -> tools.add(tool("b%02d".formatted(i), "search", "Search the web.")));
    tools.add(tool("mail", "send", "Send a mail."));

    List<Hit> hits = search(Kind.HYBRID.index(tools), "search the web");

    assertThat(hits).hasSize(10);
    assertThat(hits).extracting(hit -> hit.tool().originalName()).containsOnly("search");
    assertThat(hits.get(9).score()).isGreaterThan(0.9 * hits.get(0).score());
  }

  @Test
  void findsTheBackendThatATaskNamesByItsMeaning() {
    List<ToolDescriptor> tools = new ArrayList<>();
    for (String product : List.of("postgres", "weaviate", "redis", "mysql", "pinecone")) {
      tools.add(tool(product, "count", "Counts what is stored."));
      tools.add(tool(product, "drop", "Removes everything."));
    }

    List<Hit> hits = search(Kind.SEMANTIC.index(tools), "how much do we keep in our redis");

    assertThat(names(hits).get(0)).startsWith("redis.");
  }

  @Test
  void readsDescriptionsOfAnyLength() {
    String text = "This reference of the interface says what nobody asks for. ".repeat(850);
    List<ToolDescriptor> tools =
        List.of(
            tool("long", "web_search", "Search the web. " + text),
            tool("short", "send_mail", "Send a mail."),
            tool("short", "reference", "Look something up."));

    assertThat(text).hasSizeGreaterThan(50_000);
    for (Kind kind : Kind.values()) {
      assertThat(names(search(kind.index(tools), "search the web")).get(0))
          .as("%s", kind)
          .isEqualTo("long.web_search");
    }
  }

  @Test
  void findsByParametersAndTagsAndTitle() {
    ToolDescriptor query =
        new ToolDescriptor(
            "db.run",
            "db",
            BackendTool.of("run", "", RAW_SCHEMA)
                .withTitle("Warehouse")
                .withTags(List.of("finance")));
    Index index = Kind.LEXICAL.index(List.of(query, tool("mail", "send", "Send a mail.")));

    for (String text :
        List.of("latitude", "degrees north", "place", "warehouse", "finance", "db")) {
      assertThat(names(search(index, text))).as(text).containsExactly("db.run");
    }
  }

  private static final JsonNode RAW_SCHEMA =
      RawJson.parse(
              """
              {"type": "object", "properties": {
                "latitude": {"type": "number", "description": "Degrees north"},
                "place": {"type": "object", "properties": {"nested": {"type": "string"}}},
                "odd": 5, "list": [], "none": null}}
              """)
          .tree();

  @Test
  void bearsSchemasOfAnyShape() {
    for (String schema :
        List.of(
            "{}", "{\"properties\": []}", "{\"properties\": {\"a\": 1, \"b\": null}}", "true")) {
      ToolDescriptor odd =
          new ToolDescriptor(
              "a.search", "a", BackendTool.of("search", "", RawJson.parse(schema).tree()));

      assertThat(names(search(Kind.LEXICAL.index(List.of(odd)), "search")))
          .containsExactly("a.search");
    }
  }

  private static List<ToolDescriptor> thousands() {
    List<ToolDescriptor> tools = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      tools.add(
          tool(
              "department" + i % 100,
              "search_orders_" + i,
              "Search the orders of customer number " + i + ".",
              i % 500 == 7 ? "rare" : "common"));
    }
    return tools;
  }

  @Test
  void fillsTheLimitFromTheToolsThatCount() {
    Index index = Kind.HYBRID.index(thousands());
    Predicate<ToolDescriptor> rare = tool -> tool.tags().contains("rare");

    for (String text :
        List.of("search orders", "search the orders of a customer and then list the departments")) {
      assertThat(index.search(new Query(text, 20, rare)))
          .hasSize(20)
          .allMatch(hit -> rare.test(hit.tool()));
      assertThat(index.search(new Query(text, 1, rare))).hasSize(1);
      assertThat(index.search(new Query(text, 100, tool -> true))).hasSize(100);
      assertThat(index.search(new Query(text, 100, tool -> false))).isEmpty();
      assertThat(names(index.search(new Query(text, 20, rare))))
          .startsWith(names(index.search(new Query(text, 1, rare))).get(0));
    }
  }

  @Test
  void answersWithAllToolsWhereTheLimitIsAboveThem() {
    Index index = Kind.HYBRID.index(List.of(tool("a", "search", ""), tool("b", "search", "")));

    assertThat(names(index.search(new Query("search", Integer.MAX_VALUE, tool -> true))))
        .containsExactly("a.search", "b.search");
  }

  /** The best tool that a filter leaves may be worse than the mean of all tools. */
  @Test
  void ranksClausesAlsoAmongToolsBelowTheMean() {
    List<ToolDescriptor> tools = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      tools.add(
          tool("flights", "book_flight_" + i, "Book a cheap flight ticket for tomorrow morning."));
      tools.add(tool("hotels", "list_hotels_" + i, "List the hotels of a town."));
    }
    tools.add(tool("other", "list_hotels", "List the hotels of a town."));
    tools.add(tool("other", "hotels", "Hotel of a town to book."));
    Index index = Kind.HYBRID.index(tools);

    List<Hit> hits =
        index.search(
            new Query(
                "book a cheap flight ticket for tomorrow morning, then list hotels of the town",
                10,
                tool -> tool.backend().equals("other")));

    assertThat(names(hits)).containsExactly("other.list_hotels", "other.hotels");
  }

  @Property(tries = 200)
  void answersEveryQueryInOrder(
      @ForAll("queries") String text, @ForAll @IntRange(min = 1, max = 12) int limit) {
    List<Hit> hits =
        PROPERTY_INDEX.search(
            new Query(text, limit, tool -> !tool.backend().equals("hidden"), true));

    assertThat(hits).hasSizeLessThanOrEqualTo(limit);
    assertThat(hits).allMatch(hit -> hit.score() > 0 && Double.isFinite(hit.score()));
    assertThat(hits).extracting(hit -> hit.tool().key()).doesNotHaveDuplicates();
    assertThat(hits).noneMatch(hit -> hit.tool().backend().equals("hidden"));
    assertThat(hits).allMatch(hit -> hit.explanation().isPresent());
    for (int i = 1; i < hits.size(); i++) {
      Hit before = hits.get(i - 1);
      Hit after = hits.get(i);
      assertThat(before.score()).isGreaterThanOrEqualTo(after.score());
      if (before.score() == after.score()) {
        assertThat(before.tool().key()).isLessThan(after.tool().key());
      }
    }
  }

  private static final Index PROPERTY_INDEX =
      Kind.HYBRID.index(
          List.of(
              tool("web", "web_search", "Search the web."),
              tool("web2", "web_search", "Search the web."),
              tool("files", "read_file", "Read a file of the disk."),
              tool("files", "write_file", "Write a file to the disk."),
              tool("hidden", "delete_file", "Delete a file of the disk."),
              tool("mail", "send", "Send a mail, and list the mails."),
              tool("zh", "天气查询", "查询城市的天气"),
              tool("de", "größe", "Die Größe einer Datei."),
              tool("none", "x", "")));

  @Provide
  Arbitrary<String> queries() {
    Arbitrary<String> words =
        Arbitraries.of(
            "search", "the", "web", "websrch", "file", "fiel", "read", "and", "then", ",", ". ",
            "'disk'", "mail", "天气", "größe", "delete", "qqqq", "x", "\"", "webfile", "of");
    return Arbitraries.oneOf(
        words.list().ofMaxSize(14).map(list -> String.join(" ", list)),
        Arbitraries.strings().all().ofMaxLength(40));
  }
}
