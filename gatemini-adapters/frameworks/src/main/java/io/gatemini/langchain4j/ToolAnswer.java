package io.gatemini.langchain4j;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.service.tool.ToolExecutionResult;
import io.gatemini.ToolResult;
import io.gatemini.internal.program.AnswerBlocks;
import io.gatemini.spi.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Answers of tools in the framework's form. */
final class ToolAnswer {
  /** Under this attribute the framework itself keeps which tools a search has found. */
  static final String FOUND_TOOLS = "found_tools";

  private ToolAnswer() {}

  static ToolExecutionResult of(ToolResult result, boolean images) {
    ToolExecutionResult.Builder answer =
        ToolExecutionResult.builder()
            .isError(result.isError())
            .result(result)
            .attributes(result.meta().map(ToolAnswer::attributes).orElse(Map.of()));
    List<JsonNode> blocks = result.content();
    return images && blocks.stream().anyMatch(ToolAnswer::isImage)
        ? answer.resultContents(contents(blocks)).build()
        : answer.resultText(text(result)).build();
  }

  /** The text of an answer; what else it has is a note of what there is. */
  static String text(ToolResult result) {
    String text = AnswerBlocks.text(result);
    Optional<JsonNode> structured = text.isEmpty() ? result.structuredContent() : Optional.empty();
    return structured.map(JsonNode::toString).orElse(text);
  }

  private static List<Content> contents(List<JsonNode> blocks) {
    List<Content> contents = new ArrayList<>();
    for (JsonNode block : blocks) {
      contents.add(
          isImage(block)
              ? ImageContent.from(block.path("data").asText(), block.path("mimeType").asText())
              : TextContent.from(AnswerBlocks.textOrNote(block)));
    }
    return contents;
  }

  private static boolean isImage(JsonNode block) {
    return block.path("type").asText().equals("image")
        && !block.path("data").asText().isBlank()
        && !block.path("mimeType").asText().isBlank();
  }

  /** As the framework's own client of MCP has them: each member of {@code _meta} by its name. */
  private static Map<String, Object> attributes(JsonNode meta) {
    Map<String, Object> attributes = new TreeMap<>();
    for (Map.Entry<String, JsonNode> member : meta.properties()) {
      String name = member.getKey();
      boolean isReserved = name.equals(FOUND_TOOLS) || name.startsWith("io.modelcontextprotocol/");
      if (!isReserved && !member.getValue().isNull()) {
        attributes.put(name, Json.mapper().convertValue(member.getValue(), Object.class));
      }
    }
    return attributes;
  }
}
