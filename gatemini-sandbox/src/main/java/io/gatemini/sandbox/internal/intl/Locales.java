package io.gatemini.sandbox.internal.intl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.ibm.icu.text.NumberingSystem;
import com.ibm.icu.util.IllformedLocaleException;
import com.ibm.icu.util.ULocale;
import io.gatemini.GatewayException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A locale that ICU has for what a program named, as ECMA-402 resolves it.
 *
 * @param locale with the extensions that the service reads, and those of options
 * @param tag the locale without what options changed
 */
record Locales(ULocale locale, String tag) {
  /** Where a program names none. */
  private static final ULocale DEFAULT = ULocale.forLanguageTag("en-US");

  private static final Set<String> KNOWN =
      Arrays.stream(ULocale.getAvailableLocales())
          .map(ULocale::getName)
          .collect(Collectors.toUnmodifiableSet());

  private static final Set<String> VALUES =
      Stream.concat(
              Arrays.stream(NumberingSystem.getAvailableNames()).map("nu-"::concat),
              Stream.of(
                      ("buddhist chinese coptic dangi ethioaa ethiopic gregory hebrew indian"
                              + " islamic-civil islamic-tbla islamic-umalqura iso8601 japanese"
                              + " persian roc")
                          .split(" ", -1))
                  .map("ca-"::concat))
          .collect(Collectors.toUnmodifiableSet());

  static Locales of(JsonNode tags) {
    return of(tags, JsonNodeFactory.instance.objectNode(), List.of());
  }

  /**
   * Resolves tags.
   *
   * @param keywords the extensions that a service reads; the option that replaces one behind it
   */
  static Locales of(JsonNode tags, JsonNode options, List<String> keywords) {
    ULocale asked = DEFAULT;
    for (JsonNode tag : tags) {
      ULocale one = parsed(tag.asText());
      if (!known(one).getName().isEmpty()) {
        asked = one;
        break;
      }
    }
    ULocale.Builder resolved = new ULocale.Builder().setLocale(known(asked));
    ULocale.Builder changed = new ULocale.Builder().setLocale(known(asked));
    for (String keyword : keywords) {
      String[] both = keyword.split("=", 2);
      String value = asked.getUnicodeLocaleType(both[0]);
      String option = both.length > 1 ? options.path(both[1]).asText("") : "";
      boolean isChanged = isValid(both[0], option);
      if (value != null && isValid(both[0], value) && (!isChanged || option.equals(value))) {
        resolved.setUnicodeLocaleKeyword(both[0], value.replace("true", ""));
        changed.setUnicodeLocaleKeyword(both[0], value);
      } else if (isChanged) {
        changed.setUnicodeLocaleKeyword(both[0], option);
      }
    }
    return new Locales(changed.build(), resolved.build().toLanguageTag());
  }

  private static boolean isValid(String keyword, String value) {
    return Set.of("nu", "ca").contains(keyword)
        ? VALUES.contains(keyword + "-" + value)
        : value.matches("[a-z0-9]+");
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
    while (one != null
        && !KNOWN.contains(one.getName())
        && !KNOWN.contains(ULocale.addLikelySubtags(one).getName())) {
      one = one.getFallback();
    }
    return one == null ? ULocale.ROOT : one;
  }

  /**
   * Each tag in its canonical form.
   *
   * @param supported whether those that ICU has are wanted
   */
  static ArrayNode each(JsonNode tags, boolean supported) {
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    for (JsonNode tag : tags) {
      ULocale one = parsed(tag.asText());
      if (!supported || !known(one).getName().isEmpty()) {
        all.add(one.toLanguageTag());
      }
    }
    return all;
  }
}
