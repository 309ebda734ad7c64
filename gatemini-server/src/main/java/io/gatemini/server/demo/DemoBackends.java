package io.gatemini.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.GatewayBuilder;
import io.gatemini.Tool;
import io.gatemini.ToolParameter;
import io.gatemini.config.BackendConfig;
import java.text.Normalizer;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The three backends of the demo: {@code text} and {@code workspace} of annotated methods, {@code
 * dates} of lambdas. They contain the tools of the tour, and neighbours that a search has to
 * distinguish from them.
 */
public final class DemoBackends {
  private static final String DATE = "{\"type\": \"string\", \"format\": \"date\"}";
  private static final String PERIOD =
      "{\"type\": \"object\", \"properties\": {\"from\": %s, \"to\": %s}, \"required\": [\"from\", \"to\"]}"
          .formatted(DATE, DATE);

  private DemoBackends() {}

  /** Adds the backends; {@code clock} gives the time and the day. */
  public static GatewayBuilder addTo(GatewayBuilder builder, Clock clock) {
    return builder
        .backend(
            "text",
            BackendConfig.inProcess()
                .description("text: slugs and cases")
                .methodsOf(new TextTools()))
        .backend("dates", dates(clock))
        .backend(
            "workspace",
            BackendConfig.inProcess()
                .description("an issue tracker and the log of a shop")
                .methodsOf(new Workspace(clock)));
  }

  private static BackendConfig dates(Clock clock) {
    return BackendConfig.inProcess()
        .description("dates, time zones and working days")
        .tool(
            "business_days_between",
            "Count the working days, Monday to Friday, from one date up to but without another.",
            PERIOD,
            args -> ofPeriod(args, (from, to) -> workingDays(from, to).count()))
        .tool(
            "days_between",
            "Count the days from one date to another.",
            PERIOD,
            args -> ofPeriod(args, ChronoUnit.DAYS::between))
        .tool(
            "add_business_days",
            "Find the date that is a number of working days after another.",
            """
            {"type": "object", "required": ["date", "days"], "properties": {
              "date": %s, "days": {"type": "integer", "minimum": 1}}}"""
                .formatted(DATE),
            args ->
                workingDays(date(args, "date").plusDays(1), LocalDate.MAX)
                    .skip(args.path("days").asInt() - 1)
                    .findFirst()
                    .map(LocalDate::toString)
                    .orElseThrow())
        .tool(
            "get_current_time",
            "Return the current date and time in a time zone.",
            """
            {"type": "object", "required": ["timezone"], "properties": {
              "timezone": {"type": "string", "description": "IANA name such as Europe/Paris"}}}""",
            args -> now(clock, args.path("timezone").asText()).toString());
  }

  private static <T> T ofPeriod(JsonNode args, BiFunction<LocalDate, LocalDate, T> use) {
    return use.apply(date(args, "from"), date(args, "to"));
  }

  private static Stream<LocalDate> workingDays(LocalDate from, LocalDate to) {
    return from.datesUntil(to).filter(day -> day.getDayOfWeek().compareTo(DayOfWeek.FRIDAY) <= 0);
  }

  private static LocalDate date(JsonNode args, String name) {
    try {
      return LocalDate.parse(args.path(name).asText());
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          name + " must be a date such as 2026-03-29, not " + args.path(name), e);
    }
  }

  private static ZonedDateTime now(Clock clock, String zone) {
    try {
      return ZonedDateTime.now(clock.withZone(ZoneId.of(zone)));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "timezone must be a time zone such as Europe/Paris, not \"" + zone + "\"", e);
    }
  }

  /** Tools that work on text. Stateless. */
  public static final class TextTools {
    private TextTools() {}

    @Tool(
        value = "Turn a title into a URL slug: lower case, ASCII, words joined by hyphens.",
        readOnly = true,
        openWorld = false)
    public String slugify(@ToolParameter("Title or phrase") String text) {
      return Normalizer.normalize(text, Normalizer.Form.NFD)
          .replaceAll("\\p{M}+", "")
          .toLowerCase(Locale.ROOT)
          .replaceAll("[^a-z0-9]+", "-")
          .replaceAll("^-+|-+$", "");
    }

    @Tool(value = "Turn a text into upper case.", readOnly = true, openWorld = false)
    public String upperCase(@ToolParameter("Text to change") String text) {
      return text.toUpperCase(Locale.ROOT);
    }
  }

  /** An issue tracker and a log, which nothing changes. */
  public static final class Workspace {
    /** Number, title, state, assignee, age in days, labels. */
    private static final String ISSUES =
        """
        1|Login fails behind a proxy|open|maria|41|bug
        2|Export to CSV drops the header row|closed|tom|38|bug
        3|Dark mode for the settings page|open||33|feature
        4|Typo in the installation guide|closed|ines|30|docs
        5|Search is slow with 10,000 documents|open|tom|27|bug,performance
        6|Document the retry settings|open|ines|21|docs
        7|Crash when a file name holds an emoji|open|maria|18|bug
        8|Allow several mail addresses|open||12|feature
        9|Invoice total is off by one cent|open|tom|9|bug,billing
        10|Refund button does nothing|open|maria|6|bug,billing
        11|Upgrade the build to JDK 25|closed|tom|4|build
        12|Time zone of reports is wrong|open||2|bug
        """;

    private static final Pattern BAR = Pattern.compile("\\|");
    private static final Pattern COMMA = Pattern.compile(",");

    private final Clock clock;

    private Workspace(Clock clock) {
      this.clock = clock;
    }

    /** One issue; {@code opened} is a date. */
    public record Issue(
        int id, String title, String state, String assignee, List<String> labels, String opened) {}

    @Tool(
        value = "List issues, optionally only the open or closed ones.",
        readOnly = true,
        openWorld = false)
    public List<Issue> listIssues(@ToolParameter("open or closed") Optional<String> state) {
      return issues().filter(issue -> state.isEmpty() || issue.state.equals(state.get())).toList();
    }

    @Tool(value = "Search issues by words of their title.", readOnly = true, openWorld = false)
    public List<Issue> searchIssues(@ToolParameter("Words to look for") String query) {
      String words = query.toLowerCase(Locale.ROOT);
      return issues()
          .filter(issue -> issue.title.toLowerCase(Locale.ROOT).contains(words))
          .toList();
    }

    @Tool(value = "Get one issue.", readOnly = true, openWorld = false)
    public Issue getIssue(@ToolParameter("Issue number") int id) {
      return issues()
          .filter(issue -> issue.id == id)
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "there is no issue " + id + "; list_issues returns all of them"));
    }

    /** A megabyte of requests, with a few refunds that were declined. */
    @Tool(value = "Read the log of the shop's server of a day.", readOnly = true, openWorld = false)
    public String readLog() {
      StringBuilder log = new StringBuilder(1 << 20);
      for (int i = 0; log.length() < 1 << 20; i++) {
        String time = "2026-11-20T%02d:%02d:%02d ".formatted(i / 3_600 % 24, i / 60 % 60, i % 60);
        log.append(time).append("INFO http GET /orders/").append(i * 7_919 % 5_000);
        log.append(" 200\n");
        if (i % 3_500 == 1_700) {
          log.append(time).append("ERROR payment refund of invoice A-").append(i);
          log.append(" was declined: card expired\n");
        }
      }
      return log.toString();
    }

    private Stream<Issue> issues() {
      LocalDate today = LocalDate.now(clock);
      return ISSUES
          .lines()
          .map(BAR::split)
          .map(
              field ->
                  new Issue(
                      Integer.parseInt(field[0]),
                      field[1],
                      field[2],
                      field[3],
                      List.of(COMMA.split(field[5])),
                      today.minusDays(Long.parseLong(field[4])).toString()));
    }
  }
}
