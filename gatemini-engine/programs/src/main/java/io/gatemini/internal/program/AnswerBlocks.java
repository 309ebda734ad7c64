package io.gatemini.internal.program;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.program.code.RawSlices;
import io.gatemini.internal.text.Utf8Size;
import io.gatemini.spi.Payload;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The content blocks of a tool's answer: which have a text, and what the others are. */
public final class AnswerBlocks {
  /** Far more than a person or a model looks at one by one; each costs time. */
  static final int MAX_BLOCKS = 1_000;

  private AnswerBlocks() {}

  /** A result with so many blocks; the rest is one text, a line for each: its text, or its JSON. */
  static ToolResult bounded(ToolResult result) {
    List<JsonNode> blocks = result.content();
    if (blocks.size() <= MAX_BLOCKS) {
      return result;
    }
    ObjectNode tree = RawSlices.members(result, true);
    ArrayNode content = tree.putArray("content");
    blocks.subList(0, MAX_BLOCKS - 1).forEach(content::add);
    String rest =
        blocks.subList(MAX_BLOCKS - 1, blocks.size()).stream()
            .map(block -> isText(block) ? block.get("text").textValue() : block.toString())
            .collect(Collectors.joining("\n"));
    content.addObject().put("type", "text").put("text", rest);
    return ToolResult.of(RawJson.of(tree));
  }

  /** Whether a block is a text and nothing else. */
  private static boolean isText(JsonNode block) {
    return block.size() == 2
        && block.path("type").asText().equals("text")
        && block.path("text").isTextual();
  }

  /** A result for a model that gets text alone: media are a note of what there is. */
  public static String text(ToolResult result) {
    return result
        .onlyText()
        .orElseGet(
            () ->
                result.content().stream()
                    .map(AnswerBlocks::textOrNote)
                    .collect(Collectors.joining("\n")));
  }

  /** A block for a model that gets text alone. */
  public static String textOrNote(JsonNode block) {
    return text(block).orElseGet(() -> placeholder(block));
  }

  /** The text of a text block, or of an embedded resource that is one. */
  static Optional<String> text(JsonNode block) {
    JsonNode text =
        switch (block.path("type").asText()) {
          case "text" -> block.path("text");
          case "resource" -> block.path("resource").path("text");
          default -> JsonNodeFactory.instance.missingNode();
        };
    return Optional.ofNullable(text.textValue());
  }

  /** Where the text of a block is that has one, in the whole result. */
  static String place(JsonNode block, int index) {
    boolean isResource = block.path("type").asText().equals("resource");
    return "/content/" + index + (isResource ? "/resource/text" : "/text");
  }

  /** A block that has a text, with another one. */
  static JsonNode withText(JsonNode block, String text) {
    ObjectNode changed = block.deepCopy();
    if (block.path("type").asText().equals("text")) {
      return changed.put("text", text);
    }
    ((ObjectNode) changed.path("resource")).put("text", text);
    return changed;
  }

  /** A text as it is reduced: one that is a JSON object or array is that value. */
  static Payload payload(String text) {
    return RawSlices.container(text).map(Payload::json).orElseGet(() -> Payload.text(text));
  }

  /** The text that is kept, to the byte. */
  static RawJson original(Payload text) {
    return text.rawJson().orElseGet(() -> RawJson.of(TextNode.valueOf(text.text())));
  }

  /** A reduced text as a value. */
  static JsonNode value(Payload text) {
    return text.rawJson()
        .filter(json -> !RawSlices.isDeep(json))
        .map(RawJson::tree)
        .orElseGet(() -> TextNode.valueOf(text.text()));
  }

  /** UTF-8 bytes of a block without a text. */
  static long mediaBytes(JsonNode block) {
    return Utf8Size.of(block.path("data").asText())
        + Utf8Size.of(block.path("resource").path("blob").asText());
  }

  /** Blocks as a program's author reads them: texts as texts, media as a note of what there is. */
  static JsonNode readable(Iterable<JsonNode> blocks) {
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    for (JsonNode block : blocks) {
      String text = block.path("text").textValue();
      if (text != null && block.path("type").asText().equals("text")) {
        all.add(RawSlices.ifJson(text).map(RawJson::tree).orElseGet(() -> all.textNode(text)));
      } else {
        all.add(placeholder(block));
      }
    }
    return all;
  }

  private static String placeholder(JsonNode block) {
    return "[" + label(block) + "]";
  }

  /** The kind of a block without text, in a few words and the block's own names. */
  static String label(JsonNode block) {
    String type = block.path("type").asText("unknown");
    return switch (type) {
      case "image", "audio" ->
          type
              + " "
              + block.path("mimeType").asText("of unknown type")
              + ", "
              + block.path("data").asText().length()
              + " base64 characters";
      case "resource" -> "resource " + block.path("resource").path("uri").asText();
      case "resource_link" -> "resource link " + block.path("uri").asText();
      default -> type;
    };
  }
}
