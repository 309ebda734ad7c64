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

/**
 * The schemas of a document as JSON Schema 2020-12. The target of a {@code $ref} is converted once
 * and shared by all tools that use it: trees that were handed out must not be modified. Not
 * thread-safe.
 */
final class Schemas {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static final Set<String> ONE =
      Set.of(
          "items",
          "additionalProperties",
          "not",
          "if",
          "then",
          "else",
          "contains",
          "propertyNames",
          "unevaluatedItems",
          "unevaluatedProperties",
          "contentSchema");
  private static final Set<String> LISTS = Set.of("allOf", "anyOf", "oneOf", "prefixItems");
  private static final Set<String> MAPS =
      Set.of("properties", "patternProperties", "dependentSchemas", "$defs", "definitions");

  /** Those that say nothing about values, or that JSON Schema has under another name. */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "example",
          "examples",
          "xml",
          "externalDocs",
          "discriminator",
          "nullable",
          "readOnly",
          "writeOnly",
          "$schema",
          "$id",
          "id");

  private static final Set<String> TYPES =
      Set.of("string", "number", "integer", "boolean", "object", "array", "null");

  /** A tool with more is not read by any model; the rest of its definitions allow anything. */
  private static final int MAX_DEFINITIONS = 250;

  /** The largest documents have a tenth of it; aliases in YAML can make any number of them. */
  private static final int MAX_SCHEMAS = 2_000_000;

  private static final int MAX_DEPTH = 300;

  private final Document document;
  private final boolean forInput;
  private int depth;
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
    if (depth == MAX_DEPTH || ++schemas > MAX_SCHEMAS) {
      throw Document.wrong(
          depth == MAX_DEPTH
              ? "has a schema that is nested too deeply; move its parts into components"
              : "has too many schemas; remove some, or the aliases that repeat them");
    }
    depth++;
    try {
      return converted(schema, references);
    } finally {
      depth--;
    }
  }

  private JsonNode converted(JsonNode schema, Collection<String> references) {
    if (!schema.isObject()) {
      return schema.isBoolean() ? schema : NODES.objectNode();
    }
    ObjectNode converted = NODES.objectNode();
    if (schema.path("$ref").isTextual()) {
      String reference = schema.path("$ref").textValue();
      references.add(reference);
      converted.put("$ref", "#/$defs/" + nameOf(reference));
      if (document.isOld()) {
        // Nothing else counts there; but the words are meant for this place.
        copy(schema, "description", converted);
        return converted;
      }
    }
    schema
        .properties()
        .forEach(
            member -> convert(schema, member.getKey(), member.getValue(), converted, references));
    exclusive(converted, "exclusiveMinimum", "minimum");
    exclusive(converted, "exclusiveMaximum", "maximum");
    if (forInput && isBinary(schema)) {
      converted.put("contentEncoding", "base64").remove("format");
    }
    return schema.path("nullable").asBoolean(false) ? nullable(converted) : converted;
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
      seen.forEach(
          reference ->
              all.set(
                  nameOf(reference),
                  all.size() < MAX_DEFINITIONS
                      ? definition(reference).schema
                      : NODES.objectNode()));
    }
  }

  /** Whether values are bytes: in OpenAPI 3.0 by format, in 3.1 by media type. */
  static boolean isBinary(JsonNode schema) {
    String media = schema.path("contentMediaType").asText("text/plain");
    return schema.path("format").asText().equals("binary")
        || schema.path("type").asText().equals("file")
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
    String last =
        reference.substring(reference.lastIndexOf('/') + 1).replaceAll("[^A-Za-z0-9._-]+", "_");
    String name = last;
    for (int i = 2; names.containsValue(name); i++) {
      name = last + "_" + i;
    }
    names.put(reference, name);
    return name;
  }

  private void convert(
      JsonNode schema,
      String keyword,
      JsonNode value,
      ObjectNode converted,
      Collection<String> references) {
    if (keyword.equals("$ref") || LEFT_OUT.contains(keyword) || keyword.startsWith("x-")) {
      JsonNode example = keyword.equals("examples") ? value.path(0) : value;
      if (keyword.startsWith("example") && isExample(schema, example)) {
        converted.putArray("examples").add(example);
      }
    } else if (ONE.contains(keyword)) {
      converted.set(keyword, convert(value, references));
    } else if (LISTS.contains(keyword) && value.isArray()) {
      // The alternatives of documents overlap: a discriminator decides, or the API does.
      boolean either = keyword.equals("oneOf") && !schema.has("anyOf");
      ArrayNode list = converted.putArray(either ? "anyOf" : keyword);
      value.forEach(item -> list.add(convert(item, references)));
    } else if (MAPS.contains(keyword)) {
      ObjectNode map = converted.putObject(keyword);
      value
          .properties()
          .forEach(
              member -> {
                if (!keyword.equals("properties") || !isHidden(member.getValue())) {
                  map.set(member.getKey(), convert(member.getValue(), references));
                }
              });
    } else if (keyword.equals("required")) {
      required(schema, value, converted);
    } else if (keyword.equals("type")) {
      type(value, converted);
    } else {
      converted.set(keyword, value);
    }
  }

  /**
   * Examples of lists and objects are long, and those of other types are slips of their authors.
   */
  private static boolean isExample(JsonNode schema, JsonNode example) {
    return !schema.has("enum")
        && !isBinary(schema)
        && switch (schema.path("type").asText()) {
          case "string" -> example.isTextual();
          case "integer", "number" -> example.isNumber();
          default -> false;
        };
  }

  private void required(JsonNode schema, JsonNode names, ObjectNode converted) {
    ArrayNode required = NODES.arrayNode();
    names.forEach(
        name -> {
          if (!isHidden(schema.path("properties").path(name.asText()))) {
            required.add(name);
          }
        });
    if (!required.isEmpty()) {
      converted.set("required", required);
    }
  }

  private static void type(JsonNode type, ObjectNode converted) {
    if (type.isArray() || TYPES.contains(type.asText())) {
      converted.set("type", type);
    } else if (type.asText().equals("file")) {
      converted.put("type", "string");
    }
  }

  /** OpenAPI 3.0 says whether a bound is exclusive; JSON Schema has two bounds. */
  private static void exclusive(ObjectNode schema, String keyword, String bound) {
    JsonNode value = schema.path(keyword);
    if (value.isBoolean()) {
      schema.remove(keyword);
      if (value.booleanValue() && schema.has(bound)) {
        schema.set(keyword, schema.remove(bound));
      }
    }
  }

  private static JsonNode nullable(ObjectNode schema) {
    JsonNode type = schema.path("type");
    if (!type.isTextual()) {
      ObjectNode either = NODES.objectNode();
      copy(schema, "description", either);
      either.putArray("anyOf").add(schema).addObject().put("type", "null");
      return either;
    }
    schema.putArray("type").add(type).add("null");
    if (schema.path("enum") instanceof ArrayNode values) {
      ArrayNode more = values.deepCopy();
      boolean hasNull = false;
      for (JsonNode value : values) {
        hasNull |= value.isNull();
      }
      schema.set("enum", hasNull ? more : more.addNull());
    }
    return schema;
  }

  private static void copy(JsonNode from, String keyword, ObjectNode to) {
    if (from.has(keyword)) {
      to.set(keyword, from.get(keyword));
    }
  }
}
