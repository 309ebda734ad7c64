package io.gatemini.internal.catalog;

import static io.gatemini.internal.catalog.CatalogFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.gatemini.ToolDescriptor;
import io.gatemini.internal.text.NearMatches;
import io.gatemini.testing.Pairs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearMatchesTest {
  private static final CatalogFixture CATALOG =
      CatalogFixture.of(
          1,
          tool("files", "read", "Reads."),
          tool("files", "search", "Searches."),
          tool("my-docs", "search", "Searches."),
          tool("my-docs", "web-search", "Searches."));

  @Test
  void namesTheNearestToolAndSaysThatBackendsAreStarting() {
    assertThat(NearMatches.unknownTool(CATALOG, "files.raed", 2))
        .isEqualTo(
            "tool \"files.raed\" is not known; did you mean \"files.read\"? (2 backends are still"
                + " starting)");
  }

  @Test
  void namesAllOwnersOfABareName() {
    assertThat(NearMatches.unknownTool(CATALOG, "search", 0))
        .isEqualTo(
            "tool \"search\" is offered by 2 backends; use one of \"files.search\" or"
                + " \"my-docs.search\"");
  }

  @Pairs(
      """
      raed -> files.read | reads -> files.read | Files.Read -> files.read
      my_docs.web_search -> my-docs.web-search | fiels.read -> files.read
      github.web-search -> my-docs.web-search | web_serach -> my-docs.web-search
      """)
  void findsNearNames(String asked, String expected) {
    assertThat(NearMatches.unknownTool(CATALOG, asked, 0))
        .isEqualTo("tool \"" + asked + "\" is not known; did you mean \"" + expected + "\"?");
  }

  @Test
  void namesSeveralNearOnes() {
    assertThat(NearMatches.unknownTool(CATALOG, "serch", 0))
        .endsWith("did you mean \"files.search\" or \"my-docs.search\"?");
  }

  @Test
  void pointsToTheSearchWhereNothingIsNear() {
    assertThat(NearMatches.unknownTool(CATALOG, "xyzzy", 1))
        .isEqualTo(
            "tool \"xyzzy\" is not known; a search for the task finds tools (1 backend is still"
                + " starting)");
  }

  @Test
  void doesTheSameForBackends() {
    assertThat(NearMatches.unknownBackend(List.of("github", "files"), "githb", 0))
        .isEqualTo("backend \"githb\" is not known; did you mean \"github\"?");
    assertThat(NearMatches.unknownBackend(List.of(), "githb", 0))
        .isEqualTo("backend \"githb\" is not known");
    assertThat(NearMatches.unknownBackend(List.of("web", "files"), "githb", 0))
        .isEqualTo("backend \"githb\" is not known; use one of \"files\" or \"web\"");
  }

  @Test
  void staysFastAndShortWithHostileNamesAndTenThousandTools() {
    List<ToolDescriptor> tools = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      tools.add(tool("b" + i % 200, "x".repeat(110) + i, ""));
    }
    CatalogFixture catalog = new CatalogFixture(1, tools);

    // Far less on an idle machine; without the bounds it takes hours.
    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () -> {
          NearMatches.unknownTool(catalog, "x".repeat(114), 0);
          assertThat(NearMatches.unknownTool(catalog, "\n".repeat(5_000_000), 0))
              .hasSizeLessThan(200)
              .doesNotContain("\n");
        });
  }

  @Property
  void answersAnyName(@ForAll String name) {
    assertThat(NearMatches.unknownTool(CATALOG, name, 0)).startsWith("tool \"");
  }

  @ParameterizedTest
  @CsvSource({
    "serch, search, 1",
    "tavly, tavily, 1",
    "tme, time, 1",
    "curent, current, 1",
    "raed, read, 1"
  })
  void countsEditsAndTranspositions(String asked, String known, int edits) {
    assertThat(NearMatches.distance(asked, known)).isEqualTo(edits);
  }

  @Property
  void agreesWithTheTextbookWithinTheLimit(
      @ForAll @CharRange(from = 'a', to = 'c') @StringLength(min = 1, max = 14) String a,
      @ForAll @CharRange(from = 'a', to = 'c') @StringLength(min = 1, max = 14) String b) {
    int limit = a.length() <= 4 ? 1 : a.length() <= 12 ? 2 : 3;
    int expected = textbook(a, b);

    assertThat(NearMatches.distance(a, b))
        .isEqualTo(expected > limit ? Integer.MAX_VALUE : expected);
  }

  /** Optimal string alignment by its recursive definition, in a full table. */
  private static int textbook(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int cost = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(d[i - 1][j - 1] + cost, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }

  /** Functional specification, 2.8: three edits are too many for a name of this length. */
  @Test
  void givesUpBeyondTheLimitOfTheLength() {
    assertThat(NearMatches.distance("websrch", "search")).isEqualTo(Integer.MAX_VALUE);
  }
}
