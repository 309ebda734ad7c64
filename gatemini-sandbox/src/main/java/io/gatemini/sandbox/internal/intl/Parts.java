package io.gatemini.sandbox.internal.intl;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.ibm.icu.text.DateFormat;
import com.ibm.icu.text.ListFormatter;
import com.ibm.icu.text.NumberFormat;
import java.text.AttributedCharacterIterator;
import java.util.Map;

/** The parts of a formatted value, as {@code formatToParts} of ECMA-402 names them. */
final class Parts {
  private static final Map<AttributedCharacterIterator.Attribute, String> NAMES =
      Map.ofEntries(
          Map.entry(NumberFormat.Field.INTEGER, "integer"),
          Map.entry(NumberFormat.Field.FRACTION, "fraction"),
          Map.entry(NumberFormat.Field.DECIMAL_SEPARATOR, "decimal"),
          Map.entry(NumberFormat.Field.GROUPING_SEPARATOR, "group"),
          Map.entry(NumberFormat.Field.PERCENT, "percentSign"),
          Map.entry(NumberFormat.Field.CURRENCY, "currency"),
          Map.entry(NumberFormat.Field.COMPACT, "compact"),
          Map.entry(NumberFormat.Field.MEASURE_UNIT, "unit"),
          Map.entry(NumberFormat.Field.EXPONENT, "exponentInteger"),
          Map.entry(NumberFormat.Field.EXPONENT_SIGN, "exponentMinusSign"),
          Map.entry(NumberFormat.Field.EXPONENT_SYMBOL, "exponentSeparator"),
          Map.entry(DateFormat.Field.ERA, "era"),
          Map.entry(DateFormat.Field.YEAR, "year"),
          Map.entry(DateFormat.Field.RELATED_YEAR, "relatedYear"),
          Map.entry(DateFormat.Field.MONTH, "month"),
          Map.entry(DateFormat.Field.DAY_OF_MONTH, "day"),
          Map.entry(DateFormat.Field.DAY_OF_WEEK, "weekday"),
          Map.entry(DateFormat.Field.HOUR0, "hour"),
          Map.entry(DateFormat.Field.HOUR1, "hour"),
          Map.entry(DateFormat.Field.HOUR_OF_DAY0, "hour"),
          Map.entry(DateFormat.Field.HOUR_OF_DAY1, "hour"),
          Map.entry(DateFormat.Field.MINUTE, "minute"),
          Map.entry(DateFormat.Field.SECOND, "second"),
          Map.entry(DateFormat.Field.MILLISECOND, "fractionalSecond"),
          Map.entry(DateFormat.Field.AM_PM, "dayPeriod"),
          Map.entry(DateFormat.Field.FLEXIBLE_DAY_PERIOD, "dayPeriod"),
          Map.entry(DateFormat.Field.AM_PM_MIDNIGHT_NOON, "dayPeriod"),
          Map.entry(DateFormat.Field.TIME_ZONE, "timeZoneName"),
          Map.entry(ListFormatter.Field.ELEMENT, "element"));

  private Parts() {}

  /**
   * The parts in their order.
   *
   * @param integer the name of the digits: an infinite number has none
   * @param unit what numbers in it count; empty for none
   */
  static ArrayNode of(AttributedCharacterIterator text, String integer, String unit) {
    ArrayNode parts = JsonNodeFactory.instance.arrayNode();
    ObjectNode last = null;
    while (text.getIndex() < text.getEndIndex()) {
      int limit = text.getRunLimit();
      String type = "literal";
      for (AttributedCharacterIterator.Attribute field : text.getAttributes().keySet()) {
        String name =
            field == NumberFormat.Field.SIGN
                ? text.current() == '+' ? "plusSign" : "minusSign"
                : NAMES.getOrDefault(field, type);
        // A separator of groups is a part of the integer, too.
        type = type.equals("literal") || type.equals("integer") ? name : type;
      }
      StringBuilder value = new StringBuilder();
      for (; text.getIndex() < limit; text.next()) {
        value.append(text.current());
      }
      if (last != null && type.equals("literal") && last.path("type").asText().equals(type)) {
        last.put("value", last.path("value").asText() + value);
        continue;
      }
      last = parts.addObject().put("type", type.equals("integer") ? integer : type);
      last.put("value", value.toString());
      if (!type.equals("literal") && !unit.isEmpty()) {
        last.put("unit", unit);
      }
    }
    return parts;
  }
}
