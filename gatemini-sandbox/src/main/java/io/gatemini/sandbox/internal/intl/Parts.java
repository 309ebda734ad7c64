package io.gatemini.sandbox.internal.intl;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.text.AttributedCharacterIterator;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The parts of a formatted value, as {@code formatToParts} of ECMA-402 names them. */
final class Parts {
  /** By the names that ICU shows of its fields. */
  private static final Map<String, String> NAMES =
      Arrays.stream(
              ("integer=integer;fraction=fraction;decimal separator=decimal;"
                      + "grouping separator=group;percent=percentSign;currency=currency;"
                      + "compact=compact;measure unit=unit;exponent=exponentInteger;"
                      + "exponent sign=exponentMinusSign;exponent symbol=exponentSeparator;"
                      + "era=era;year=year;related year=relatedYear;month=month;day of month=day;"
                      + "day of week=weekday;hour=hour;hour 1=hour;hour of day=hour;"
                      + "hour of day 1=hour;minute=minute;second=second;"
                      + "millisecond=fractionalSecond;am pm=dayPeriod;flexible day period=dayPeriod;"
                      + "am/pm/midnight/noon=dayPeriod;time zone=timeZoneName;element=element")
                  .split(";", -1))
          .map(both -> both.split("=", -1))
          .collect(Collectors.toMap(both -> both[0], both -> both[1]));

  private static final Pattern NAME = Pattern.compile(".*\\((.*)\\)");

  private Parts() {}

  /**
   * The parts in their order.
   *
   * @param integer the name of the digits: an infinite number has none
   * @param unit what numbers in it count; empty for none
   */
  static ArrayNode of(AttributedCharacterIterator text, String integer, String unit) {
    ArrayNode parts = JsonNodeFactory.instance.arrayNode();
    ObjectNode last = JsonNodeFactory.instance.objectNode();
    while (text.getIndex() < text.getEndIndex()) {
      int limit = text.getRunLimit();
      String type = "literal";
      for (AttributedCharacterIterator.Attribute field : text.getAttributes().keySet()) {
        Matcher name = NAME.matcher(field.toString());
        String known = name.matches() ? name.group(1) : "";
        known =
            known.equals("sign")
                ? text.current() == '+' ? "plusSign" : "minusSign"
                : NAMES.getOrDefault(known, type);
        // A separator of groups is a part of the integer, too.
        type = type.equals("literal") || type.equals("integer") ? known : type;
      }
      StringBuilder value = new StringBuilder();
      for (; text.getIndex() < limit; text.next()) {
        value.append(text.current());
      }
      if (type.equals("literal") && last.path("type").asText().equals(type)) {
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
