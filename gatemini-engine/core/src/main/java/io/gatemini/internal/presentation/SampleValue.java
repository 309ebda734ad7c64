package io.gatemini.internal.presentation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.internal.text.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A value of the form that a schema asks for, with what it requires and nothing else. Follows
 * references within the schema and the first of alternatives. A value that the schema itself gives
 * comes first: a constant, an enum, a default, an example. Any other may not satisfy a pattern, a
 * length or a bound.
 */
public final class SampleValue {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** Schemas of members that nest deeper are empty. */
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
   * A value of the form that a schema asks for.
   *
   * @param root where its references lead to
   */
  public static JsonNode of(JsonNode root, JsonNode schema) {
    return new SampleValue(root).value(schema, MAX_NESTING);
  }

  /** Arguments of the form that a tool's schema asks for; empty where it requires very many. */
  public static ObjectNode arguments(JsonNode inputSchema) {
    SampleValue sample = new SampleValue(inputSchema);
    ObjectNode arguments = sample.object(sample.made(inputSchema), MAX_NESTING);
    return sample.members > MAX_MEMBERS ? NODES.objectNode() : arguments;
  }

  /** A schema of arguments with all its parts, and the first of its alternatives. */
  static JsonNode whole(JsonNode inputSchema) {
    return new SampleValue(inputSchema).made(inputSchema);
  }

  private JsonNode value(JsonNode declared, int nesting) {
    JsonNode schema = made(declared);
    if (schema.has("const")) {
      return schema.get("const");
    }
    if (schema.path("enum").size() > 0) {
      return schema.get("enum").get(0);
    }
    return switch (CallExample.type(schema)) {
      case "string" -> given(schema, JsonNode::isTextual, text(schema));
      case "integer" -> given(schema, JsonNode::isIntegralNumber, NODES.numberNode(1));
      case "number" -> given(schema, JsonNode::isNumber, NODES.numberNode(1));
      case "boolean" -> given(schema, JsonNode::isBoolean, NODES.booleanNode(false));
      case "null" -> NullNode.getInstance();
      case "array" -> array(schema, nesting);
      case "object" -> nesting > 0 ? object(schema, nesting) : NODES.objectNode();
      default -> TextNode.valueOf("<value>");
    };
  }

  /** A schema with what it is made of: all its parts, and one of its alternatives. */
  private JsonNode made(JsonNode declared) {
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
    ObjectNode object = NODES.objectNode();
    for (String name : CallExample.required(schema)) {
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

  /** A value that the schema itself gives; its least number rather than any other. */
  private static JsonNode given(JsonNode schema, Predicate<JsonNode> fits, JsonNode otherwise) {
    return Stream.of(
            schema.path("default"), schema.path("examples").path(0), schema.path("minimum"))
        .filter(fits)
        .filter(value -> value.asText().length() <= MAX_TEXT_LENGTH)
        .filter(value -> VisibleText.isVisible(value.asText()))
        .findFirst()
        .orElse(otherwise);
  }

  private static TextNode text(JsonNode schema) {
    return TextNode.valueOf(FORMATS.getOrDefault(schema.path("format").asText(), ANY_TEXT));
  }
}
