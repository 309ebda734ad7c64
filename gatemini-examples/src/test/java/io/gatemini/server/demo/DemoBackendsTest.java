package io.gatemini.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoBackendsTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-21T12:00:00Z"), ZoneOffset.UTC);

  private final Gateway gateway = DemoBackends.addTo(Gateway.builder(), CLOCK).build();

  DemoBackendsTest() {
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @AfterEach
  void close() {
    gateway.close();
  }

  @Test
  void hasAboutFortyTools() {
    assertThat(gateway.catalog().tools()).hasSizeBetween(38, 44);
    assertThat(gateway.catalog().backends()).containsExactly("dates", "text", "workspace");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          text.count_words | {"text": "Two words. Ünd mehr!"} | {"words":4,"sentences":2,"lines":1,"characters":20,"bytes":21}
          text.word_frequency | {"text": "a b A", "limit": 1} | [{"word":"a","count":2}]
          text.slugify | {"text": "Crème brûlée, twice!"} | creme-brulee-twice
          text.change_case | {"text": "two words", "style": "camel"} | twoWords
          text.extract_pattern | {"text": "a1b22", "pattern": "[0-9]+"} | ["1","22"]
          text.replace_pattern | {"text": "a1", "pattern": "(a)", "replacement": "$1-"} | a-1
          text.extract_contacts | {"text": "x@y.org, see https://y.org/a."} | {"emails":["x@y.org"],"links":["https://y.org/a"]}
          text.similarity | {"first": "night", "second": "nacht"} | 0.25
          text.base64_encode | {"text": "é"} | w6k=
          text.base64_decode | {"encoded": "w6k="} | é
          text.hash | {"text": "abc", "algorithm": "MD5"} | 900150983cd24fb0d6963f7d28e17f72
          text.truncate | {"text": "one two three", "characters": 9} | one two…
          dates.add_to_date | {"date": "2024-01-31", "amount": 1, "unit": "months"} | 2024-02-29
          dates.business_days_between | {"from": "2026-11-20", "to": "2026-11-24"} | 2
          dates.add_business_days | {"date": "2026-11-20", "days": 1} | 2026-11-23
          dates.age_on_date | {"born": "2000-03-01", "on": "2026-02-28"} | 25
          dates.get_current_time | {"timezone": "Europe/Paris"} | 2026-11-21T13:00+01:00[Europe/Paris]
          dates.convert_timezone | {"datetime": "2026-07-01T09:00", "from_zone": "UTC", "to_zone": "Asia/Tokyo"} | 2026-07-01T18:00+09:00[Asia/Tokyo]
          dates.weekday_of_date | {"date": "2026-11-21"} | {"weekday":"Saturday","iso_week":47,"quarter":4,"leap_year":false}
          dates.month_calendar | {"year": 2026, "month": 2} | [[1],[2,3,4,5,6,7,8],[9,10,11,12,13,14,15],[16,17,18,19,20,21,22],[23,24,25,26,27,28]]
          dates.format_date | {"date": "2026-11-21", "pattern": "EEE, d MMM yyyy"} | Sat, 21 Nov 2026
          dates.parse_date | {"text": "3/2/2026", "pattern": "d/M/yyyy"} | 2026-02-03
          workspace.move_file | {"from": "docs/retry.md", "to": "a.md"} | moved docs/retry.md to a.md
          """)
  void reallyCompute(String tool, String arguments, String expected) {
    ToolResult result = gateway.call(ToolCall.of(tool, RawJson.parse(arguments)));

    assertThat(result.isError()).as(result.text()).isFalse();
    if (expected.startsWith("{") || expected.startsWith("[")) {
      assertThat(result.value()).isEqualTo(RawJson.parse(expected).tree());
    } else {
      assertThat(result.text()).isEqualTo(expected);
    }
  }

  @Test
  void showsLinesAddedAndRemoved() {
    String diff = gateway.call("text.diff_lines", Map.of("before", "a\nb", "after", "b\nc")).text();

    assertThat(diff).isEqualTo("-a\n b\n+c");
  }

  @Test
  void keepsIssuesAndFiles() {
    gateway.call("workspace.create_issue", Map.of("title", "New"));
    gateway.call("workspace.comment_on_issue", Map.of("id", 13, "text", "seen"));
    gateway.call("workspace.close_issue", Map.of("id", 13));

    ToolResult issue = gateway.call("workspace.get_issue", Map.of("id", 13));
    assertThat(issue.value().path("state").asText()).isEqualTo("closed");
    assertThat(issue.value().path("comments").path(0).asText()).isEqualTo("seen");
    assertThat(issue.value().path("opened").asText()).isEqualTo("2026-11-21");

    gateway.call("workspace.delete_file", Map.of("path", "docs/retry.md"));
    ToolResult gone = gateway.call("workspace.read_file", Map.of("path", "docs/retry.md"));
    assertThat(gone.isError()).isTrue();
    assertThat(gone.text()).contains("list_files tells which there are");
  }
}
