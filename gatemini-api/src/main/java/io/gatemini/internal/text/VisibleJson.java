package io.gatemini.internal.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A tree of JSON whose texts and names are {@linkplain VisibleText visible}, for a schema that is
 * shown to a model; what arguments are checked against stays as it is. Stateless.
 */
public final class VisibleJson {
  private VisibleJson() {}

  /** The tree with visible texts in one line each; a copy. */
  public static JsonNode lines(JsonNode node) {
    return of(node, VisibleText::line);
  }

  /** The tree with visible texts; a copy. It nests as deep as a listed schema at most. */
  public static JsonNode of(JsonNode node) {
    return of(node, VisibleText::of);
  }

  private static JsonNode of(JsonNode node, UnaryOperator<String> text) {
    if (node.isTextual()) {
      return TextNode.valueOf(text.apply(node.textValue()));
    }
    if (node.isArray()) {
      ArrayNode shown = JsonNodeFactory.instance.arrayNode();
      node.forEach(element -> shown.add(of(element, text)));
      return shown;
    }
    return node.isObject() ? object((ObjectNode) node, text) : node;
  }

  /** An object with visible names and texts. */
  public static ObjectNode object(ObjectNode node) {
    return object(node, VisibleText::of);
  }

  private static ObjectNode object(ObjectNode node, UnaryOperator<String> text) {
    ObjectNode shown = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      String name = VisibleText.line(member.getKey());
      // Two names that look alike stay two: none may hide the other.
      boolean alike = !name.equals(member.getKey()) && (shown.has(name) || node.has(name));
      shown.set(alike ? VisibleText.escaped(member.getKey()) : name, of(member.getValue(), text));
    }
    return shown;
  }
}
