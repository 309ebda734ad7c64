package io.gatemini.internal.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;

/**
 * A tree of JSON whose texts and names are {@linkplain VisibleText visible}, for a schema that is
 * shown to a model; what arguments are checked against stays as it is. Stateless.
 */
public final class VisibleJson {
  private VisibleJson() {}

  /** The tree with visible texts; a copy. It nests as deep as a listed schema at most. */
  public static JsonNode of(JsonNode node) {
    if (node.isTextual()) {
      return TextNode.valueOf(VisibleText.of(node.textValue()));
    }
    if (node.isArray()) {
      ArrayNode shown = JsonNodeFactory.instance.arrayNode();
      node.forEach(element -> shown.add(of(element)));
      return shown;
    }
    return node.isObject() ? object((ObjectNode) node) : node;
  }

  /** An object with visible names and texts. */
  public static ObjectNode object(ObjectNode node) {
    ObjectNode shown = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      String name = VisibleText.line(member.getKey());
      // Two names that look alike stay two: none may hide the other.
      boolean alike = !name.equals(member.getKey()) && (shown.has(name) || node.has(name));
      shown.set(alike ? VisibleText.escaped(member.getKey()) : name, of(member.getValue()));
    }
    return shown;
  }
}
