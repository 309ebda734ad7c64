package io.gatemini.internal.surface;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolResult;
import io.gatemini.internal.json.JsonValues;
import io.gatemini.internal.program.code.RawSlices;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Answers without structured content, for clients that show a model both; a tool that gives none
 * must not promise it either (specification 2025-11-25, tools, structured content). Stateless.
 */
final class TextOnly {
  private static final String STRUCTURED = "structuredContent";

  private TextOnly() {}

  /** The definition without what a structured answer would look like. */
  static SurfaceTool of(SurfaceTool tool) {
    return new SurfaceTool(
        tool.name(),
        tool.title(),
        tool.description(),
        tool.inputSchema(),
        MissingNode.getInstance(),
        tool.annotations(),
        tool.meta());
  }

  /**
   * The answer of a program, or of the tool that it called, without structured content that its
   * text says; a value of its own stays.
   */
  static ToolResult once(ToolResult answer) {
    if (!answer.hasStructuredContent()) {
      return answer;
    }
    String text = answer.text();
    RawJson value = RawSlices.structuredContent(answer);
    boolean isSaid =
        RawSlices.isSame(RawJson.wrap(text.getBytes(UTF_8)), value)
            || RawSlices.onlyText(value).filter(text::equals).isPresent();
    return isSaid ? of(answer) : answer;
  }

  /**
   * The answer without its structured content; with it as a text block, where it is all that the
   * answer has. One that has none is passed on as it is; no tree is made of one that has.
   */
  static ToolResult of(ToolResult answer) {
    if (!answer.hasStructuredContent()) {
      return answer;
    }
    byte[] utf8 = answer.json().toByteArray();
    ByteArrayOutputStream kept = new ByteArrayOutputStream(utf8.length);
    boolean hasContent = false;
    try (JsonParser parser = JsonValues.factory().createParser(utf8)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        int from = (int) parser.currentTokenLocation().getByteOffset();
        if (parser.nextToken() == JsonToken.START_ARRAY && name.equals("content")) {
          while (parser.nextToken() != JsonToken.END_ARRAY) {
            hasContent = true;
            parser.skipChildren();
          }
        }
        parser.skipChildren();
        parser.finishToken();
        if (!name.equals(STRUCTURED)) {
          kept.write(kept.size() == 0 ? '{' : ',');
          kept.write(utf8, from, (int) parser.currentLocation().getByteOffset() - from);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("an answer that was read before cannot be read", e);
    }
    if (!hasContent) {
      return inText(answer);
    }
    kept.write('}');
    return ToolResult.of(RawJson.wrap(kept.toByteArray()));
  }

  private static ToolResult inText(ToolResult answer) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.setAll((ObjectNode) answer.json().tree());
    String text = result.remove(STRUCTURED).toString();
    result.putArray("content").addObject().put("type", "text").put("text", text);
    return ToolResult.of(RawJson.of(result));
  }
}
