package io.gatemini.sandbox.internal.intl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.ibm.icu.text.DateFormat;
import com.ibm.icu.text.DateIntervalFormat;
import com.ibm.icu.text.DateTimePatternGenerator;
import com.ibm.icu.text.SimpleDateFormat;
import com.ibm.icu.util.Calendar;
import com.ibm.icu.util.DateInterval;
import com.ibm.icu.util.GregorianCalendar;
import com.ibm.icu.util.TimeZone;
import com.ibm.icu.util.ULocale;
import io.gatemini.GatewayException;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code Intl.DateTimeFormat}: its options become a pattern of CLDR. */
final class DateService {
  /** Each option with the letters of its values. */
  private static final List<String> FIELDS =
      List.of(
          "weekday long=EEEE short=EEE narrow=EEEEE",
          "era long=GGGG short=G narrow=GGGGG",
          "year numeric=y 2-digit=yy",
          "month numeric=M 2-digit=MM short=MMM long=MMMM narrow=MMMMM",
          "day numeric=d 2-digit=dd",
          "dayPeriod long=BBBB short=B narrow=BBBBB",
          "hour numeric=j 2-digit=jj",
          "minute numeric=m 2-digit=mm",
          "second numeric=s 2-digit=ss",
          "fractionalSecondDigits 1=S 2=SS 3=SSS",
          "timeZoneName short=z long=zzzz shortOffset=O longOffset=OOOO shortGeneric=v"
              + " longGeneric=vvvv");

  private static final Map<String, String> HOURS =
      Map.of("h11", "K", "h12", "h", "h23", "H", "h24", "k");

  private static final List<String> STYLES = List.of("full", "long", "medium", "short");
  private static final int MATCH = DateTimePatternGenerator.MATCH_HOUR_FIELD_LENGTH;

  /** A text of a pattern, or the letter of an hour. */
  private static final Pattern HOUR = Pattern.compile("'[^']*'|[hHkK]");

  private final SimpleDateFormat format;
  private final DateTimePatternGenerator generator;
  private final ULocale locale;
  private final TimeZone zone;

  @SuppressWarnings("JavaUtilDate") // ICU takes the date of its change of calendars so
  DateService(ULocale locale, JsonNode options, ObjectNode resolved) {
    this.locale = locale;
    zone = zone(options.path("timeZone").asText(""));
    generator = DateTimePatternGenerator.getInstance(locale);
    Calendar calendar = Calendar.getInstance(zone, locale);
    if (calendar instanceof GregorianCalendar gregorian) {
      gregorian.setGregorianChange(new Date(Long.MIN_VALUE));
    }
    resolved.put("calendar", calendar.getType().replaceFirst("gregorian", "gregory"));
    String id = TimeZone.getCanonicalID(zone.getID());
    resolved.put("timeZone", id.matches("Etc/(UTC|GMT|UCT)|GMT") ? "UTC" : id);
    String hours = hours(options);
    String hour = Objects.requireNonNull(HOURS.get(hours));
    boolean isStyled = options.has("dateStyle") || options.has("timeStyle");
    String pattern =
        isStyled ? styled(options, hour) : generator.getBestPattern(skeleton(options, hour), MATCH);
    if (HOUR.matcher(pattern).results().anyMatch(DateService::isHour)) {
      pattern =
          HOUR.matcher(pattern)
              .replaceAll(it -> Matcher.quoteReplacement(isHour(it) ? hour : it.group()));
      resolved.put("hourCycle", hours).put("hour12", hours.matches("h1."));
    }
    if (!isStyled) {
      show(pattern, resolved);
    }
    format = new SimpleDateFormat(pattern, locale);
    format.setCalendar(calendar);
  }

  private static boolean isHour(MatchResult found) {
    return !found.group().startsWith("'");
  }

  private static TimeZone zone(String given) {
    return given.isEmpty()
        ? TimeZone.getDefault()
        : Arrays.stream(TimeZone.getAvailableIDs())
            .filter(given::equalsIgnoreCase)
            .findFirst()
            .map(TimeZone::getTimeZone)
            .orElseThrow(() -> new GatewayException("Invalid time zone specified: " + given));
  }

  /** As V8 11 has it: 24:04 without {@code hour12} where twelve hours are usual, but in Japan. */
  private String hours(JsonNode options) {
    String usual =
        switch (generator.getDefaultHourCycle()) {
          case HOUR_CYCLE_11 -> "h11";
          case HOUR_CYCLE_12 -> "h12";
          case HOUR_CYCLE_24 -> "h24";
          default -> "h23";
        };
    if (options.has("hour12")) {
      boolean isJapan = locale.getCountry().equals("JP");
      boolean is12 = options.path("hour12").asBoolean();
      String other = is12 ? isJapan ? "h11" : "h12" : isJapan ? "h23" : "h24";
      return usual.matches("h1.") == is12 ? usual : other;
    }
    String asked = String.valueOf(locale.getUnicodeLocaleType("hc"));
    return HOURS.containsKey(asked) ? asked : usual;
  }

  private static String skeleton(JsonNode options, String hour) {
    StringBuilder skeleton = new StringBuilder();
    for (String field : FIELDS) {
      String[] words = field.split(" ", -1);
      String value = options.path(words[0]).asText(" ") + "=";
      Arrays.stream(words)
          .filter(word -> word.startsWith(value))
          .forEach(word -> skeleton.append(word.substring(value.length()).replace("j", hour)));
    }
    return skeleton.toString();
  }

  private String styled(JsonNode options, String hour) {
    int date = STYLES.indexOf(options.path("dateStyle").asText());
    int time = STYLES.indexOf(options.path("timeStyle").asText());
    String pattern =
        ((SimpleDateFormat) DateFormat.getDateTimeInstance(date, time, locale)).toPattern();
    boolean isOther =
        HOUR.matcher(pattern).results().anyMatch(it -> isHour(it) && !it.group().equals(hour));
    return isOther
        ? generator.getBestPattern(
            generator.getSkeleton(pattern).replaceAll("[hHkKaB]+", hour), MATCH)
        : pattern;
  }

  /** The options that a pattern comes to. */
  private static void show(String pattern, ObjectNode resolved) {
    String letters =
        pattern
            .replaceAll("'[^']*'", "")
            .replaceAll("[hHkK]", "j")
            .replace('c', 'E')
            .replace('L', 'M')
            .replace('r', 'y');
    for (String field : FIELDS) {
      String[] words = field.split(" ", -1);
      for (int i = 1; i < words.length; i++) {
        String[] both = words[i].split("=", -1);
        String run = "(?<!%1$.1s)%1$s(?!%1$.1s)".formatted(both[1]);
        if (Pattern.compile(run).matcher(letters).find()) {
          resolved.set(
              words[0],
              both[1].startsWith("S")
                  ? resolved.numberNode(both[1].length())
                  : resolved.textNode(both[0]));
        }
      }
    }
  }

  String ask(String method, String value) {
    if (method.equals("range")) {
      String[] both = value.split(" ", 2);
      DateIntervalFormat range =
          DateIntervalFormat.getInstance(generator.getSkeleton(format.toPattern()), locale);
      range.setTimeZone(zone);
      return range.format(new DateInterval(Long.parseLong(both[0]), Long.parseLong(both[1])));
    }
    Long date = Long.valueOf(value);
    // V8 writes the space before AM as it was before CLDR 42, and not in parts.
    return method.equals("format")
        ? format.format(date).replace('\u202f', ' ')
        : Parts.of(format.formatToCharacterIterator(date), "integer", "").toString();
  }
}
