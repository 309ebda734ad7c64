package io.gatemini.sandbox.internal.intl;

import com.fasterxml.jackson.databind.JsonNode;
import com.ibm.icu.number.FormattedNumber;
import com.ibm.icu.number.LocalizedNumberFormatter;
import com.ibm.icu.number.NumberFormatter;
import com.ibm.icu.number.NumberRangeFormatter;
import com.ibm.icu.number.SkeletonSyntaxException;
import com.ibm.icu.util.Currency;
import com.ibm.icu.util.ULocale;
import io.gatemini.GatewayException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/** {@code Intl.NumberFormat}: its options become a number skeleton of ICU. */
final class NumberService extends LocaleServices.Service {
  private static final Map<String, String> ROUNDING =
      Map.of(
          "ceil",
          "ceiling",
          "floor",
          "floor",
          "expand",
          "up",
          "trunc",
          "down",
          "halfCeil",
          "half-ceiling",
          "halfFloor",
          "half-floor",
          "halfExpand",
          "half-up",
          "halfTrunc",
          "half-down",
          "halfEven",
          "half-even");

  private final LocalizedNumberFormatter format;
  private final ULocale locale;

  NumberService(JsonNode tags, JsonNode options) {
    Locales located = Locales.of(tags, options, List.of("nu=numberingSystem"));
    locale = located.locale();
    resolved.put("locale", located.tag()).put("numberingSystem", located.numbers());
    StringJoiner skeleton = new StringJoiner(" ");
    String style = options.path("style").asText("decimal");
    String notation = options.path("notation").asText("standard");
    resolved.put("style", style);
    style(style, options, skeleton);
    digits(style, notation, options, skeleton);
    String grouping =
        options.path("useGrouping").asText(notation.equals("compact") ? "min2" : "auto");
    switch (grouping) {
      case "false" -> resolved.put("useGrouping", false);
      case "true" -> resolved.put("useGrouping", "always");
      default -> resolved.put("useGrouping", grouping);
    }
    skeleton.add(
        switch (grouping) {
          case "false" -> "group-off";
          case "min2" -> "group-min2";
          case "auto" -> "group-auto";
          default -> "group-on-aligned";
        });
    resolved.put("notation", notation);
    if (notation.equals("compact")) {
      LocaleServices.resolve(resolved, options, "compactDisplay=short");
      skeleton.add("compact-" + resolved.path("compactDisplay").asText());
    } else if (!notation.equals("standard")) {
      skeleton.add(notation);
    }
    LocaleServices.resolve(resolved, options, "signDisplay=auto", "roundingMode=halfExpand");
    sign(options, skeleton);
    skeleton.add("rounding-mode-" + ROUNDING.get(resolved.path("roundingMode").asText()));
    resolved.put("roundingIncrement", 1);
    LocaleServices.resolve(resolved, options, "trailingZeroDisplay=auto", "roundingPriority=auto");
    try {
      format = NumberFormatter.forSkeleton(skeleton.toString()).locale(locale);
    } catch (SkeletonSyntaxException e) {
      throw new GatewayException("Invalid unit argument for Intl.NumberFormat()", e);
    }
  }

  private void style(String style, JsonNode options, StringJoiner skeleton) {
    switch (style) {
      case "percent" -> skeleton.add("percent").add("scale/100");
      case "currency" -> {
        String currency = options.path("currency").asText().toUpperCase(Locale.ROOT);
        resolved.put("currency", currency);
        LocaleServices.resolve(
            resolved, options, "currencyDisplay=symbol", "currencySign=standard");
        skeleton.add("currency/" + currency);
        skeleton.add(
            switch (resolved.path("currencyDisplay").asText()) {
              case "code" -> "unit-width-iso-code";
              case "name" -> "unit-width-full-name";
              case "narrowSymbol" -> "unit-width-narrow";
              default -> "unit-width-short";
            });
      }
      case "unit" -> {
        LocaleServices.resolve(resolved, options, "unit=", "unitDisplay=short");
        skeleton.add("unit/" + resolved.path("unit").asText());
        skeleton.add(
            switch (resolved.path("unitDisplay").asText()) {
              case "long" -> "unit-width-full-name";
              case "narrow" -> "unit-width-narrow";
              default -> "unit-width-short";
            });
      }
      default -> {}
    }
  }

  /** SetNumberFormatDigitOptions of ECMA-402, section 16.1.3. */
  private void digits(String style, String notation, JsonNode options, StringJoiner skeleton) {
    int integers = options.path("minimumIntegerDigits").asInt(1);
    resolved.put("minimumIntegerDigits", integers);
    skeleton.add("integer-width/+" + "0".repeat(integers));
    String tail = options.path("trailingZeroDisplay").asText().equals("stripIfInteger") ? "/w" : "";
    if (options.has("minimumSignificantDigits") || options.has("maximumSignificantDigits")) {
      int least = options.path("minimumSignificantDigits").asInt(1);
      int most = options.path("maximumSignificantDigits").asInt(21);
      inOrder("maximumSignificantDigits", least, most);
      resolved.put("minimumSignificantDigits", least).put("maximumSignificantDigits", most);
      skeleton.add("@".repeat(least) + "#".repeat(most - least) + tail);
      return;
    }
    boolean isGiven = options.has("minimumFractionDigits") || options.has("maximumFractionDigits");
    if (!isGiven && notation.equals("compact")) {
      resolved.put("minimumFractionDigits", 0).put("maximumFractionDigits", 0);
      resolved.put("minimumSignificantDigits", 1).put("maximumSignificantDigits", 2);
      return;
    }
    boolean isMoney = style.equals("currency") && notation.equals("standard");
    int usual =
        isMoney
            ? Currency.getInstance(resolved.path("currency").asText()).getDefaultFractionDigits()
            : 0;
    int usualMost = isMoney ? usual : style.equals("percent") ? 0 : 3;
    int least =
        options
            .path("minimumFractionDigits")
            .asInt(Math.min(usual, options.path("maximumFractionDigits").asInt(usual)));
    int most =
        options
            .path("maximumFractionDigits")
            .asInt(Math.max(usualMost, options.path("minimumFractionDigits").asInt(usualMost)));
    inOrder("maximumFractionDigits", least, most);
    resolved.put("minimumFractionDigits", least).put("maximumFractionDigits", most);
    skeleton.add(
        most == 0
            ? "precision-integer"
            : "." + "0".repeat(least) + "#".repeat(most - least) + tail);
  }

  private static void inOrder(String name, int least, int most) {
    if (least > most) {
      throw new GatewayException(name + " value is out of range.");
    }
  }

  private static void sign(JsonNode options, StringJoiner skeleton) {
    boolean isAccounting = options.path("currencySign").asText().equals("accounting");
    String name =
        switch (options.path("signDisplay").asText("auto")) {
          case "never" -> "sign-never";
          case "always" -> "sign-always";
          case "exceptZero" -> "sign-except-zero";
          case "negative" -> "sign-negative";
          default -> "sign-auto";
        };
    skeleton.add(
        !isAccounting || name.equals("sign-never")
            ? name
            : name.replace("sign-auto", "sign").replace("sign", "sign-accounting"));
  }

  ULocale locale() {
    return locale;
  }

  /** A number as JavaScript writes it. */
  FormattedNumber number(String value) {
    return switch (value) {
      case "NaN", "Infinity", "-Infinity", "-0" -> format.format(Double.parseDouble(value));
      default -> format.format(new BigDecimal(value));
    };
  }

  @Override
  String ask(String method, String value) {
    if (method.equals("range")) {
      String[] both = value.split(" ", 2);
      return NumberRangeFormatter.withLocale(locale)
          .numberFormatterBoth(format.withoutLocale())
          .formatRange(new BigDecimal(both[0]), new BigDecimal(both[1]))
          .toString();
    }
    FormattedNumber number = number(value);
    return method.equals("format")
        ? number.toString()
        : Parts.of(
                number.toCharacterIterator(),
                value.equals("NaN") ? "nan" : value.endsWith("Infinity") ? "infinity" : "integer",
                "")
            .toString();
  }
}
