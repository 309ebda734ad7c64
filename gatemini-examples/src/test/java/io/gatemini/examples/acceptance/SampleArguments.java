package io.gatemini.examples.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Arguments that a schema allows, made of the schema alone. */
final class SampleArguments {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** Optional members are given down to here; deeper ones may never end. */
  private static final int OPTIONAL_DEPTH = 1;

  /** For the patterns that documents have. */
  private static final List<String> CANDIDATES =
      List.of(
          "QUJD",
          "1.2.3",
          "01",
          "sha256:" + "0".repeat(64),
          "0".repeat(40),
          "ssh-rsa AAAA",
          "refs/heads/main",
          "2026-01-02T03:04:05Z",
          "/a",
          "ABC123");

  private final JsonNode root;

  SampleArguments(JsonNode root) {
    this.root = root;
  }

  ObjectNode arguments() {
    return (ObjectNode) sample(root, 0);
  }

  private JsonNode sample(JsonNode written, int depth) {
    JsonNode schema = resolved(written);
    if (schema.has("const")) {
      return schema.get("const");
    }
    for (String known : new String[] {"examples", "enum"}) {
      for (JsonNode value : schema.path(known)) {
        // Some examples do not fit the pattern or format beside them.
        if (!value.isNull()
            && (known.equals("enum") || !(schema.has("pattern") || schema.has("format")))) {
          return value;
        }
      }
    }
    if (schema.has("default") && !schema.path("default").isNull()) {
      return schema.get("default");
    }
    return switch (type(schema)) {
      case "object" -> object(schema, depth);
      case "array" -> array(schema, depth);
      case "integer" -> NODES.numberNode((long) Math.ceil(number(schema, 1)));
      case "number" -> NODES.numberNode(number(schema, 0.5));
      case "boolean" -> NODES.booleanNode(true);
      case "null" -> NODES.nullNode();
      case "string" -> TextNode.valueOf(text(schema));
      default -> branch(schema, depth);
    };
  }

  private JsonNode resolved(JsonNode written) {
    JsonNode schema = written;
    while (schema.has("$ref")) {
      schema = root.at(schema.path("$ref").asText().substring(1));
    }
    return schema;
  }

  private static String type(JsonNode schema) {
    JsonNode type = schema.path("type");
    if (type.isArray()) {
      return type.get(0).asText();
    }
    boolean object = schema.has("properties") || schema.has("allOf") || schema.has("required");
    return type.isMissingNode() && object ? "object" : type.asText();
  }

  private JsonNode branch(JsonNode schema, int depth) {
    for (String either : new String[] {"anyOf", "oneOf"}) {
      if (!schema.path(either).isEmpty()) {
        return sample(schema.path(either).get(0), depth);
      }
    }
    return TextNode.valueOf("a");
  }

  private JsonNode object(JsonNode schema, int depth) {
    ObjectNode object = NODES.objectNode();
    for (String part : new String[] {"allOf", "anyOf", "oneOf"}) {
      JsonNode parts = schema.path(part);
      for (int i = 0; i < (part.equals("allOf") ? parts.size() : Math.min(1, parts.size())); i++) {
        JsonNode value = sample(parts.get(i), depth);
        if (value instanceof ObjectNode members) {
          object.setAll(members);
        } else if (!schema.has("type")) {
          return value;
        }
      }
    }
    schema
        .path("properties")
        .properties()
        .forEach(
            it -> {
              if (depth < OPTIONAL_DEPTH
                  || isRequired(schema, it.getKey())
                  || object.has(it.getKey())) {
                object.set(it.getKey(), sample(it.getValue(), depth + 1));
              }
            });
    schema
        .path("required")
        .forEach(name -> object.putIfAbsent(name.asText(), TextNode.valueOf("a")));
    long least = schema.path("minProperties").asLong(0);
    for (Map.Entry<String, JsonNode> it : schema.path("properties").properties()) {
      if (object.size() < least) {
        object.set(it.getKey(), sample(it.getValue(), depth + 1));
      }
    }
    return object;
  }

  private static boolean isRequired(JsonNode schema, String name) {
    for (JsonNode required : schema.path("required")) {
      if (required.asText().equals(name)) {
        return true;
      }
    }
    return false;
  }

  private ArrayNode array(JsonNode schema, int depth) {
    ArrayNode array = NODES.arrayNode();
    int least = schema.path("minItems").asInt(depth <= OPTIONAL_DEPTH ? 1 : 0);
    for (int i = 0; i < least; i++) {
      array.add(sample(schema.path("items"), depth + 1));
    }
    return array;
  }

  private static boolean fits(JsonNode schema, String text) {
    return Pattern.compile(schema.path("pattern").asText()).matcher(text).find();
  }

  private static double number(JsonNode schema, double wanted) {
    double least =
        Math.max(
            schema.path("minimum").asDouble(-1e9),
            schema.path("exclusiveMinimum").asDouble(-1e9) + 1);
    return Math.min(Math.max(wanted, least), schema.path("maximum").asDouble(1e9));
  }

  private static String text(JsonNode schema) {
    String text =
        switch (schema.path("format").asText()) {
          case "date-time" -> "2026-01-02T03:04:05Z";
          case "date" -> "2026-01-02";
          case "time" -> "03:04:05Z";
          case "email" -> "a@example.com";
          case "uri", "url" -> "https://example.com/a";
          case "uuid" -> "123e4567-e89b-42d3-a456-426614174000";
          case "ipv4" -> "192.0.2.1";
          case "hostname" -> "example.com";
          default -> "QUJD";
        };
    if (schema.has("pattern")) {
      Pattern pattern = Pattern.compile(schema.path("pattern").asText());
      text = CANDIDATES.stream().filter(it -> pattern.matcher(it).find()).findFirst().orElse(text);
    }
    int least = schema.path("minLength").asInt(0);
    String longer = text + "a".repeat(Math.max(0, least - text.length()));
    return longer.substring(0, Math.min(longer.length(), schema.path("maxLength").asInt(10_000)));
  }
}
