package io.gatemini.internal.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A schema of arguments as one object with all its parameters, where references, {@code allOf},
 * {@code anyOf} or {@code oneOf} at its root hide them. A parameter is required where every
 * alternative requires it, and may have the values of any. Stateless.
 */
public final class RootSchema {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final List<String> ALTERNATIVES = List.of("anyOf", "oneOf");
  private static final List<String> COMBINED = List.of("$ref", "allOf", "anyOf", "oneOf");

  /** References and alternatives that are followed; more of them go round in a circle. */
  private static final int MAX_NESTING = 8;

  /** Parts in parts multiply. */
  private static final int MAX_PARTS = 500;

  private final JsonNode whole;
  private int parts;

  private RootSchema(JsonNode whole) {
    this.whole = whole;
  }

  /** The schema itself, where nothing hides its parameters or where there are too many parts. */
  public static JsonNode of(JsonNode schema) {
    if (COMBINED.stream().noneMatch(schema::has)) {
      return schema;
    }
    RootSchema root = new RootSchema(schema);
    JsonNode resolved = root.resolved(schema);
    Part part = root.part(resolved, MAX_NESTING);
    if (root.parts > MAX_PARTS) {
      return schema;
    }
    ObjectNode object = schema.deepCopy();
    resolved.properties().forEach(keyword -> object.set(keyword.getKey(), keyword.getValue()));
    object.remove(COMBINED);
    object.put("type", "object").putObject("properties").setAll(part.properties);
    ArrayNode required = object.putArray("required");
    part.required.forEach(required::add);
    return object;
  }

  /** The schema behind local references. */
  private JsonNode resolved(JsonNode declared) {
    JsonNode schema = declared;
    for (int i = 0; i < MAX_NESTING; i++) {
      String reference = schema.path("$ref").asText();
      if (!reference.startsWith("#/")) {
        return schema;
      }
      schema = whole.at(reference.substring(1));
    }
    return NODES.objectNode();
  }

  private record Part(Map<String, JsonNode> properties, Set<String> required) {}

  private Part part(JsonNode declared, int nesting) {
    JsonNode schema = resolved(declared);
    Part part = new Part(new LinkedHashMap<>(), new LinkedHashSet<>());
    schema
        .path("properties")
        .properties()
        .forEach(property -> part.properties.put(property.getKey(), property.getValue()));
    schema.path("required").forEach(name -> part.required.add(name.asText()));
    if (nesting == 0 || parts++ > MAX_PARTS) {
      return part;
    }
    for (JsonNode each : schema.path("allOf")) {
      Part other = part(each, nesting - 1);
      other.properties.forEach(part.properties::putIfAbsent);
      part.required.addAll(other.required);
    }
    for (String kind : ALTERNATIVES) {
      Part either = either(schema.path(kind), nesting - 1);
      either.properties.forEach(
          (name, values) -> part.properties.merge(name, values, RootSchema::narrowed));
      part.required.addAll(either.required);
    }
    return part;
  }

  private Part either(JsonNode alternatives, int nesting) {
    Part either = new Part(new LinkedHashMap<>(), new LinkedHashSet<>());
    boolean isFirst = true;
    for (JsonNode alternative : alternatives) {
      Part one = part(alternative, nesting);
      one.properties.forEach(
          (name, values) -> either.properties.merge(name, values, RootSchema::any));
      if (isFirst) {
        either.required.addAll(one.required);
      } else {
        either.required.retainAll(one.required);
      }
      isFirst = false;
    }
    return either;
  }

  /** A schema that takes the values of both. */
  private static JsonNode any(JsonNode one, JsonNode other) {
    if (one.equals(other)) {
      return one;
    }
    Set<JsonNode> values = values(one);
    if (!values.isEmpty() && !values(other).isEmpty()) {
      values.addAll(values(other));
      ObjectNode named = one.deepCopy();
      named.remove("const");
      return named.set("enum", NODES.arrayNode().addAll(values));
    }
    boolean isUnion = one.size() == 1 && one.path("anyOf").isArray();
    ArrayNode all = isUnion ? one.get("anyOf").deepCopy() : NODES.arrayNode().add(one);
    return NODES.objectNode().set("anyOf", all.add(other));
  }

  /** A schema with the values that alternatives name. */
  private static JsonNode narrowed(JsonNode own, JsonNode alternatives) {
    Set<JsonNode> values = values(alternatives);
    return values.isEmpty() || !own.isObject() || !values(own).isEmpty()
        ? own
        : own.<ObjectNode>deepCopy().set("enum", NODES.arrayNode().addAll(values));
  }

  private static Set<JsonNode> values(JsonNode schema) {
    Set<JsonNode> values = new LinkedHashSet<>();
    schema.path("enum").forEach(values::add);
    if (schema.has("const")) {
      values.add(schema.get("const"));
    }
    return values;
  }
}
