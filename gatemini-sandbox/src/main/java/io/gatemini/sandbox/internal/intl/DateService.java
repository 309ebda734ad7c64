package io.gatemini.sandbox.internal.intl;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** {@code Intl.DateTimeFormat}: its options become a pattern of CLDR. */
final class DateService extends LocaleServices.Service {
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

  private static final Pattern QUOTED_OR_HOUR = Pattern.compile("'[^']*'|[hHkK]");

  private static final Map<String, String> ZONES =
      Arrays.stream(TimeZone.getAvailableIDs())
          .collect(
              Collectors.toMap(
                  id -> id.toLowerCase(Locale.ROOT), Function.identity(), (one, other) -> one));

  private final SimpleDateFormat format;
  private final DateTimePatternGenerator generator;
  private final ULocale locale;
  private final TimeZone zone;

  DateService(JsonNode tags, JsonNode options) {
    Locales located =
        Locales.of(tags, options, List.of("ca=calendar", "hc=hourCycle", "nu=numberingSystem"));
    locale = located.locale();
    zone = zone(options);
    generator = DateTimePatternGenerator.getInstance(locale);
    Calendar calendar = Calendar.getInstance(zone, locale);
    if (calendar instanceof GregorianCalendar gregorian) {
      gregorian.setGregorianChange(new Date(Long.MIN_VALUE));
    }
    resolved.put("locale", located.tag());
    resolved.put("calendar", calendar.getType().replaceFirst("gregorian", "gregory"));
    resolved.put("numberingSystem", located.numbers());
    String id = TimeZone.getCanonicalID(zone.getID());
    resolved.put("timeZone", id.matches("Etc/(UTC|GMT|UCT)|GMT") ? "UTC" : id);
    String hours = hours(options, located);
    boolean isStyled = options.has("dateStyle") || options.has("timeStyle");
    String pattern = isStyled ? styled(options, hours) : generated(options, hours);
    Matcher hour = QUOTED_OR_HOUR.matcher(pattern);
    boolean hasHour = hour.results().anyMatch(it -> it.group().length() == 1);
    if (hasHour) {
      pattern =
          hour.replaceAll(
              it ->
                  Matcher.quoteReplacement(
                      it.group().length() == 1 ? HOURS.get(hours) : it.group()));
      resolved.put("hourCycle", hours);
      resolved.put("hour12", hours.equals("h11") || hours.equals("h12"));
    }
    for (String style : List.of("dateStyle", "timeStyle")) {
      if (options.has(style)) {
        resolved.set(style, options.get(style));
      }
    }
    if (!isStyled) {
      shown(pattern);
    }
    format = new SimpleDateFormat(pattern, locale);
    format.setCalendar(calendar);
  }

  private static TimeZone zone(JsonNode options) {
    String given = options.path("timeZone").asText("");
    String known = ZONES.get(given.toLowerCase(Locale.ROOT));
    if (!given.isEmpty() && known == null) {
      throw new GatewayException("Invalid time zone specified: " + given);
    }
    return known == null ? TimeZone.getDefault() : TimeZone.getTimeZone(known);
  }

  private String hours(JsonNode options, Locales located) {
    String usual =
        switch (generator.getDefaultHourCycle()) {
          case HOUR_CYCLE_11 -> "h11";
          case HOUR_CYCLE_12 -> "h12";
          case HOUR_CYCLE_24 -> "h24";
          default -> "h23";
        };
    if (options.has("hour12")) {
      // As V8 11 has it: 24:04 where a clock of twelve hours is usual, but in Japan.
      boolean is12 = options.path("hour12").asBoolean();
      boolean isJapan = locale.getCountry().equals("JP");
      return usual.equals("h11") || usual.equals("h12")
          ? is12 ? usual : isJapan ? "h23" : "h24"
          : is12 ? isJapan ? "h11" : "h12" : usual;
    }
    String asked = options.path("hourCycle").asText(located.keyword("hc", usual));
    return HOURS.containsKey(asked) ? asked : usual;
  }

  private String generated(JsonNode options, String hours) {
    StringBuilder skeleton = new StringBuilder();
    for (String field : FIELDS) {
      String[] words = field.split(" ");
      String value = options.path(words[0]).asText("");
      for (String word : words) {
        if (!value.isEmpty() && word.startsWith(value + "=")) {
          skeleton.append(word.substring(value.length() + 1).replace("j", HOURS.get(hours)));
        }
      }
    }
    return generator.getBestPattern(
        skeleton.toString(), DateTimePatternGenerator.MATCH_HOUR_FIELD_LENGTH);
  }

  private String styled(JsonNode options, String hours) {
    int date = STYLES.indexOf(options.path("dateStyle").asText());
    int time = STYLES.indexOf(options.path("timeStyle").asText());
    String pattern =
        ((SimpleDateFormat) DateFormat.getDateTimeInstance(date, time, locale)).toPattern();
    Matcher hour = QUOTED_OR_HOUR.matcher(pattern);
    while (hour.find()) {
      if (hour.group().length() == 1 && !hour.group().equals(HOURS.get(hours))) {
        String skeleton = generator.getSkeleton(pattern).replaceAll("[hHkKaB]+", HOURS.get(hours));
        return generator.getBestPattern(skeleton, DateTimePatternGenerator.MATCH_HOUR_FIELD_LENGTH);
      }
    }
    return pattern;
  }

  /** The options that a pattern comes to. */
  private void shown(String pattern) {
    String plain = pattern.replaceAll("'[^']*'", "").replace('c', 'E').replace('L', 'M');
    String letters = plain.replaceAll("[hHkK]", "j").replace("u", "y").replace("r", "y");
    for (String field : FIELDS) {
      String[] words = field.split(" ");
      for (int i = 1; i < words.length; i++) {
        String[] both = words[i].split("=");
        String letter = both[1].substring(0, 1);
        if (Pattern.compile("(?<!%1$s)%2$s(?!%1$s)".formatted(letter, both[1]))
            .matcher(letters)
            .find()) {
          if (letter.equals("S")) {
            resolved.put(words[0], both[1].length());
          } else {
            resolved.put(words[0], both[0]);
          }
        }
      }
    }
  }

  @Override
  String ask(String method, String value) {
    if (method.equals("range")) {
      String[] both = value.split(" ", 2);
      DateIntervalFormat range =
          DateIntervalFormat.getInstance(generator.getSkeleton(format.toPattern()), locale);
      range.setTimeZone(zone);
      return range.format(new DateInterval(Long.parseLong(both[0]), Long.parseLong(both[1])));
    }
    Date date = new Date(Long.parseLong(value));
    // V8 writes the space before AM as it was before CLDR 42, and not in parts.
    return method.equals("format")
        ? format.format(date).replace('\u202f', ' ')
        : Parts.of(format.formatToCharacterIterator(date), "integer", "").toString();
  }
}
