package io.gatemini.internal.presentation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A value that a schema accepts, with what it requires and nothing else. Follows references within
 * the schema, the first of alternatives, bounds, lengths, formats and patterns. What contradicts
 * itself, or takes more than a look at one value at a time, has no sample.
 */
public final class SampleValue {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** What the schema of a member nests deeper than this is empty. */
  private static final int MAX_NESTING = 8;

  private static final int MAX_ELEMENTS = 5;
  private static final int MAX_MEMBERS = 40;
  private static final int MAX_TEXT_LENGTH = 100;
  private static final String ANY_TEXT = "<string>";

  private static final Map<String, String> FORMATS =
      Map.ofEntries(
          Map.entry("date", "2026-01-31"),
          Map.entry("date-time", "2026-01-31T12:00:00Z"),
          Map.entry("time", "12:00:00Z"),
          Map.entry("duration", "PT1H"),
          Map.entry("email", "name@example.com"),
          Map.entry("hostname", "example.com"),
          Map.entry("ipv4", "192.0.2.1"),
          Map.entry("ipv6", "2001:db8::1"),
          Map.entry("uri", "https://example.com/"),
          Map.entry("url", "https://example.com/"),
          Map.entry("uri-reference", "https://example.com/"),
          Map.entry("uuid", "00000000-0000-4000-8000-000000000000"),
          Map.entry("regex", ".*"),
          Map.entry("json-pointer", "/name"));

  private final JsonNode root;
  private int members;

  private SampleValue(JsonNode root) {
    this.root = root;
  }

  /**
   * A value that a schema accepts.
   *
   * @param root where its references lead to
   */
  public static JsonNode of(JsonNode root, JsonNode schema) {
    return new SampleValue(root).value(schema, MAX_NESTING);
  }

  /** Arguments that a tool's schema accepts; empty where it requires very many. */
  public static ObjectNode arguments(JsonNode inputSchema) {
    SampleValue sample = new SampleValue(inputSchema);
    ObjectNode arguments = sample.object(sample.whole(inputSchema), MAX_NESTING);
    return sample.members > MAX_MEMBERS ? NODES.objectNode() : arguments;
  }

  private JsonNode value(JsonNode declared, int nesting) {
    JsonNode schema = whole(declared);
    if (schema.has("const")) {
      return schema.get("const");
    }
    if (schema.path("enum").size() > 0) {
      return schema.get("enum").get(0);
    }
    return switch (CallExample.type(schema)) {
      case "string" -> TextNode.valueOf(text(schema));
      case "integer" -> number(schema, true);
      case "number" -> number(schema, false);
      case "boolean" -> NODES.booleanNode(false);
      case "null" -> NullNode.getInstance();
      case "array" -> array(schema, nesting);
      case "object" -> nesting > 0 ? object(schema, nesting) : NODES.objectNode();
      default -> TextNode.valueOf("<value>");
    };
  }

  /** A schema with what it is made of: all its parts, and one of its alternatives. */
  private JsonNode whole(JsonNode declared) {
    JsonNode schema = CallExample.dereferenced(root, declared);
    List<JsonNode> parts = new ArrayList<>();
    schema.path("allOf").forEach(parts::add);
    Stream.of("anyOf", "oneOf")
        .map(schema::path)
        .filter(alternatives -> alternatives.size() > 0)
        .map(CallExample::alternative)
        .forEach(parts::add);
    if (parts.isEmpty() || !schema.isObject()) {
      return schema;
    }
    ObjectNode whole = NODES.objectNode().setAll((ObjectNode) schema);
    whole.remove(List.of("allOf", "anyOf", "oneOf"));
    for (JsonNode part : parts) {
      add(CallExample.dereferenced(root, part), whole);
    }
    return whole;
  }

  private static void add(JsonNode part, ObjectNode whole) {
    for (Map.Entry<String, JsonNode> keyword : part.properties()) {
      JsonNode there = whole.get(keyword.getKey());
      if (there instanceof ObjectNode one && keyword.getValue() instanceof ObjectNode other) {
        whole.set(keyword.getKey(), NODES.objectNode().<ObjectNode>setAll(one).setAll(other));
      } else if (keyword.getKey().equals("required") && there instanceof ArrayNode one) {
        ArrayNode both = NODES.arrayNode().addAll(one);
        keyword.getValue().forEach(both::add);
        whole.set("required", both);
      } else {
        whole.set(keyword.getKey(), keyword.getValue());
      }
    }
  }

  private ObjectNode object(JsonNode schema, int nesting) {
    Set<String> required = new LinkedHashSet<>();
    for (JsonNode name : schema.path("required")) {
      if (name.isTextual()) {
        required.add(name.textValue());
      }
    }
    ObjectNode object = NODES.objectNode();
    for (String name : required) {
      if (++members > MAX_MEMBERS) {
        return object;
      }
      JsonNode declared = schema.path("properties").path(name);
      object.set(
          name,
          value(
              declared.isMissingNode() ? schema.path("additionalProperties") : declared,
              nesting - 1));
    }
    return object;
  }

  private ArrayNode array(JsonNode schema, int nesting) {
    ArrayNode array = NODES.arrayNode();
    JsonNode items = schema.path("items");
    int least = Math.min(schema.path("minItems").asInt(items.isObject() ? 1 : 0), MAX_ELEMENTS);
    int count = Math.min(least, schema.path("maxItems").asInt(MAX_ELEMENTS));
    for (int i = 0; i < count && nesting > 0 && ++members <= MAX_MEMBERS; i++) {
      JsonNode first = schema.path("prefixItems").path(i);
      array.add(value(first.isMissingNode() ? items : first, nesting - 1));
    }
    return array;
  }

  private static String text(JsonNode schema) {
    int least = Math.min(schema.path("minLength").asInt(0), MAX_TEXT_LENGTH);
    int most = schema.path("maxLength").asInt(Integer.MAX_VALUE);
    String pattern = schema.path("pattern").asText("");
    String format = FORMATS.get(schema.path("format").asText());
    String any = ANY_TEXT + ".".repeat(Math.max(0, least - ANY_TEXT.length()));
    return Stream.of(
            Stream.ofNullable(format),
            Stream.of(any, any.substring(0, Math.max(0, Math.min(any.length(), most)))),
            texts(schema.path("examples")),
            texts(NODES.arrayNode().add(schema.path("default"))),
            pattern.isEmpty()
                ? Stream.<String>empty()
                : Stream.of(0, least).flatMap(it -> PatternSample.of(pattern, it).stream()))
        .flatMap(candidates -> candidates)
        .filter(text -> text.length() >= least && text.length() <= most)
        .filter(text -> pattern.isEmpty() || PatternSample.matches(pattern, text))
        .findFirst()
        .orElse(ANY_TEXT);
  }

  private static Stream<String> texts(JsonNode values) {
    List<String> texts = new ArrayList<>();
    values.forEach(value -> texts.add(value.asText()));
    return texts.stream().filter(text -> !text.isEmpty() && text.length() <= MAX_TEXT_LENGTH);
  }

  /**
   * The smallest number that is allowed where there is a bound, or one.
   *
   * @param whole whether it has to be an integer
   */
  private static JsonNode number(JsonNode schema, boolean whole) {
    BigDecimal beyond = whole ? BigDecimal.ONE : new BigDecimal("0.5");
    Optional<BigDecimal> least = bound(schema, "minimum", "exclusiveMinimum", beyond);
    Optional<BigDecimal> most = bound(schema, "maximum", "exclusiveMaximum", beyond.negate());
    BigDecimal number = least.orElse(BigDecimal.ONE);
    if (most.isPresent() && number.compareTo(most.get()) > 0) {
      // Between two bounds that are nearer to each other than the step from one of them.
      number =
          least.isEmpty()
              ? most.get()
              : bound(schema, "minimum", "exclusiveMinimum", BigDecimal.ZERO)
                  .orElseThrow()
                  .add(bound(schema, "maximum", "exclusiveMaximum", BigDecimal.ZERO).orElseThrow())
                  .divide(BigDecimal.valueOf(2));
    }
    BigDecimal step =
        schema.path("multipleOf").isNumber()
            ? schema.get("multipleOf").decimalValue()
            : whole ? BigDecimal.ONE : BigDecimal.ZERO;
    if (step.signum() > 0) {
      number = number.divide(step, 0, RoundingMode.CEILING).multiply(step);
      if (most.isPresent() && number.compareTo(most.get()) > 0) {
        number = number.subtract(step);
      }
    }
    BigDecimal plain = number.stripTrailingZeros();
    return plain.scale() <= 0 && plain.precision() - plain.scale() <= 18
        ? NODES.numberNode(plain.longValueExact())
        : NODES.numberNode(plain);
  }

  /**
   * A bound that is allowed itself; of the two forms of the exclusive one, either.
   *
   * @param beyond how far beyond one that is not
   */
  private static Optional<BigDecimal> bound(
      JsonNode schema, String inclusive, String exclusive, BigDecimal beyond) {
    JsonNode given = schema.path(exclusive);
    if (given.isNumber()) {
      return Optional.of(given.decimalValue().add(beyond));
    }
    JsonNode bound = schema.path(inclusive);
    return bound.isNumber()
        ? Optional.of(bound.decimalValue().add(given.asBoolean() ? beyond : BigDecimal.ZERO))
        : Optional.empty();
  }
}
