package io.gatemini.sandbox.internal.intl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.ibm.icu.number.FormattedNumber;
import com.ibm.icu.number.LocalizedNumberFormatter;
import com.ibm.icu.number.NumberFormatter;
import com.ibm.icu.number.NumberRangeFormatter;
import com.ibm.icu.util.Currency;
import com.ibm.icu.util.ULocale;
import io.gatemini.GatewayException;
import java.math.BigDecimal;
import java.util.Map;
import java.util.StringJoiner;

/** {@code Intl.NumberFormat}: its options become a number skeleton of ICU. */
final class NumberService {
  /** The stems of options whose names are other ones in skeletons. */
  private static final Map<String, String> STEMS =
      Map.ofEntries(
          Map.entry("code", "iso-code"),
          Map.entry("name", "full-name"),
          Map.entry("long", "full-name"),
          Map.entry("narrowSymbol", "narrow"),
          Map.entry("symbol", "short"),
          Map.entry("false", "off"),
          Map.entry("true", "on-aligned"),
          Map.entry("always", "on-aligned"),
          Map.entry("ceil", "ceiling"),
          Map.entry("expand", "up"),
          Map.entry("trunc", "down"),
          Map.entry("halfCeil", "half-ceiling"),
          Map.entry("halfExpand", "half-up"),
          Map.entry("halfTrunc", "half-down"));

  private final LocalizedNumberFormatter format;
  private final ULocale locale;
  private final JsonNode options;
  private final ObjectNode resolved;

  NumberService(ULocale locale, JsonNode options, ObjectNode resolved) {
    this.locale = locale;
    this.options = options;
    this.resolved = resolved;
    String style = option("style");
    String notation = option("notation");
    StringJoiner skeleton = new StringJoiner(" ");
    switch (style) {
      case "percent" -> skeleton.add("percent scale/100");
      case "currency" ->
          skeleton.add("currency/" + option("currency") + " unit-width-" + stem("currencyDisplay"));
      case "unit" -> skeleton.add("unit/" + option("unit") + " unit-width-" + stem("unitDisplay"));
      default -> {}
    }
    digits(style, notation, skeleton);
    skeleton.add("rounding-mode-" + stem("roundingMode"));
    if (!option("useGrouping").isEmpty()) {
      skeleton.add("group-" + stem("useGrouping"));
    }
    if (notation.equals("compact")) {
      skeleton.add("compact-" + option("compactDisplay"));
    } else if (!notation.isEmpty() && !notation.equals("standard")) {
      skeleton.add(notation);
    }
    String sign = "sign-" + option("signDisplay").replace("exceptZero", "except-zero");
    boolean isAccounting = option("currencySign").equals("accounting");
    if (!sign.equals("sign-")) {
      skeleton.add(
          isAccounting && !sign.equals("sign-never")
              ? sign.replace("-auto", "").replace("sign", "sign-accounting")
              : sign);
    }
    format = NumberFormatter.forSkeleton(skeleton.toString()).locale(locale);
  }

  private String option(String name) {
    return options.path(name).asText("");
  }

  private String stem(String name) {
    return STEMS.getOrDefault(option(name), kebab(option(name)));
  }

  private static String kebab(String name) {
    return name.replace("Floor", "-floor").replace("Even", "-even");
  }

  /** SetNumberFormatDigitOptions of ECMA-402, section 16.1.3. */
  private void digits(String style, String notation, StringJoiner skeleton) {
    int integers = options.path("minimumIntegerDigits").asInt(1);
    skeleton.add("integer-width/+" + "0".repeat(integers));
    String tail = option("trailingZeroDisplay").equals("stripIfInteger") ? "/w" : "";
    if (options.has("minimumSignificantDigits") || options.has("maximumSignificantDigits")) {
      int least = options.path("minimumSignificantDigits").asInt(1);
      int most = between(least, "Significant", options.path("maximumSignificantDigits").asInt(21));
      skeleton.add("@".repeat(least) + "#".repeat(most - least) + tail);
      return;
    }
    JsonNode given = options.path("minimumFractionDigits");
    JsonNode givenMost = options.path("maximumFractionDigits");
    if (given.isMissingNode() && givenMost.isMissingNode() && notation.equals("compact")) {
      between(0, "Fraction", 0);
      between(1, "Significant", 2);
      return;
    }
    boolean isMoney = style.equals("currency") && notation.equals("standard");
    int usual = isMoney ? Currency.getInstance(option("currency")).getDefaultFractionDigits() : 0;
    int usualMost = isMoney ? usual : style.equals("percent") ? 0 : 3;
    int least = given.asInt(Math.min(usual, givenMost.asInt(usual)));
    int most =
        between(least, "Fraction", givenMost.asInt(Math.max(usualMost, given.asInt(usualMost))));
    skeleton.add(
        most == 0
            ? "precision-integer"
            : "." + "0".repeat(least) + "#".repeat(most - least) + tail);
  }

  private int between(int least, String kind, int most) {
    if (least > most) {
      throw new GatewayException("maximum" + kind + "Digits value is out of range.");
    }
    resolved.put("minimum" + kind + "Digits", least).put("maximum" + kind + "Digits", most);
    return most;
  }

  /** A number as JavaScript writes it. */
  FormattedNumber number(String value) {
    return value.endsWith("N") || value.endsWith("y") || value.equals("-0")
        ? format.format(Double.parseDouble(value))
        : format.format(new BigDecimal(value));
  }

  String ask(String method, String value) {
    if (method.equals("range")) {
      String[] both = value.split(" ", 2);
      return NumberRangeFormatter.withLocale(locale)
          .numberFormatterBoth(format.withoutLocale())
          .formatRange(new BigDecimal(both[0]), new BigDecimal(both[1]))
          .toString();
    }
    FormattedNumber number = number(value);
    String digits = value.equals("NaN") ? "nan" : value.endsWith("y") ? "infinity" : "integer";
    return method.equals("format")
        ? number.toString()
        : Parts.of(number.toCharacterIterator(), digits, "").toString();
  }
}
