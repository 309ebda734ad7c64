package io.gatemini.sandbox.internal.intl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.ibm.icu.text.NumberingSystem;
import com.ibm.icu.util.IllformedLocaleException;
import com.ibm.icu.util.ULocale;
import io.gatemini.GatewayException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A locale that ICU has for what a program named, as ECMA-402 resolves it.
 *
 * @param locale with the extensions that the service reads, and those of options
 * @param tag the locale without what options changed
 */
record Locales(ULocale locale, String tag) {
  /** Where a program names none. */
  private static final String DEFAULT = "en-US";

  private static final Set<String> KNOWN =
      Arrays.stream(ULocale.getAvailableLocales())
          .map(ULocale::getName)
          .collect(Collectors.toUnmodifiableSet());

  /**
   * Resolves tags.
   *
   * @param keywords the extensions that a service reads; the option that replaces one behind it
   */
  static Locales of(JsonNode tags, JsonNode options, List<String> keywords) {
    ULocale asked = ULocale.forLanguageTag(DEFAULT);
    ULocale base = asked;
    for (JsonNode tag : tags) {
      ULocale one = parsed(tag.asText());
      ULocale known = known(one);
      if (!known.getName().isEmpty()) {
        asked = one;
        base = known;
        break;
      }
    }
    ULocale.Builder resolved = new ULocale.Builder().setLocale(base);
    Map<String, String> changed = new TreeMap<>();
    for (String keyword : keywords) {
      String[] both = keyword.split("=", 2);
      String value = asked.getUnicodeLocaleType(both[0]);
      String option = both.length > 1 ? options.path(both[1]).asText("") : "";
      if (isValid(both[0], option)) {
        changed.put(both[0], option);
      }
      if (value != null
          && isValid(both[0], value)
          && (!changed.containsKey(both[0]) || changed.get(both[0]).equals(value))) {
        resolved.setUnicodeLocaleKeyword(both[0], value.equals("true") ? "" : value);
      }
    }
    String tag = resolved.build().toLanguageTag();
    changed.forEach(resolved::setUnicodeLocaleKeyword);
    return new Locales(resolved.build(), tag);
  }

  private static boolean isValid(String keyword, String value) {
    return switch (keyword) {
      case "nu" -> Arrays.asList(NumberingSystem.getAvailableNames()).contains(value);
      case "ca" ->
          Arrays.asList(
                  "buddhist chinese coptic dangi ethioaa ethiopic gregory hebrew indian islamic-civil islamic-tbla islamic-umalqura iso8601 japanese persian roc"
                      .split(" "))
              .contains(value);
      default -> value.matches("[a-z0-9]+");
    };
  }

  private static ULocale parsed(String tag) {
    try {
      return ULocale.createCanonical(new ULocale.Builder().setLanguageTag(tag).build());
    } catch (IllformedLocaleException e) {
      throw new GatewayException("Incorrect locale information provided", e);
    }
  }

  /** The nearest locale that ICU has; the root where it has none. */
  private static ULocale known(ULocale locale) {
    ULocale one = new ULocale(locale.getBaseName());
    while (one != null && !one.getName().isEmpty()) {
      if (KNOWN.contains(one.getName())
          || KNOWN.contains(ULocale.addLikelySubtags(one).getName())) {
        return one;
      }
      one = one.getFallback();
    }
    return ULocale.ROOT;
  }

  /** The value of an extension that the locale came with. */
  String keyword(String name, String otherwise) {
    String value = locale.getUnicodeLocaleType(name);
    return value == null ? otherwise : value;
  }

  /** The numbering system. */
  String numbers() {
    return NumberingSystem.getInstance(locale).getName();
  }

  static ArrayNode canonical(JsonNode tags) {
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    tags.forEach(tag -> all.add(parsed(tag.asText()).toLanguageTag()));
    return all;
  }

  static ArrayNode supported(JsonNode tags) {
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    for (JsonNode tag : tags) {
      ULocale one = parsed(tag.asText());
      if (!known(one).getName().isEmpty()) {
        all.add(one.toLanguageTag());
      }
    }
    return all;
  }

  /**
   * The parts of a locale with the options of its constructor.
   *
   * @param change {@code maximize}, {@code minimize} or empty
   */
  static ObjectNode parts(JsonNode both, String change) {
    ULocale.Builder builder = new ULocale.Builder().setLocale(parsed(both.path(0).asText()));
    JsonNode options = both.path(1);
    try {
      if (options.has("language")) {
        builder.setLanguage(options.path("language").asText());
      }
      if (options.has("script")) {
        builder.setScript(options.path("script").asText());
      }
      if (options.has("region")) {
        builder.setRegion(options.path("region").asText());
      }
      for (Map.Entry<String, String> keyword : KEYWORDS.entrySet()) {
        if (options.has(keyword.getKey())) {
          builder.setUnicodeLocaleKeyword(
              keyword.getValue(), options.path(keyword.getKey()).asText());
        }
      }
    } catch (IllformedLocaleException e) {
      throw new GatewayException("Incorrect locale information provided", e);
    }
    ULocale locale = builder.build();
    locale =
        switch (change) {
          case "maximize" -> ULocale.addLikelySubtags(locale);
          case "minimize" -> ULocale.minimizeSubtags(locale);
          default -> locale;
        };
    ObjectNode parts = JsonNodeFactory.instance.objectNode();
    parts.put("tag", locale.toLanguageTag());
    parts.put("baseName", new ULocale(locale.getBaseName()).toLanguageTag());
    parts.put("language", locale.getLanguage());
    put(parts, "script", locale.getScript());
    put(parts, "region", locale.getCountry());
    for (Map.Entry<String, String> keyword : KEYWORDS.entrySet()) {
      String value = locale.getUnicodeLocaleType(keyword.getValue());
      put(parts, keyword.getKey(), value == null ? "" : value);
    }
    return parts;
  }

  private static final Map<String, String> KEYWORDS =
      new TreeMap<>(
          Map.of(
              "calendar",
              "ca",
              "collation",
              "co",
              "hourCycle",
              "hc",
              "caseFirst",
              "kf",
              "numeric",
              "kn",
              "numberingSystem",
              "nu"));

  private static void put(ObjectNode parts, String name, String value) {
    if (!value.isEmpty()) {
      parts.put(name, value);
    }
  }
}
