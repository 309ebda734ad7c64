package io.gatemini.internal.argument;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.internal.json.JsonText;
import io.gatemini.internal.json.JsonValues;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes a value of another type of one, where nothing is lost and nothing is guessed. */
final class Conversion {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** As many digits as anybody writes; longer texts are no numbers. */
  private static final int MAX_DIGITS = 40;

  private static final Pattern INTEGER = Pattern.compile("-?(?:0|[1-9][0-9]*)");
  private static final Pattern NUMBER =
      Pattern.compile("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?");

  private Conversion() {}

  /**
   * @param how what was done, in the middle of a sentence
   */
  record Converted(JsonNode value, String how) {}

  /** The value as one of the types of a rule; null where there is none, or no single one. */
  static @Nullable Converted of(JsonNode given, ValueRule rule) {
    int types = rule.types;
    if (isEmptyList(given, rule)) {
      return new Converted(NODES.arrayNode(), "was empty and is taken as an empty list");
    }
    Converted scalar =
        switch (JsonKind.of(given)) {
          case STRING -> ofText(given.textValue(), given, types);
          case INTEGER, NUMBER, BOOLEAN ->
              JsonKind.STRING.isAllowedBy(types)
                  ? new Converted(TextNode.valueOf(given.asText()), "was converted to a string")
                  : null;
          case OBJECT ->
              JsonKind.STRING.isAllowedBy(types)
                  ? new Converted(TextNode.valueOf(given.toString()), "was written as JSON text")
                  : null;
          default -> null;
        };
    if (scalar != null || given.isNull() || !JsonKind.ARRAY.isAllowedBy(types)) {
      return scalar;
    }
    if (given.isObject() && !takesObjects(rule.items)) {
      return null; // the element would have to be converted as well: a guess
    }
    return new Converted(NODES.arrayNode().add(given), "was put into a list");
  }

  /** An empty table of Lua is an empty list as well, where only a list is right. */
  static boolean isEmptyList(JsonNode given, ValueRule rule) {
    return given.isObject()
        && given.isEmpty()
        && !takesObjects(rule)
        && rule.fits(NODES.arrayNode());
  }

  private static boolean takesObjects(@Nullable ValueRule rule) {
    return rule == null
        || (JsonKind.OBJECT.isAllowedBy(rule.types)
            && (rule.alternatives.isEmpty()
                || rule.alternatives.stream().anyMatch(Conversion::takesObjects)));
  }

  private static @Nullable Converted ofText(String text, JsonNode given, int types) {
    JsonNode read = parsed(given).orElse(given);
    if (read.isContainerNode() && JsonKind.of(read).isAllowedBy(types)) {
      return new Converted(read, "was read from JSON text");
    }
    boolean isShort = text.length() <= MAX_DIGITS;
    if (isShort && isNumber(text, types)) {
      return new Converted(read(text), "was converted to a number");
    }
    String lower = isShort ? text.toLowerCase(Locale.ROOT) : "";
    if (JsonKind.BOOLEAN.isAllowedBy(types) && (lower.equals("true") || lower.equals("false"))) {
      return new Converted(BooleanNode.valueOf(lower.equals("true")), "was converted to a boolean");
    }
    return null;
  }

  private static boolean isNumber(String text, int types) {
    return (JsonKind.INTEGER.isAllowedBy(types) && INTEGER.matcher(text).matches())
        || (JsonKind.NUMBER.isAllowedBy(types) && NUMBER.matcher(text).matches());
  }

  /** The object or list that a text is the JSON of. */
  static Optional<JsonNode> parsed(JsonNode given) {
    String text = given.textValue();
    if (text == null || !JsonText.canBegin(text)) {
      return Optional.empty();
    }
    return Optional.of(read(text)).filter(JsonNode::isContainerNode);
  }

  private static JsonNode read(String text) {
    try {
      return JsonValues.parse(text);
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }

  /** The one allowed value that reads like this one; null where there is none. */
  static @Nullable JsonNode sameInAnotherCase(JsonNode given, List<JsonNode> allowed) {
    if (!given.isValueNode()) {
      return null;
    }
    List<JsonNode> same =
        allowed.stream()
            .filter(JsonNode::isValueNode)
            .filter(one -> one.asText().equalsIgnoreCase(given.asText()))
            .toList();
    return same.size() == 1 ? same.get(0) : null;
  }
}
