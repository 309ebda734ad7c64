package io.gatemini.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.BackendConfig;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.TextStyle;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A backend of lambdas with schemas written by hand: tools that work on dates and times. */
final class DateTools {
  private static final String DATE = "{\"type\": \"string\", \"format\": \"date\"}";

  private DateTools() {}

  /** The backend; {@code clock} says what time it is. */
  static BackendConfig on(Clock clock) {
    return calendar(
        arithmetic(BackendConfig.inProcess().description("dates, time zones and working days")),
        clock);
  }

  private static BackendConfig arithmetic(BackendConfig config) {
    return config
        .tool(
            "add_to_date",
            "Add or subtract days, weeks, months or years to a date.",
            schema("date", DATE, "amount", "{\"type\": \"integer\"}", "unit", unit()),
            args -> date(args, "date").plus(args.path("amount").asLong(), unit(args)).toString())
        .tool(
            "days_between",
            "Count the days from one date to another, and the same as years, months and days.",
            schema("from", DATE, "to", DATE),
            args -> {
              LocalDate from = date(args, "from");
              LocalDate to = date(args, "to");
              Period period = Period.between(from, to);
              Map<String, Object> answer = new LinkedHashMap<>();
              answer.put("days", ChronoUnit.DAYS.between(from, to));
              answer.put("years", period.getYears());
              answer.put("months", period.getMonths());
              answer.put("rest_days", period.getDays());
              return answer;
            })
        .tool(
            "business_days_between",
            "Count the working days, Monday to Friday, from one date up to but without another.",
            schema("from", DATE, "to", DATE),
            args ->
                date(args, "from")
                    .datesUntil(date(args, "to"))
                    .filter(DateTools::isWorkingDay)
                    .count())
        .tool(
            "add_business_days",
            "Find the date that is a number of working days after another.",
            schema("date", DATE, "days", "{\"type\": \"integer\", \"minimum\": 0}"),
            args ->
                date(args, "date")
                    .datesUntil(LocalDate.MAX)
                    .skip(1)
                    .filter(DateTools::isWorkingDay)
                    .skip(Math.max(0, args.path("days").asInt() - 1))
                    .findFirst()
                    .map(LocalDate::toString)
                    .orElseThrow())
        .tool(
            "age_on_date",
            "Compute the age in full years of somebody born on a date.",
            schema("born", DATE, "on", DATE),
            args -> ChronoUnit.YEARS.between(date(args, "born"), date(args, "on")));
  }

  private static BackendConfig calendar(BackendConfig config, Clock clock) {
    return config
        .tool(
            "get_current_time",
            "Tell the current date and time in a time zone.",
            schema("timezone", zone()),
            args -> ZonedDateTime.now(clock.withZone(zone(args, "timezone"))).toString())
        .tool(
            "convert_timezone",
            "Convert a local date and time from one time zone to another.",
            schema(
                "datetime", "{\"type\": \"string\", \"description\": \"2026-03-29T09:30\"}",
                "from_zone", zone(),
                "to_zone", zone()),
            args ->
                LocalDateTime.parse(args.path("datetime").asText())
                    .atZone(zone(args, "from_zone"))
                    .withZoneSameInstant(zone(args, "to_zone"))
                    .toString())
        .tool(
            "list_timezones",
            "List the time zones of a region such as Europe or America.",
            schema("region", "{\"type\": \"string\"}"),
            args ->
                ZoneId.getAvailableZoneIds().stream()
                    .filter(id -> id.startsWith(args.path("region").asText() + "/"))
                    .sorted()
                    .collect(Collectors.joining("\n")))
        .tool(
            "weekday_of_date",
            "Name the day of the week, the week number and the quarter of a date.",
            schema("date", DATE),
            args -> {
              LocalDate date = date(args, "date");
              Map<String, Object> answer = new LinkedHashMap<>();
              answer.put(
                  "weekday", date.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
              answer.put("iso_week", date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
              answer.put("quarter", date.get(IsoFields.QUARTER_OF_YEAR));
              answer.put("leap_year", date.isLeapYear());
              return answer;
            })
        .tool(
            "month_calendar",
            "List the days of a month week by week, beginning on Mondays.",
            schema(
                "year", "{\"type\": \"integer\"}",
                "month", "{\"type\": \"integer\", \"minimum\": 1, \"maximum\": 12}"),
            args -> weeks(LocalDate.of(args.path("year").asInt(), args.path("month").asInt(), 1)))
        .tool(
            "format_date",
            "Write a date in a pattern such as 'd MMMM yyyy' or 'EEE, d MMM'.",
            schema("date", DATE, "pattern", "{\"type\": \"string\"}"),
            args ->
                date(args, "date")
                    .format(
                        DateTimeFormatter.ofPattern(args.path("pattern").asText(), Locale.ENGLISH)))
        .tool(
            "parse_date",
            "Read a date that is written in a pattern and return it as yyyy-MM-dd.",
            schema("text", "{\"type\": \"string\"}", "pattern", "{\"type\": \"string\"}"),
            args ->
                LocalDate.parse(
                        args.path("text").asText(),
                        DateTimeFormatter.ofPattern(args.path("pattern").asText(), Locale.ENGLISH))
                    .toString());
  }

  /** An object schema; all of its properties are required. */
  private static String schema(String... namesAndSchemas) {
    StringBuilder properties = new StringBuilder();
    StringBuilder required = new StringBuilder();
    for (int i = 0; i < namesAndSchemas.length; i += 2) {
      String comma = i == 0 ? "" : ", ";
      String name = '"' + namesAndSchemas[i] + '"';
      properties.append(comma).append(name).append(": ").append(namesAndSchemas[i + 1]);
      required.append(comma).append(name);
    }
    return "{\"type\": \"object\", \"properties\": {%s}, \"required\": [%s]}"
        .formatted(properties, required);
  }

  private static String zone() {
    return "{\"type\": \"string\", \"description\": \"IANA name such as Europe/Paris\"}";
  }

  private static String unit() {
    return "{\"type\": \"string\", \"enum\": [\"days\", \"weeks\", \"months\", \"years\"]}";
  }

  private static ChronoUnit unit(JsonNode args) {
    return ChronoUnit.valueOf(args.path("unit").asText().toUpperCase(Locale.ROOT));
  }

  private static LocalDate date(JsonNode args, String name) {
    try {
      return LocalDate.parse(args.path(name).asText());
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          name + " must be a date such as 2026-03-29, not " + args.path(name), e);
    }
  }

  private static ZoneId zone(JsonNode args, String name) {
    try {
      return ZoneId.of(args.path(name).asText());
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          name + " must be a time zone such as Europe/Paris, not " + args.path(name), e);
    }
  }

  private static boolean isWorkingDay(LocalDate date) {
    return date.getDayOfWeek().getValue() <= DayOfWeek.FRIDAY.getValue();
  }

  private static List<List<Integer>> weeks(LocalDate first) {
    LocalDate end = first.with(TemporalAdjusters.firstDayOfNextMonth());
    return first
        .datesUntil(end)
        .collect(Collectors.groupingBy(DateTools::monday))
        .entrySet()
        .stream()
        .sorted(Map.Entry.comparingByKey())
        .map(week -> week.getValue().stream().map(LocalDate::getDayOfMonth).toList())
        .toList();
  }

  private static LocalDate monday(LocalDate date) {
    return date.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
  }
}
