package io.gatemini.internal.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The content of a {@code cache.json} of PrismGate, in the form of the gateway's own state: {@code
 * {"backends": {name: [tool]}, "usage_stats": {tool: count}}}.
 */
final class PrismGateState {
  /** The key of the area {@code usage} that has all tools. */
  static final String USAGE_KEY = "tools";

  private PrismGateState() {}

  /**
   * The tools of a backend. They say nothing of how it was configured, so there is no {@code
   * definition} beside them.
   */
  static JsonNode tools(String backend, JsonNode entries) {
    ObjectNode known = JsonNodeFactory.instance.objectNode();
    ArrayNode tools = known.putArray("tools");
    for (JsonNode entry : entries) {
      String name = originalName(backend, entry);
      if (!name.isEmpty()) {
        ObjectNode row = tools.addObject();
        ObjectNode tool = row.putObject("tool").put("name", name);
        tool.put("description", entry.path("description").asText(""));
        JsonNode schema = entry.path("input_schema");
        if (schema.isObject()) {
          tool.set("inputSchema", schema);
        }
        ArrayNode tags = row.putArray("tags");
        entry.path("tags").forEach(tag -> tags.add(tag.asText()));
      }
    }
    return known;
  }

  /** Versions 1 and 2 have no original name; the other one may begin with the backend. */
  private static String originalName(String backend, JsonNode entry) {
    String original = entry.path("original_name").asText("");
    if (!original.isEmpty()) {
      return original;
    }
    String name = entry.path("name").asText("");
    return name.startsWith(backend + ".") ? name.substring(backend.length() + 1) : name;
  }
}
