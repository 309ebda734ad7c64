package io.gatemini.springai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import java.util.Map;

/** Properties as the tree that a configuration file would be. */
final class PropertyTree {
  private PropertyTree() {}

  /** The tree of all that is written in properties and not in a file; empty where nothing is. */
  static ObjectNode of(GatewayProperties properties) {
    ObjectNode tree = object(properties.settings());
    if (!properties.backends().isEmpty()) {
      tree.set("backends", object(properties.backends()));
    }
    return tree;
  }

  private static ObjectNode object(Map<?, ?> map) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    map.forEach((key, value) -> object.set(key.toString(), node(value)));
    return object;
  }

  private static JsonNode node(Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      return RawJson.ofValue(value).tree();
    }
    return isList(map) ? array(map) : object(map);
  }

  /** Spring Boot binds a list as a map of its indexes where it does not know that it is one. */
  private static boolean isList(Map<?, ?> map) {
    for (int i = 0; i < map.size(); i++) {
      if (!map.containsKey(String.valueOf(i))) {
        return false;
      }
    }
    return !map.isEmpty();
  }

  private static ArrayNode array(Map<?, ?> map) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < map.size(); i++) {
      Object value = map.get(String.valueOf(i));
      array.add(value == null ? array.nullNode() : node(value));
    }
    return array;
  }
}
