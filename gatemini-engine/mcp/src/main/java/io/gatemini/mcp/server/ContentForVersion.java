package io.gatemini.mcp.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.peer.SurfaceJson;
import java.util.List;
import java.util.Set;

/**
 * The parts of an answer that a client of a protocol version can read. Content is a closed union: a
 * strict client refuses a whole answer for one block that came with a later version, so that such a
 * block becomes a text that says what it was. Members that came later are left: every version lets
 * objects have more members than it names. Immutable.
 */
final class ContentForVersion {
  /** All of it, for clients since 2025-06-18. */
  static final ContentForVersion ALL = new ContentForVersion(Set.of());

  private final Set<String> unknown;

  /**
   * @param unknown the kinds of content that the version does not have
   */
  ContentForVersion(Set<String> unknown) {
    this.unknown = unknown;
  }

  /** The result as the client can read it; the same bytes where it can read all. */
  RawJson fit(ToolResult result) {
    if (unknown.isEmpty() || result.onlyText().isPresent()) {
      return result.json();
    }
    List<JsonNode> blocks = result.content();
    if (blocks.stream().noneMatch(this::isUnknown)) {
      return result.json();
    }
    ArrayNode content = JsonNodeFactory.instance.arrayNode();
    blocks.forEach(block -> content.add(isUnknown(block) ? asText(block) : block));
    ObjectNode fitting = JsonNodeFactory.instance.objectNode();
    result.json().tree().properties().forEach(it -> fitting.set(it.getKey(), it.getValue()));
    fitting.set("content", content);
    return RawJson.of(fitting);
  }

  private boolean isUnknown(JsonNode block) {
    return unknown.contains(block.path("type").asText());
  }

  private static ObjectNode asText(JsonNode block) {
    ObjectNode text = JsonNodeFactory.instance.objectNode().put("type", "text");
    SurfaceJson.put(text, "text", "[" + description(block) + "]");
    JsonNode annotations = block.path("annotations");
    if (annotations.isObject()) {
      text.set("annotations", annotations);
    }
    return text;
  }

  private static String description(JsonNode block) {
    String mimeType = block.path("mimeType").asText();
    if (block.path("type").asText().equals("audio")) {
      int length = block.path("data").asText().length();
      return "audio " + mimeType + ", " + length + " base64 characters";
    }
    return "resource link \"" + block.path("name").asText() + "\" " + block.path("uri").asText();
  }
}
