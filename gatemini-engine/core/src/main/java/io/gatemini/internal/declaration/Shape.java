package io.gatemini.internal.declaration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The members of an object, as one schema or several together ask for them. Mutable. */
final class Shape {
  /** More are never rendered; the rest is only counted. */
  private static final int MAX_MEMBERS = 2_000;

  /** More kinds of other members are not distinguished. */
  private static final int MAX_OTHERS = 50;

  private final Map<String, JsonNode> properties = new LinkedHashMap<>();
  private final Set<String> required = new LinkedHashSet<>();
  private final List<JsonNode> others = new ArrayList<>();
  private boolean object;
  private boolean listed;
  private int unread;

  /** Whether a schema without a type says something of objects. */
  static boolean describesObject(JsonNode schema) {
    return schema.has("properties")
        || schema.has("additionalProperties")
        || schema.has("patternProperties");
  }

  /**
   * Adds a schema's properties; a property that is present already stays as it is.
   *
   * @return how many names were read
   */
  int add(JsonNode schema) {
    object = true;
    addProperties(schema.path("properties"));
    for (JsonNode pattern : schema.path("patternProperties")) {
      if (others.size() == MAX_OTHERS) {
        break;
      }
      others.add(pattern);
    }
    JsonNode additional = schema.path("additionalProperties");
    if (additional.isObject() || (additional.isBoolean() && additional.booleanValue())) {
      others.add(additional);
    }
    listed |= schema.path("properties").isObject() || additional.isBoolean();
    JsonNode names = schema.path("required");
    int read = names.isArray() ? Math.min(names.size(), MAX_MEMBERS) : 0;
    for (int i = 0; i < read; i++) {
      JsonNode name = names.get(i);
      if (name.isTextual()) {
        required.add(name.textValue());
        properties.putIfAbsent(name.textValue(), BooleanNode.TRUE);
      }
    }
    return read + Math.min(schema.path("properties").size(), MAX_MEMBERS);
  }

  private void addProperties(JsonNode declared) {
    Iterator<Map.Entry<String, JsonNode>> left = declared.properties().iterator();
    for (int i = 0; left.hasNext(); i++) {
      if (i == MAX_MEMBERS) {
        unread += declared.size() - MAX_MEMBERS;
        return;
      }
      Map.Entry<String, JsonNode> property = left.next();
      properties.putIfAbsent(property.getKey(), property.getValue());
      if (property.getValue().path("required").asBoolean(false)) {
        required.add(property.getKey()); // as drafts before the fourth have it
      }
    }
  }

  /** Whether anything was added. */
  boolean isObject() {
    return object;
  }

  /** Whether all that is known is that it is an object. */
  boolean isBare() {
    return properties.isEmpty() && others.isEmpty();
  }

  /** Whether the members are rendered, even if there are none. */
  boolean isListed() {
    return listed;
  }

  boolean hasRequired() {
    return !required.isEmpty();
  }

  boolean isRequired(String name) {
    return required.contains(name);
  }

  /** The properties by name, in the order of the schema. */
  Map<String, JsonNode> properties() {
    return properties;
  }

  /** The same with those that are required first. */
  Map<String, JsonNode> requiredFirst() {
    Map<String, JsonNode> sorted = new LinkedHashMap<>();
    properties.forEach(
        (name, schema) -> {
          if (isRequired(name)) {
            sorted.put(name, schema);
          }
        });
    properties.forEach(sorted::putIfAbsent);
    return sorted;
  }

  /** The schemas of members without a fixed name. */
  List<JsonNode> others() {
    return others;
  }

  /** How many properties were too many to be read. */
  int unread() {
    return unread;
  }
}
