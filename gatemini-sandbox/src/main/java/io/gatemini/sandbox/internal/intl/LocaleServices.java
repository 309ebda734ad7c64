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
import com.ibm.icu.text.ListFormatter;
import com.ibm.icu.text.LocaleDisplayNames;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.PluralRules;
import com.ibm.icu.text.RelativeDateTimeFormatter;
import com.ibm.icu.text.RelativeDateTimeFormatter.RelativeDateTimeUnit;
import com.ibm.icu.text.RelativeDateTimeFormatter.Style;
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

/**
 * What programs ask of the languages of the world, by ICU4J: the requests of {@code intl.js}, each
 * with texts in and a text out. A failure is a {@link GatewayException} with the words that Node
 * has. One per program; it belongs to the program's thread.
 */
public final class LocaleServices {
  /** A formatter takes milliseconds to make, and some kilobytes. */
  private static final int MAX_SERVICES = 50;

  private final Map<String, Service> services =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Service> eldest) {
          return size() > MAX_SERVICES;
        }
      };

  /** A constructor of {@code Intl} with its options: what it resolved them to, and its methods. */
  abstract static class Service {
    final ObjectNode resolved = JsonNodeFactory.instance.objectNode();

    /** The answer of a method for a value. */
    abstract String ask(String method, String value);
  }

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
        case "upper" -> UCharacter.toUpperCase(locale(key), value);
        case "lower" -> UCharacter.toLowerCase(locale(key), value);
        case "properties" -> PropertyEscapes.expand(value, key.contains("v"));
        case "canonical" -> Locales.canonical(tree(key)).toString();
        case "supported" -> Locales.supported(tree(key)).toString();
        case "locale" -> Locales.parts(tree(key), value).toString();
        case "open" -> service(key).resolved.toString();
        default -> service(key).ask(request, value);
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

  private static ULocale locale(String tags) {
    return Locales.of(tree(tags), JsonNodeFactory.instance.objectNode(), List.of()).locale();
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
      known = make(made.path(0).asText(), made.path(1), made.path(2));
      services.put(key, known);
    }
    return known;
  }

  private static Service make(String name, JsonNode tags, JsonNode options) {
    return switch (name) {
      case "NumberFormat" -> new NumberService(tags, options);
      case "DateTimeFormat" -> new DateService(tags, options);
      case "Collator" -> new Collation(tags, options);
      case "PluralRules" -> new Plurals(tags, options);
      case "RelativeTimeFormat" -> new RelativeTimes(tags, options);
      case "ListFormat" -> new Lists(tags, options);
      case "DisplayNames" -> new Names(tags, options);
      default -> new Segments(tags, options);
    };
  }

  /** The options that say nothing but what was given, or the default. */
  static void resolve(ObjectNode resolved, JsonNode options, String... defaults) {
    for (String option : defaults) {
      String[] both = option.split("=", 2);
      resolved.put(both[0], options.path(both[0]).asText(both[1]));
    }
  }

  private static final class Collation extends Service {
    private final RuleBasedCollator collator;

    Collation(JsonNode tags, JsonNode options) {
      Locales located = Locales.of(tags, options, List.of("co", "kn=numeric", "kf=caseFirst"));
      ULocale locale = located.locale();
      boolean isSearch = options.path("usage").asText().equals("search");
      collator =
          (RuleBasedCollator)
              Collator.getInstance(
                      isSearch ? locale.setKeywordValue("collation", "search") : locale)
                  .cloneAsThawed();
      resolved.put("locale", located.tag());
      resolve(resolved, options, "usage=sort", "sensitivity=variant");
      switch (resolved.path("sensitivity").asText()) {
        case "base" -> collator.setStrength(Collator.PRIMARY);
        case "accent" -> collator.setStrength(Collator.SECONDARY);
        case "case" -> {
          collator.setStrength(Collator.PRIMARY);
          collator.setCaseLevel(true);
        }
        default -> collator.setStrength(Collator.TERTIARY);
      }
      if (options.has("ignorePunctuation")) {
        collator.setAlternateHandlingShifted(options.path("ignorePunctuation").asBoolean());
      }
      resolved.put("ignorePunctuation", collator.isAlternateHandlingShifted());
      resolved.put("collation", "default");
      String numeric = options.path("numeric").asText(located.keyword("kn", "false"));
      collator.setNumericCollation(!numeric.equals("false"));
      resolved.put("numeric", collator.getNumericCollation());
      String first = options.path("caseFirst").asText(located.keyword("kf", "false"));
      collator.setUpperCaseFirst(first.equals("upper"));
      if (first.equals("lower")) {
        collator.setLowerCaseFirst(true);
      }
      resolved.put("caseFirst", first);
    }

    /** Keys compare as their texts do, so that sorting asks once for each text. */
    @Override
    String ask(String method, String value) {
      return " "
          + new String(collator.getCollationKey(value).toByteArray(), StandardCharsets.ISO_8859_1);
    }
  }

  private static final class Plurals extends Service {
    private final PluralRules rules;
    private final NumberService numbers;

    Plurals(JsonNode tags, JsonNode options) {
      numbers = new NumberService(tags, options);
      boolean isOrdinal = options.path("type").asText().equals("ordinal");
      rules =
          PluralRules.forLocale(
              numbers.locale(),
              isOrdinal ? PluralRules.PluralType.ORDINAL : PluralRules.PluralType.CARDINAL);
      resolved.set("locale", numbers.resolved.get("locale"));
      resolve(resolved, options, "type=cardinal");
      numbers.resolved.properties().stream()
          .filter(it -> it.getKey().contains("Digits"))
          .forEach(it -> resolved.set(it.getKey(), it.getValue()));
      ArrayNode categories = resolved.putArray("pluralCategories");
      List.of("few", "many", "one", "two", "zero", "other").stream()
          .filter(rules.getKeywords()::contains)
          .forEach(categories::add);
    }

    @Override
    String ask(String method, String value) {
      return rules.select(numbers.number(value));
    }
  }

  private static final class RelativeTimes extends Service {
    private final RelativeDateTimeFormatter times;
    private final boolean isAuto;

    RelativeTimes(JsonNode tags, JsonNode options) {
      Locales located = Locales.of(tags, options, List.of("nu=numberingSystem"));
      resolved.put("locale", located.tag());
      resolve(resolved, options, "style=long", "numeric=always");
      resolved.put("numberingSystem", located.numbers());
      Style style = Style.valueOf(resolved.path("style").asText().toUpperCase(Locale.ROOT));
      times =
          RelativeDateTimeFormatter.getInstance(
              located.locale(), null, style, DisplayContext.CAPITALIZATION_NONE);
      isAuto = resolved.path("numeric").asText().equals("auto");
    }

    @Override
    String ask(String method, String value) {
      String[] both = value.split(" ", 2);
      RelativeDateTimeUnit unit =
          RelativeDateTimeUnit.valueOf(both[1].replaceFirst("s$", "").toUpperCase(Locale.ROOT));
      double number = Double.parseDouble(both[0]);
      var formatted =
          isAuto ? times.formatToValue(number, unit) : times.formatNumericToValue(number, unit);
      return method.equals("format")
          ? formatted.toString()
          : Parts.of(formatted.toCharacterIterator(), "integer", both[1].replaceFirst("s$", ""))
              .toString();
    }
  }

  private static final class Lists extends Service {
    private final ListFormatter lists;

    Lists(JsonNode tags, JsonNode options) {
      Locales located = Locales.of(tags, options, List.of());
      resolved.put("locale", located.tag());
      resolve(resolved, options, "type=conjunction", "style=long");
      lists =
          ListFormatter.getInstance(
              located.locale(),
              switch (resolved.path("type").asText()) {
                case "conjunction" -> ListFormatter.Type.AND;
                case "disjunction" -> ListFormatter.Type.OR;
                default -> ListFormatter.Type.UNITS;
              },
              switch (resolved.path("style").asText()) {
                case "long" -> ListFormatter.Width.WIDE;
                case "short" -> ListFormatter.Width.SHORT;
                default -> ListFormatter.Width.NARROW;
              });
    }

    @Override
    String ask(String method, String value) {
      List<String> texts = new ArrayList<>();
      tree(value).forEach(text -> texts.add(text.asText()));
      var formatted = lists.formatToValue(texts);
      return method.equals("format")
          ? formatted.toString()
          : Parts.of(formatted.toCharacterIterator(), "integer", "").toString();
    }
  }

  private static final class Names extends Service {
    private final LocaleDisplayNames names;
    private final ULocale locale;
    private final String type;

    Names(JsonNode tags, JsonNode options) {
      Locales located = Locales.of(tags, options, List.of());
      locale = located.locale();
      type = options.path("type").asText();
      resolved.put("locale", located.tag());
      resolve(resolved, options, "style=long", "type=" + type, "fallback=code");
      boolean isCodes = resolved.path("fallback").asText().equals("code");
      names =
          LocaleDisplayNames.getInstance(
              locale,
              options.path("languageDisplay").asText().equals("standard")
                  ? DisplayContext.STANDARD_NAMES
                  : DisplayContext.DIALECT_NAMES,
              resolved.path("style").asText().equals("long")
                  ? DisplayContext.LENGTH_FULL
                  : DisplayContext.LENGTH_SHORT,
              isCodes ? DisplayContext.SUBSTITUTE : DisplayContext.NO_SUBSTITUTE);
      if (type.equals("language")) {
        resolve(resolved, options, "languageDisplay=dialect");
      }
    }

    /** Empty where there is none. */
    @Override
    String ask(String method, String value) {
      String name =
          switch (type) {
            case "language" -> names.localeDisplayName(ULocale.forLanguageTag(value));
            case "region" -> names.regionDisplayName(value.toUpperCase(Locale.ROOT));
            case "script" -> names.scriptDisplayName(value);
            case "calendar" -> names.keyValueDisplayName("calendar", value);
            case "currency" -> currency(value.toUpperCase(Locale.ROOT));
            default ->
                DateTimePatternGenerator.getInstance(locale)
                    .getFieldDisplayName(field(value), DateTimePatternGenerator.DisplayWidth.WIDE);
          };
      return name == null ? "" : name;
    }

    private String currency(String code) {
      int style =
          resolved.path("style").asText().equals("long")
              ? Currency.LONG_NAME
              : Currency.SYMBOL_NAME;
      String name = Currency.getInstance(code).getName(locale, style, null);
      return name.equals(code) && resolved.path("fallback").asText().equals("none") ? "" : name;
    }

    private static int field(String name) {
      return List.of(
              "era",
              "year",
              "quarter",
              "month",
              "weekOfYear",
              "",
              "weekday",
              "day",
              "",
              "",
              "dayPeriod",
              "hour",
              "minute",
              "second",
              "",
              "timeZoneName")
          .indexOf(name);
    }
  }

  private static final class Segments extends Service {
    private final BreakIterator breaks;

    Segments(JsonNode tags, JsonNode options) {
      Locales located = Locales.of(tags, options, List.of());
      resolved.put("locale", located.tag());
      resolve(resolved, options, "granularity=grapheme");
      ULocale locale = located.locale();
      breaks =
          switch (resolved.path("granularity").asText()) {
            case "grapheme" -> BreakIterator.getCharacterInstance(locale);
            case "word" -> BreakIterator.getWordInstance(locale);
            default -> BreakIterator.getSentenceInstance(locale);
          };
    }

    /** The ends of the segments, below zero where it is not like a word. */
    @Override
    String ask(String method, String value) {
      breaks.setText(value);
      ArrayNode ends = JsonNodeFactory.instance.arrayNode();
      for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
        ends.add(breaks.getRuleStatus() < BreakIterator.WORD_NONE_LIMIT ? -end : end);
      }
      return ends.toString();
    }
  }
}
