package io.gatemini.sandbox.internal.intl;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.text.Collator;
import com.ibm.icu.text.DateTimePatternGenerator;
import com.ibm.icu.text.DisplayContext;
import com.ibm.icu.text.FormattedValue;
import com.ibm.icu.text.ListFormatter;
import com.ibm.icu.text.LocaleDisplayNames;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.NumberingSystem;
import com.ibm.icu.text.PluralRules;
import com.ibm.icu.text.RelativeDateTimeFormatter;
import com.ibm.icu.text.RuleBasedCollator;
import com.ibm.icu.util.Currency;
import com.ibm.icu.util.ULocale;
import io.gatemini.GatewayException;
import io.gatemini.internal.json.JsonValues;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BinaryOperator;

/**
 * The requests of {@code intl.js}, answered by ICU4J: each has texts and gives one. A failure is a
 * {@link GatewayException} with the words that Node has. One per program; it belongs to the
 * program's thread.
 */
public final class LocaleServices {
  /** A formatter takes milliseconds to make, and some kilobytes. */
  private static final int MAX_SERVICES = 50;

  /** The extensions of a locale that a service reads, and the options that replace them. */
  private static final Map<String, List<String>> KEYWORDS =
      Map.of(
          "NumberFormat", List.of("nu=numberingSystem"),
          "RelativeTimeFormat", List.of("nu=numberingSystem"),
          "DateTimeFormat", List.of("ca=calendar", "hc=hourCycle", "nu=numberingSystem"),
          "Collator", List.of("co", "kn=numeric", "kf=caseFirst"));

  private final Map<String, Service> services =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Service> eldest) {
          return size() > MAX_SERVICES;
        }
      };

  /**
   * A constructor of {@code Intl} with its options.
   *
   * @param resolved the options that only ICU knows
   * @param method answers a method for a value
   */
  private record Service(ObjectNode resolved, BinaryOperator<String> method) {}

  /**
   * Makes them.
   *
   * @throws GatewayException where ICU4J is not on the class path, with what to write instead
   */
  public static LocaleServices load() {
    try {
      Class.forName("com.ibm.icu.util.ULocale", false, LocaleServices.class.getClassLoader());
      return new LocaleServices();
    } catch (ClassNotFoundException e) {
      throw new GatewayException(
          "this engine has no Intl, as com.ibm.icu:icu4j is not on the class path; write"
              + " toISOString(), toFixed(2), padStart() and comparisons by <, or a-z for \\p{L}",
          e);
    }
  }

  /** Answers a request; {@code key} is the JSON of what it is for. */
  public String answer(String request, String key, String value) {
    try {
      return switch (request) {
        case "normalize" -> normalizer(key).normalize(value);
        case "upper" -> UCharacter.toUpperCase(Locales.of(tree(key)).locale(), value);
        case "lower" -> UCharacter.toLowerCase(Locales.of(tree(key)).locale(), value);
        case "properties" -> PropertyEscapes.expand(value, key.contains("v"));
        case "canonical" -> Locales.each(tree(key), false).toString();
        case "supported" -> Locales.each(tree(key), true).toString();
        case "open" -> service(key).resolved.toString();
        default -> service(key).method.apply(request, value);
      };
    } catch (GatewayException e) {
      throw e;
    } catch (RuntimeException e) { // ICU's words are not for a program
      throw new GatewayException("the value cannot be written with these options", e);
    }
  }

  /** A pattern without Unicode property escapes, for an engine that has none. */
  public static String withoutProperties(String pattern, String flags) {
    return load().answer("properties", flags, pattern);
  }

  private static JsonNode tree(String json) {
    try {
      return JsonValues.parse(json);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Normalizer2 normalizer(String form) {
    return switch (form) {
      case "NFC" -> Normalizer2.getNFCInstance();
      case "NFD" -> Normalizer2.getNFDInstance();
      case "NFKC" -> Normalizer2.getNFKCInstance();
      case "NFKD" -> Normalizer2.getNFKDInstance();
      default ->
          throw new GatewayException(
              "The normalization form should be one of NFC, NFD, NFKC, NFKD.");
    };
  }

  private Service service(String key) {
    Service known = services.get(key);
    if (known == null) {
      JsonNode made = tree(key);
      known = service(made.path(0).asText(), made.path(1), made.path(2));
      services.put(key, known);
    }
    return known;
  }

  private static Service service(String name, JsonNode tags, JsonNode options) {
    List<String> keywords = KEYWORDS.getOrDefault(name, List.of());
    Locales located = Locales.of(tags, options, keywords);
    ULocale locale = located.locale();
    ObjectNode resolved = JsonNodeFactory.instance.objectNode().put("locale", located.tag());
    if (keywords.contains("nu=numberingSystem")) {
      resolved.put("numberingSystem", NumberingSystem.getInstance(locale).getName());
    }
    return new Service(
        resolved,
        switch (name) {
          case "NumberFormat" -> new NumberService(locale, options, resolved)::ask;
          case "DateTimeFormat" -> new DateService(locale, options, resolved)::ask;
          case "Collator" -> collation(locale, options, resolved);
          case "PluralRules" -> plurals(locale, options, resolved);
          case "RelativeTimeFormat" -> relativeTimes(locale, options);
          case "ListFormat" -> lists(locale, options);
          case "DisplayNames" -> names(locale, options);
          default -> segments(locale, options);
        });
  }

  private static String written(String method, FormattedValue value, String unit) {
    return method.equals("format")
        ? value.toString()
        : Parts.of(value.toCharacterIterator(), "integer", unit).toString();
  }

  /** Keys compare as their texts do, so that sorting asks once for each text. */
  private static BinaryOperator<String> collation(
      ULocale locale, JsonNode options, ObjectNode resolved) {
    boolean isSearch = options.path("usage").asText().equals("search");
    RuleBasedCollator collator =
        (RuleBasedCollator)
            Collator.getInstance(isSearch ? locale.setKeywordValue("collation", "search") : locale)
                .cloneAsThawed();
    String sensitivity = options.path("sensitivity").asText();
    collator.setStrength(
        switch (sensitivity) {
          case "base", "case" -> Collator.PRIMARY;
          case "accent" -> Collator.SECONDARY;
          default -> Collator.TERTIARY;
        });
    collator.setCaseLevel(sensitivity.equals("case"));
    boolean isShifted = collator.isAlternateHandlingShifted();
    collator.setAlternateHandlingShifted(options.path("ignorePunctuation").asBoolean(isShifted));
    resolved.put("ignorePunctuation", collator.isAlternateHandlingShifted());
    String numeric = locale.getUnicodeLocaleType("kn");
    collator.setNumericCollation(numeric != null && !numeric.equals("false"));
    resolved.put("numeric", collator.getNumericCollation());
    String first = String.valueOf(locale.getUnicodeLocaleType("kf"));
    collator.setUpperCaseFirst(first.equals("upper"));
    collator.setLowerCaseFirst(first.equals("lower"));
    resolved.put("caseFirst", first.replace("null", "false")).put("collation", "default");
    return (method, value) ->
        " "
            + new String(
                collator.getCollationKey(value).toByteArray(), StandardCharsets.ISO_8859_1);
  }

  private static BinaryOperator<String> plurals(
      ULocale locale, JsonNode options, ObjectNode resolved) {
    NumberService numbers = new NumberService(locale, options, resolved);
    PluralRules rules =
        PluralRules.forLocale(
            locale,
            PluralRules.PluralType.valueOf(options.path("type").asText().toUpperCase(Locale.ROOT)));
    ArrayNode categories = resolved.putArray("pluralCategories");
    List.of("few", "many", "one", "two", "zero", "other").stream()
        .filter(rules.getKeywords()::contains)
        .forEach(categories::add);
    return (method, value) -> rules.select(numbers.number(value));
  }

  private static BinaryOperator<String> relativeTimes(ULocale locale, JsonNode options) {
    RelativeDateTimeFormatter times =
        RelativeDateTimeFormatter.getInstance(
            locale,
            null,
            RelativeDateTimeFormatter.Style.valueOf(
                options.path("style").asText().toUpperCase(Locale.ROOT)),
            DisplayContext.CAPITALIZATION_NONE);
    boolean isAuto = options.path("numeric").asText().equals("auto");
    return (method, value) -> {
      String[] both = value.split(" ", 2);
      double number = Double.parseDouble(both[0]);
      var unit =
          RelativeDateTimeFormatter.RelativeDateTimeUnit.valueOf(both[1].toUpperCase(Locale.ROOT));
      return written(
          method,
          isAuto ? times.formatToValue(number, unit) : times.formatNumericToValue(number, unit),
          both[1]);
    };
  }

  private static BinaryOperator<String> lists(ULocale locale, JsonNode options) {
    ListFormatter lists =
        ListFormatter.getInstance(
            locale,
            switch (options.path("type").asText()) {
              case "conjunction" -> ListFormatter.Type.AND;
              case "disjunction" -> ListFormatter.Type.OR;
              default -> ListFormatter.Type.UNITS;
            },
            switch (options.path("style").asText()) {
              case "long" -> ListFormatter.Width.WIDE;
              case "short" -> ListFormatter.Width.SHORT;
              default -> ListFormatter.Width.NARROW;
            });
    return (method, value) -> {
      List<String> texts = new ArrayList<>();
      tree(value).forEach(text -> texts.add(text.asText()));
      return written(method, lists.formatToValue(texts), "");
    };
  }

  /** Names; an empty one where there is none. */
  private static BinaryOperator<String> names(ULocale locale, JsonNode options) {
    boolean isLong = options.path("style").asText().equals("long");
    LocaleDisplayNames names =
        LocaleDisplayNames.getInstance(
            locale,
            options.path("languageDisplay").asText().equals("standard")
                ? DisplayContext.STANDARD_NAMES
                : DisplayContext.DIALECT_NAMES,
            isLong ? DisplayContext.LENGTH_FULL : DisplayContext.LENGTH_SHORT,
            options.path("fallback").asText().equals("code")
                ? DisplayContext.SUBSTITUTE
                : DisplayContext.NO_SUBSTITUTE);
    List<String> fields =
        List.of(
            ("era year quarter month weekOfYear - weekday day - - dayPeriod hour minute second -"
                    + " timeZoneName")
                .split(" ", -1));
    return (method, value) -> {
      String code = value.toUpperCase(Locale.ROOT);
      String name =
          switch (options.path("type").asText()) {
            case "language" -> names.localeDisplayName(ULocale.forLanguageTag(value));
            case "region" -> names.regionDisplayName(code);
            case "script" -> names.scriptDisplayName(value);
            case "calendar" -> names.keyValueDisplayName("calendar", value);
            case "currency" ->
                Currency.getInstance(code)
                    .getName(locale, isLong ? Currency.LONG_NAME : Currency.SYMBOL_NAME, null);
            default ->
                DateTimePatternGenerator.getInstance(locale)
                    .getFieldDisplayName(
                        fields.indexOf(value), DateTimePatternGenerator.DisplayWidth.WIDE);
          };
      return name == null ? "" : name;
    };
  }

  /** The ends of segments, below zero where one is not like a word. */
  private static BinaryOperator<String> segments(ULocale locale, JsonNode options) {
    BreakIterator breaks =
        switch (options.path("granularity").asText()) {
          case "grapheme" -> BreakIterator.getCharacterInstance(locale);
          case "word" -> BreakIterator.getWordInstance(locale);
          default -> BreakIterator.getSentenceInstance(locale);
        };
    return (method, value) -> {
      breaks.setText(value);
      ArrayNode ends = JsonNodeFactory.instance.arrayNode();
      for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
        ends.add(breaks.getRuleStatus() < BreakIterator.WORD_NONE_LIMIT ? -end : end);
      }
      return ends.toString();
    };
  }
}
