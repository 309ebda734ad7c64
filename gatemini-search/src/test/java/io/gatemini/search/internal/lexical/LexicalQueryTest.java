package io.gatemini.search.internal.lexical;

import static io.gatemini.testing.TestCatalog.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gatemini.SearchExplanation;
import io.gatemini.search.internal.lexical.LexicalQuery.Word;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.testing.Table;
import io.gatemini.testing.TestCatalog;
import io.gatemini.text.EnglishAnalyzer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LexicalQueryTest {
  private final TextAnalyzer analyzer = new EnglishAnalyzer();
  private final LexicalIndex index =
      LexicalIndex.of(
          ToolNumbers.of(
              TestCatalog.of(
                  List.of(
                      tool("web", "web_search", "Search the web for pages."),
                      tool("mail", "send_mail", "Send a mail."),
                      tool("calendar", "list_events", "List the events of a calendar."))),
              Optional.empty()),
          Optional.empty(),
          analyzer,
          slot -> List.of());

  private LexicalQuery read(String text) {
    return LexicalQuery.of(text, index, analyzer, word -> false);
  }

  @Test
  void readsKnownWordsAsTheyAre() {
    LexicalQuery query = read("searching the calendars");

    assertThat(query.words()).extracting(Word::known).containsExactly(true, true);
    assertThat(query.repairs()).isEmpty();
    assertThat(query.repairedTask()).isEqualTo("searching the calendars");
    assertThat(query.has("search")).isTrue();
    assertThat(query.has("mail")).isFalse();
  }

  @Test
  void tellsWhatItRepaired() {
    LexicalQuery query = read("websrch the calender");

    assertThat(query.repairs())
        .extracting(SearchExplanation.Repair::word)
        .containsExactly("websrch", "calender");
    assertThat(query.repairs())
        .extracting(SearchExplanation.Repair::readAs)
        .containsExactly("web search", "calendar");
    assertThat(query.repairs().get(1).similarity()).isCloseTo(1 - 1 / 8.0, within(1e-6));
  }

  @Table(
      """
      a calender please | a calendar please
      normal mal | normal mail
      showCalender now | show calendar now
      SEND_MALI | SEND_ mail
      webserch2000 | web search 2000
      größe calender | größe calendar
      """)
  void putsRepairsInThePlaceOfTheirWords(String text, String repaired) {
    assertThat(read(text).repairedTask().strip().replaceAll("\\s+", " ")).isEqualTo(repaired);
  }

  @Test
  void leavesRealWordsAlone() {
    LexicalQuery query =
        LexicalQuery.of("a calender of male", index, analyzer, word -> word.equals("male"));

    assertThat(query.repairs())
        .extracting(SearchExplanation.Repair::word)
        .containsExactly("calender");
  }

  @Test
  void countsQuotedWordsLess() {
    LexicalQuery query = read("send 'web calendar' to me");

    assertThat(query.words().stream().collect(Collectors.toMap(Word::term, Word::weight)))
        .containsEntry("send", 1f)
        .containsEntry("web", 0.3f)
        .containsEntry("calendar", 0.3f);
    assertThat(query.task()).doesNotContain("calendar");
  }

  @Test
  void readsNoMoreThanATaskIsLong() {
    String words =
        IntStream.range(0, 500)
            .mapToObj(i -> "w" + Integer.toString(i + 2000, 36).replaceAll("\\d", "x") + i)
            .collect(Collectors.joining(" "));

    LexicalQuery many = read(words);
    LexicalQuery misspelt = read("calendr ".repeat(3) + words.replace("w", "calend"));
    LexicalQuery late = read("x ".repeat(6_000) + "calendar");

    assertThat(many.words()).hasSize(64);
    assertThat(misspelt.repairs()).hasSizeLessThanOrEqualTo(12);
    assertThat(late.has("calendar")).isFalse();
    assertThat(late.words()).hasSize(1);
  }

  @Test
  void readsNothingIntoNothing() {
    for (String text : Set.of("", "  ", "the of and", "😀", "qqqqqqqq")) {
      LexicalQuery query = read(text);

      assertThat(query.idf()).isZero();
      assertThat(query.words()).allMatch(word -> word.readings().isEmpty());
    }
  }
}
