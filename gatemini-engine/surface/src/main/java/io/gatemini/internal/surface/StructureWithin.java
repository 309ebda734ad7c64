package io.gatemini.internal.surface;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.presentation.Brief;
import java.util.Map;

/**
 * The structured content of an answer whose text had to be reduced: still of the form that the
 * tool's output schema promises, with lists cut behind what fits and texts to a few words.
 */
final class StructureWithin {
  private static final int TEXT_LENGTH = 200;

  private int left;

  private StructureWithin(int bytes) {
    this.left = bytes;
  }

  /** A reduced answer with as much of the structure as fits. */
  static ToolResult of(ToolResult reduced, JsonNode structure, int bytes) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.setAll((ObjectNode) reduced.json().tree());
    result.set("structuredContent", new StructureWithin(bytes).object(structure));
    return ToolResult.of(RawJson.of(result));
  }

  private ObjectNode object(JsonNode structure) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> member : structure.properties()) {
      JsonNode value = member.getValue();
      if (value.isArray()) {
        object.set(member.getKey(), array(value));
      } else if (value.isTextual()) {
        object.put(member.getKey(), Brief.words(value.textValue(), TEXT_LENGTH));
      } else if (fits(value)) {
        object.set(member.getKey(), value);
      }
    }
    return object;
  }

  private ArrayNode array(JsonNode values) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (JsonNode value : values) {
      if (!fits(value)) {
        break;
      }
      array.add(value);
    }
    return array;
  }

  private boolean fits(JsonNode value) {
    left -= RawJson.of(value).length();
    return left >= 0;
  }
}
