package io.gatemini.internal.presentation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.Json;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * An example call of a tool with its required parameters, such as {@code await
 * exa.web_search({"query": "<string>"})}: a program that can be run once the placeholders are
 * filled in.
 */
public final class CallExample {
  private static final String PREFIX = "await ";

  /** Where the arguments are longer than this, nested values are left out. */
  private static final int GOOD_LENGTH = 200;

  /** No example gets longer than this, whatever a schema requires. */
  private static final int MAX_LENGTH = 500;

  private static final int MAX_VALUE_LENGTH = 60;
  private static final int MAX_NESTING = 2;
  private static final int MAX_REFERENCES = 8;

  private final JsonNode root;
  private boolean cut;

  private CallExample(JsonNode root) {
    this.root = root;
  }

  /**
   * The example.
   *
   * @param expression how a program writes the tool, such as {@code exa.web_search}
   * @param inputSchema the schema of its arguments
   */
  static String of(String expression, JsonNode inputSchema) {
    return PREFIX + expression + "(" + VisibleText.escaped(arguments(inputSchema)) + ")";
  }

  /**
   * A value that a schema accepts.
   *
   * @param root where its references lead to
   */
  public static JsonNode sample(JsonNode root, JsonNode schema) {
    CallExample example = new CallExample(root);
    try {
      return Json.mapper().readTree(example.value(schema, MAX_NESTING));
    } catch (JsonProcessingException e) {
      return JsonNodeFactory.instance.objectNode(); // with more members than an example tells
    }
  }

  /** An example with other arguments; without any where these are too long to be read. */
  public static String with(String example, JsonNode arguments) {
    String given = VisibleText.escaped(written(arguments));
    return given.length() <= MAX_LENGTH
        ? PREFIX + expression(example) + "(" + given + ")"
        : example;
  }

  private static String written(JsonNode value) {
    if (value.isObject()) {
      return value.properties().stream()
          .map(member -> TextNode.valueOf(member.getKey()) + ": " + written(member.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    if (value.isArray()) {
      return StreamSupport.stream(value.spliterator(), false)
          .map(CallExample::written)
          .collect(Collectors.joining(", ", "[", "]"));
    }
    return value.toString();
  }

  /** How a program writes the tool of an example. */
  public static String expression(String example) {
    return example.substring(PREFIX.length(), example.indexOf('('));
  }

  /** The arguments of an example; JSON, unless there were too many to tell. */
  public static String given(String example) {
    return example.substring(example.indexOf('(') + 1, example.length() - 1);
  }

  /** The required arguments as a JSON object. */
  static String arguments(JsonNode inputSchema) {
    for (int nesting = MAX_NESTING; nesting > 0; nesting--) {
      CallExample example = new CallExample(inputSchema);
      String arguments = example.object(example.dereferenced(inputSchema), nesting);
      if (arguments.length() <= GOOD_LENGTH && !example.cut) {
        return arguments;
      }
    }
    CallExample flat = new CallExample(inputSchema);
    return flat.object(flat.dereferenced(inputSchema), 0);
  }

  private String object(JsonNode schema, int nesting) {
    Set<String> required = new LinkedHashSet<>();
    for (JsonNode name : schema.path("required")) {
      if (name.isTextual()) {
        required.add(name.textValue());
      }
    }
    StringBuilder object = new StringBuilder("{");
    int left = required.size();
    for (String name : required) {
      String member =
          TextNode.valueOf(name) + ": " + value(schema.path("properties").path(name), nesting);
      if (object.length() + member.length() > MAX_LENGTH) {
        cut = true;
        return object.append(" /* and ").append(left).append(" more */}").toString();
      }
      object.append(object.length() > 1 ? ", " : "").append(member);
      left--;
    }
    return object.append('}').toString();
  }

  private String value(JsonNode declared, int nesting) {
    JsonNode schema = dereferenced(declared);
    if (schema.has("const")) {
      return literal(schema.get("const"), "\"<value>\"");
    }
    if (schema.path("enum").size() > 0) {
      return literal(schema.get("enum").get(0), "\"<value>\"");
    }
    return switch (type(schema)) {
      case "string" -> "\"<string>\"";
      case "integer", "number" ->
          schema.path("minimum").isNumber() ? literal(schema.get("minimum"), "1") : "1";
      case "boolean" -> "false";
      case "null" -> "null";
      case "array" ->
          nesting > 0 && schema.path("items").isObject()
              ? "[" + value(schema.get("items"), nesting - 1) + "]"
              : "[]";
      case "object" -> nesting > 0 ? object(schema, nesting - 1) : "{}";
      default -> "\"<value>\"";
    };
  }

  private static String type(JsonNode schema) {
    JsonNode type = schema.path("type");
    if (type.isTextual()) {
      return type.textValue();
    }
    for (JsonNode candidate : type) {
      if (candidate.isTextual() && !candidate.textValue().equals("null")) {
        return candidate.textValue();
      }
    }
    if (schema.has("properties")) {
      return "object";
    }
    return schema.has("items") ? "array" : "";
  }

  /** The schema behind a local reference, or the first alternative that is not null. */
  private JsonNode dereferenced(JsonNode declared) {
    JsonNode schema = declared;
    for (int i = 0; i < MAX_REFERENCES; i++) {
      String reference = schema.path("$ref").asText("");
      if (reference.startsWith("#/")) {
        try {
          schema = root.at(reference.substring(1));
        } catch (IllegalArgumentException e) {
          return schema;
        }
      } else if (!schema.has("type") && (schema.has("anyOf") || schema.has("oneOf"))) {
        schema = alternative(schema.has("anyOf") ? schema.get("anyOf") : schema.get("oneOf"));
      } else if (schema.path("allOf").size() == 1 && !schema.has("type")) {
        schema = schema.get("allOf").get(0);
      } else {
        return schema;
      }
    }
    return schema;
  }

  private static JsonNode alternative(JsonNode alternatives) {
    for (JsonNode candidate : alternatives) {
      if (!candidate.path("type").asText().equals("null")) {
        return candidate;
      }
    }
    return alternatives.path(0);
  }

  private static String literal(JsonNode value, String otherwise) {
    String text = value.toString();
    return text.length() <= MAX_VALUE_LENGTH ? text : otherwise;
  }
}
