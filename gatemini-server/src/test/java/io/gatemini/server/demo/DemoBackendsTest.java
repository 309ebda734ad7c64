package io.gatemini.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.testing.Table;
import java.time.Clock;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DemoBackendsTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-21T12:00:00Z"), ZoneOffset.UTC);

  @AutoClose private final Gateway gateway = DemoBackends.addTo(Gateway.builder(), CLOCK).build();

  DemoBackendsTest() {
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @Test
  void hasTenTools() {
    assertThat(gateway.catalog().tools()).hasSize(10);
    assertThat(gateway.catalog().backends()).containsExactly("dates", "text", "workspace");
  }

  @Table(
      """
      text.slugify | {"text": "Crème brûlée, twice!"} | creme-brulee-twice
      text.upper_case | {"text": "two words"} | TWO WORDS
      dates.days_between | {"from": "2026-11-20", "to": "2026-12-01"} | 11
      dates.business_days_between | {"from": "2026-11-20", "to": "2026-11-24"} | 2
      dates.add_business_days | {"date": "2026-11-20", "days": 1} | 2026-11-23
      dates.get_current_time | {"timezone": "Europe/Paris"} | 2026-11-21T13:00+01:00[Europe/Paris]
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
  void findsIssues() {
    ToolResult issue = gateway.call("workspace.get_issue", Map.of("id", 9));
    assertThat(issue.value())
        .isEqualTo(
            RawJson.parse(
                    """
                    {"id": 9, "title": "Invoice total is off by one cent", "state": "open",
                     "assignee": "tom", "labels": ["bug", "billing"], "opened": "2026-11-12"}""")
                .tree());
    assertThat(ids("search_issues", Map.of("query", "REFUND button"))).containsExactly(10);
    assertThat(ids("list_issues", Map.of("state", "closed"))).containsExactly(2, 4, 11);
    assertThat(ids("list_issues", Map.of())).hasSize(12);

    ToolResult missing = gateway.call("workspace.get_issue", Map.of("id", 13));
    assertThat(missing.isError()).isTrue();
    assertThat(missing.text()).contains("there is no issue 13; list_issues returns all of them");
  }

  /** The tour shows three bugs that are open for more than ten working days. */
  @ParameterizedTest
  @EnumSource
  void hasTheSameOldBugsOnEachDayOfTheWeek(DayOfWeek day) {
    Clock clock =
        Clock.offset(CLOCK, Duration.ofDays(day.getValue() - DayOfWeek.SATURDAY.getValue()));
    String today = LocalDate.now(clock).toString();
    try (Gateway that = DemoBackends.addTo(Gateway.builder(), clock).build()) {
      assertThat(that.awaitReady(Duration.ofSeconds(60))).isTrue();
      List<Integer> old = new ArrayList<>();
      for (JsonNode bug : that.call("workspace.list_issues", Map.of("state", "open")).value()) {
        Map<String, String> period = Map.of("from", bug.path("opened").asText(), "to", today);
        ToolResult age = that.call("dates.business_days_between", period);
        if (bug.path("labels").toString().contains("bug") && age.value().asInt() > 10) {
          old.add(bug.path("id").asInt());
        }
      }
      assertThat(old).containsExactly(1, 5, 7);
    }
  }

  private List<Integer> ids(String tool, Map<String, ?> arguments) {
    return gateway.call("workspace." + tool, arguments).value().findValues("id").stream()
        .map(JsonNode::asInt)
        .toList();
  }
}
