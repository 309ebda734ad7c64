package io.gatemini.transport.http.internal.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The schemas of a document as JSON Schema 2020-12. The target of a {@code $ref} is converted once
 * and shared by all tools that use it: trees that were handed out must not be modified. Not
 * thread-safe.
 */
final class Schemas {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** Those that say nothing about values, or that JSON Schema has under another name. */
  private static final Pattern LEFT_OUT =
      Pattern.compile(
          "x-.*|xml|externalDocs|discriminator|nullable|readOnly|writeOnly|\\$schema|(\\$)?id");

  private static final Pattern TYPE =
      Pattern.compile("string|number|integer|boolean|object|array|null");

  /** A tool with more is not read by any model; the rest of its definitions allow anything. */
  private static final int MAX_DEFINITIONS = 250;

  /** The largest documents have a tenth of it; paths that share a $ref can make any number. */
  private static final int MAX_SCHEMAS = 2_000_000;

  private final Document document;
  private final boolean forInput;
  private int schemas;
  private final Map<String, String> names = new HashMap<>();
  private final Map<String, Definition> definitions = new HashMap<>();

  /**
   * @param forInput whether callers write the values: read-only properties are left out
   */
  Schemas(Document document, boolean forInput) {
    this.document = document;
    this.forInput = forInput;
  }

  /** A schema that references name, and the references in it. */
  private record Definition(JsonNode schema, Set<String> references) {}

  /**
   * A schema in the terms of JSON Schema.
   *
   * @param references takes the references in it, for {@link #define}
   */
  JsonNode convert(JsonNode schema, Collection<String> references) {
    if (!schema.isObject()) {
      return schema.isBoolean() ? schema : NODES.objectNode();
    }
    if (++schemas > MAX_SCHEMAS) {
      throw Document.wrong("has too many schemas; exclude operations");
    }
    ObjectNode converted = NODES.objectNode();
    for (Map.Entry<String, JsonNode> member : schema.properties()) {
      keyword(schema, member.getKey(), member.getValue(), converted, references);
    }
    exclusive(converted, "exclusiveMinimum", "minimum");
    exclusive(converted, "exclusiveMaximum", "maximum");
    if (forInput && isBytes(schema)) {
      converted.put("contentEncoding", "base64").remove("format");
    }
    return schema.path("nullable").asBoolean(false) ? nullable(converted) : converted;
  }

  private void keyword(
      JsonNode schema,
      String keyword,
      JsonNode value,
      ObjectNode converted,
      Collection<String> references) {
    switch (keyword) {
      case "$ref" -> {
        references.add(value.asText());
        converted.put("$ref", "#/$defs/" + nameOf(value.asText()));
      }
      case "properties", "patternProperties", "dependentSchemas", "$defs", "definitions" -> {
        ObjectNode map = converted.putObject(keyword);
        for (Map.Entry<String, JsonNode> it : value.properties()) {
          if (!isHidden(it.getValue())) {
            map.set(it.getKey(), convert(it.getValue(), references));
          }
        }
      }
      case "required" -> {
        ArrayNode required = NODES.arrayNode();
        for (JsonNode name : value) {
          if (!isHidden(schema.path("properties").path(name.asText()))) {
            required.add(name);
          }
        }
        if (!required.isEmpty()) {
          converted.set("required", required);
        }
      }
      case "type" -> {
        if (value.isArray() || TYPE.matcher(value.asText()).matches()) {
          converted.set("type", value);
        }
      }
      case "example", "examples" -> {
        // Those of lists and objects are long, and those of other types are slips.
        JsonNode example = keyword.equals("example") ? value : value.path(0);
        String type = schema.path("type").asText();
        boolean fits =
            type.equals("string")
                ? example.isTextual() && !isBytes(schema)
                : example.isNumber() && type.matches("integer|number");
        if (fits && !schema.has("enum")) {
          converted.putArray("examples").add(example);
        }
      }
      case "enum", "const", "default", "dependentRequired" -> converted.set(keyword, value);
      default -> {
        // The alternatives of documents overlap: a discriminator decides, or the API does.
        boolean either = keyword.equals("oneOf") && !schema.has("anyOf");
        if (value.isArray()) {
          ArrayNode list = converted.putArray(either ? "anyOf" : keyword);
          value.forEach(item -> list.add(item.isObject() ? convert(item, references) : item));
        } else if (!LEFT_OUT.matcher(keyword).matches()) {
          converted.set(keyword, value.isObject() ? convert(value, references) : value);
        }
      }
    }
  }

  /** Adds what references in a schema lead to, with all that it needs itself. */
  void define(ObjectNode schema, Collection<String> references) {
    Deque<String> open = new ArrayDeque<>(references);
    Set<String> seen = new LinkedHashSet<>();
    while (!open.isEmpty()) {
      String reference = open.remove();
      if (seen.add(reference) && seen.size() <= MAX_DEFINITIONS) {
        open.addAll(definition(reference).references);
      }
    }
    if (!seen.isEmpty()) {
      ObjectNode all = schema.putObject("$defs");
      for (String reference : seen) {
        boolean known = all.size() < MAX_DEFINITIONS;
        all.set(nameOf(reference), known ? definition(reference).schema : NODES.objectNode());
      }
    }
  }

  /** Whether the values of a property, or the items of its lists, are bytes. */
  boolean isBinary(JsonNode property) {
    JsonNode schema = document.resolve(property);
    return isBytes(schema) || isBytes(document.resolve(schema.path("items")));
  }

  /** In OpenAPI 3.0 by format, in 3.1 by media type. */
  private static boolean isBytes(JsonNode schema) {
    String media = schema.path("contentMediaType").asText("text/plain");
    return schema.path("format").asText().equals("binary")
        || !(schema.has("contentEncoding") || media.matches("text/.*|.*(json|xml|yaml)"));
  }

  /** Whether a property is left out. */
  boolean isHidden(JsonNode property) {
    return forInput && document.resolve(property).path("readOnly").asBoolean(false);
  }

  private Definition definition(String reference) {
    Definition known = definitions.get(reference);
    if (known == null) {
      Set<String> references = new LinkedHashSet<>();
      JsonNode target = document.target(reference);
      document.resolve(target); // it may lead in a circle
      known = new Definition(convert(target, references), references);
      definitions.put(reference, known);
    }
    return known;
  }

  /** The last part of a reference, unless another one has taken it. */
  private String nameOf(String reference) {
    String known = names.get(reference);
    if (known != null) {
      return known;
    }
    String last = reference.replaceFirst(".*/", "").replaceAll("[^A-Za-z0-9._-]+", "_");
    String name = last;
    for (int i = 2; names.containsValue(name); i++) {
      name = last + "_" + i;
    }
    names.put(reference, name);
    return name;
  }

  /** OpenAPI 3.0 says whether a bound is exclusive; JSON Schema has two bounds. */
  private static void exclusive(ObjectNode schema, String keyword, String bound) {
    if (schema.path(keyword).isBoolean()
        && schema.remove(keyword).booleanValue()
        && schema.has(bound)) {
      schema.set(keyword, schema.remove(bound));
    }
  }

  private static JsonNode nullable(ObjectNode schema) {
    JsonNode type = schema.path("type");
    if (type.isTextual() && !schema.has("enum")) {
      schema.putArray("type").add(type).add("null");
      return schema;
    }
    ObjectNode either = NODES.objectNode();
    either.putArray("anyOf").add(schema).addObject().put("type", "null");
    return either;
  }
}
