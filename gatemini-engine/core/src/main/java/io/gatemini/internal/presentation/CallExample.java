package io.gatemini.internal.presentation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.internal.text.VisibleText;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * An example call of a tool with its required parameters, as a program writes it: {@code await
 * exa.web_search({query: '…', count: <number>})}. It can be run once the placeholders are filled
 * in, and not before: a number that stands for any is somebody's number.
 */
public final class CallExample {
  private static final String PREFIX = "await ";

  /** Where the arguments are longer than this, nested values are left out. */
  private static final int GOOD_LENGTH = 200;

  /** No example gets longer than this, whatever a schema requires. */
  private static final int MAX_LENGTH = 500;

  private static final int MAX_VALUE_LENGTH = 60;

  /** In quotes that cost nothing where the example stands in JSON. */
  private static final String ANY_TEXT = "'\u2026'";

  private static final String ANY_VALUE = "<value>";

  private static final int MAX_NESTING = 2;
  private static final int MAX_OPTIONAL = 4;
  private static final int MAX_REFERENCES = 8;

  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_$][\\w$]*");

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
  public static String of(String expression, JsonNode inputSchema) {
    return call(expression, arguments(inputSchema));
  }

  /** A call with arguments as a program writes them. */
  public static String call(String expression, String arguments) {
    return PREFIX + expression + "(" + VisibleText.escaped(arguments) + ")";
  }

  /** Plain data as a program writes it. */
  public static String written(JsonNode value) {
    if (value.isObject()) {
      return value.properties().stream()
          .map(member -> name(member.getKey()) + ": " + written(member.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    if (value.isArray()) {
      return StreamSupport.stream(value.spliterator(), false)
          .map(CallExample::written)
          .collect(Collectors.joining(", ", "[", "]"));
    }
    return value.toString();
  }

  /** How a program writes the tool of an example; the whole of it in another language. */
  public static String expression(String example) {
    return example.startsWith(PREFIX)
        ? example.substring(PREFIX.length(), example.indexOf('('))
        : example;
  }

  /** The schema that another one stands for, by a reference or as an alternative. */
  static JsonNode dereferenced(JsonNode root, JsonNode schema) {
    return new CallExample(root).dereferenced(schema);
  }

  private static String name(String name) {
    return IDENTIFIER.matcher(name).matches() ? name : TextNode.valueOf(name).toString();
  }

  /** The required arguments as a program writes them. */
  static String arguments(JsonNode inputSchema) {
    for (int nesting = MAX_NESTING; nesting > 0; nesting--) {
      CallExample example = new CallExample(inputSchema);
      String arguments = example.object(SampleValue.whole(inputSchema), nesting);
      if (arguments.length() <= GOOD_LENGTH && !example.cut) {
        return arguments;
      }
    }
    CallExample flat = new CallExample(inputSchema);
    return flat.object(SampleValue.whole(inputSchema), 0);
  }

  /** The names of the members that an object must have. */
  static Set<String> required(JsonNode schema) {
    Set<String> required = new LinkedHashSet<>();
    for (JsonNode name : schema.path("required")) {
      if (name.isTextual()) {
        required.add(name.textValue());
      }
    }
    return required;
  }

  private String object(JsonNode schema, int nesting) {
    Set<String> required = required(schema);
    StringBuilder object = new StringBuilder("{");
    int left = required.size();
    for (String name : required) {
      String member = name(name) + ": " + value(schema.path("properties").path(name), nesting);
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
    String value = one(dereferenced(declared), nesting);
    StringJoiner others = new StringJoiner(" or ", " /* or ", " */").setEmptyValue("");
    String reference = declared.path("$ref").asText("");
    JsonNode union = reference.startsWith("#/") ? root.at(reference.substring(1)) : declared;
    if (nesting > 0 && value.startsWith("{") && !union.has("type")) {
      for (JsonNode other : union.has("anyOf") ? union.get("anyOf") : union.path("oneOf")) {
        String otherwise = one(dereferenced(other), nesting);
        if (!otherwise.equals(value) && otherwise.startsWith("{")) {
          others.add(otherwise);
        }
      }
    }
    return value + others;
  }

  private String one(JsonNode schema, int nesting) {
    if (schema.has("const")) {
      return literal(schema.get("const"));
    }
    JsonNode allowed = schema.path("enum");
    if (allowed.size() > 0) {
      return allowed.size() == 1 ? literal(allowed.get(0)) : choice(allowed);
    }
    return switch (type(schema)) {
      case "string" -> ANY_TEXT;
      case "integer", "number" -> "<number>";
      case "boolean" -> "<boolean>";
      case "null" -> "null";
      case "array" ->
          nesting > 0 && schema.path("items").isObject()
              ? "[" + value(schema.get("items"), nesting - 1) + "]"
              : "[]";
      case "object" ->
          schema.path("required").isEmpty()
              ? optional(schema)
              : nesting > 0 ? object(schema, nesting - 1) : "{}";
      default -> ANY_VALUE;
    };
  }

  /** An object that requires nothing, and in a comment some of what it can have. */
  private static String optional(JsonNode schema) {
    StringJoiner names = new StringJoiner(", ", "{/* ", " */}").setEmptyValue("{}");
    schema.path("properties").properties().stream()
        .map(Map.Entry::getKey)
        .filter(name -> IDENTIFIER.matcher(name).matches())
        .limit(MAX_OPTIONAL)
        .forEach(names::add);
    return names.toString();
  }

  /** A choice of values: the first might be an unwanted one. */
  private static String choice(JsonNode allowed) {
    String choice =
        StreamSupport.stream(allowed.spliterator(), false)
            .map(JsonNode::toString)
            .collect(Collectors.joining("|"));
    return choice.length() <= MAX_VALUE_LENGTH
        ? "<" + choice.replace('"', '\'') + ">"
        : allowed.get(0).isTextual() ? "<string>" : ANY_VALUE;
  }

  /** The type of a schema, the first of several but null; empty where it says nothing of it. */
  static String type(JsonNode schema) {
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
    if (schema.has("items")) {
      return "array";
    }
    return schema.has("minLength") || schema.has("pattern") ? "string" : "";
  }

  /** The schema behind a local reference, or the first alternative that is not null. */
  private JsonNode dereferenced(JsonNode declared) {
    JsonNode schema = declared;
    for (int i = 0; i < MAX_REFERENCES; i++) {
      String reference = schema.path("$ref").asText("");
      if (reference.startsWith("#/")) {
        schema = root.at(reference.substring(1));
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

  /** The first alternative that is not null. */
  static JsonNode alternative(JsonNode alternatives) {
    for (JsonNode candidate : alternatives) {
      if (!candidate.path("type").asText().equals("null")) {
        return candidate;
      }
    }
    return alternatives.path(0);
  }

  private static String literal(JsonNode value) {
    String text = value.toString().replace('"', '\'');
    return text.length() <= MAX_VALUE_LENGTH ? text : ANY_VALUE;
  }
}
