package io.gatemini.internal.program;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.call.CallNotes;
import io.gatemini.internal.program.code.RawSlices;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The content in what a program returned. A result of a tool, a block, and a list of such are
 * content as they are; in any other value, pictures, sounds and embedded resources stay blocks,
 * wherever in it they stand: as text they are of no use to a model.
 */
final class ReturnedContent {
  /** Written so by every engine; what has none of them is not looked through. */
  private static final List<String> MARKS =
      List.of(
          "\"type\":\"text\"",
          "\"type\":\"image\"",
          "\"type\":\"audio\"",
          "\"type\":\"resource\"",
          "\"type\":\"resource_link\"");

  private final List<JsonNode> blocks = new ArrayList<>();

  private ReturnedContent() {}

  /**
   * The value as a result with the blocks that are in it; empty where there are none. Where the
   * value is more than content, the text of the result says where the blocks stood.
   */
  static Optional<ToolResult> in(RawJson value) {
    if (MARKS.stream().noneMatch(mark -> Occurrence.of(mark, value)) || RawSlices.isDeep(value)) {
      return Optional.empty();
    }
    JsonNode tree = value.tree();
    if (ContentForm.isResult(tree)) {
      return Optional.of(CallNotes.withoutForeign(ToolResult.of(value)));
    }
    if (ContentForm.isBlock(tree)) {
      return Optional.of(result(List.of(tree)));
    }
    Optional<ToolResult> list = list(tree);
    if (list.isPresent()) {
      return list;
    }
    ReturnedContent media = new ReturnedContent();
    JsonNode rest = media.without(tree);
    if (media.blocks.isEmpty()) {
      return Optional.empty();
    }
    media.blocks.add(0, textBlock(rest.toString()));
    return Optional.of(result(media.blocks));
  }

  /**
   * One result of many: blocks, lists of blocks and results, one after the other. Empty where
   * anything else is among them, or more than one has a structured value, which a result has once.
   */
  private static Optional<ToolResult> list(JsonNode tree) {
    if (!tree.isArray() || tree.isEmpty()) {
      return Optional.empty();
    }
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    ArrayNode content = all.putArray("content");
    for (JsonNode item : tree) {
      if (ContentForm.isBlock(item)) {
        content.add(item);
      } else if (ContentForm.isList(item)) {
        item.forEach(content::add);
      } else if (ContentForm.isResult(item)
          && !(item.has("structuredContent") && all.has("structuredContent"))) {
        item.path("content").forEach(content::add);
        if (item.has("structuredContent")) {
          all.set("structuredContent", item.path("structuredContent"));
        }
        if (item.path("isError").asBoolean()) {
          all.put("isError", true);
        }
      } else {
        return Optional.empty();
      }
    }
    return Optional.of(ToolResult.of(RawJson.of(all)));
  }

  /** A block that holds a text. */
  static JsonNode textBlock(String text) {
    return JsonNodeFactory.instance.objectNode().put("type", "text").put("text", text);
  }

  private static ToolResult result(List<JsonNode> blocks) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    blocks.forEach(result.putArray("content")::add);
    return ToolResult.of(RawJson.of(result));
  }

  private JsonNode without(JsonNode value) {
    if (ContentForm.isMedium(value)) {
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

  /** Looks for bytes in a JSON text without parsing or copying it. */
  private static final class Occurrence extends OutputStream {
    private final byte[] wanted;
    private boolean found;

    private Occurrence(String wanted) {
      this.wanted = wanted.getBytes(StandardCharsets.US_ASCII);
    }

    static boolean of(String ascii, RawJson json) {
      Occurrence search = new Occurrence(ascii);
      try {
        json.writeTo(search);
      } catch (IOException e) {
        throw new UncheckedIOException("an array cannot fail to be read", e);
      }
      return search.found;
    }

    @Override
    public void write(int b) {
      throw new IllegalStateException("a JSON text is written at once");
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      int last = offset + length - wanted.length;
      for (int i = offset; i <= last && !found; i++) {
        found = bytes[i] == wanted[0] && matches(bytes, i);
      }
    }

    private boolean matches(byte[] bytes, int from) {
      for (int i = 1; i < wanted.length; i++) {
        if (bytes[from + i] != wanted[i]) {
          return false;
        }
      }
      return true;
    }
  }
}
