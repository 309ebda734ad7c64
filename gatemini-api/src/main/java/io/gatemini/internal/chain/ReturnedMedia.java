package io.gatemini.internal.chain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The pictures, sounds and embedded resources in what a program returned. They stay content blocks,
 * wherever in the value they stand: as text they are of no use to a model.
 */
final class ReturnedMedia {
  /** Written so by every engine; what has none of them is not looked through. */
  private static final List<String> MARKS =
      List.of("\"type\":\"image\"", "\"type\":\"audio\"", "\"type\":\"resource\"");

  private final List<JsonNode> blocks = new ArrayList<>();

  private ReturnedMedia() {}

  /**
   * The value as a result with the blocks that are in it; empty where there are none. A block, or a
   * list of nothing else, is the content itself; of any other value the text says where they stood.
   */
  static Optional<ToolResult> in(RawJson value) {
    if (MARKS.stream().noneMatch(mark -> Occurrence.of(mark, value))) {
      return Optional.empty();
    }
    JsonNode tree = value.tree();
    List<JsonNode> own = new ArrayList<>();
    if (tree.isArray()) {
      tree.forEach(own::add);
    } else {
      own.add(tree);
    }
    if (own.stream().allMatch(block -> isMedium(block) || AnswerBlocks.text(block).isPresent())) {
      return own.stream().anyMatch(ReturnedMedia::isMedium) ? result(own) : Optional.empty();
    }
    ReturnedMedia media = new ReturnedMedia();
    JsonNode rest = media.without(tree);
    if (media.blocks.isEmpty()) {
      return Optional.empty();
    }
    media.blocks.add(0, textBlock(rest.toString()));
    return result(media.blocks);
  }

  /** A block that holds a text. */
  static JsonNode textBlock(String text) {
    return JsonNodeFactory.instance.objectNode().put("type", "text").put("text", text);
  }

  private static Optional<ToolResult> result(List<JsonNode> blocks) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    blocks.forEach(result.putArray("content")::add);
    return Optional.of(ToolResult.of(RawJson.of(result)));
  }

  private JsonNode without(JsonNode value) {
    if (isMedium(value)) {
      blocks.add(value);
      return AnswerBlocks.readable(List.of(value)).get(0);
    }
    if (value.isArray()) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      value.forEach(item -> array.add(without(item)));
      return array;
    }
    if (value.isObject()) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      value.properties().forEach(member -> object.set(member.getKey(), without(member.getValue())));
      return object;
    }
    return value;
  }

  private static boolean isMedium(JsonNode block) {
    JsonNode resource = block.path("resource");
    return switch (block.path("type").asText()) {
      case "image", "audio" -> block.path("data").isTextual() && block.path("mimeType").isTextual();
      case "resource" ->
          resource.path("uri").isTextual()
              && (resource.path("blob").isTextual() || resource.path("text").isTextual());
      default -> false;
    };
  }
}
