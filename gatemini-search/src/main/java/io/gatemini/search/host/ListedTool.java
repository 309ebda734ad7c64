package io.gatemini.search.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolDescriptor;

/**
 * A tool as a client has it from {@code tools/list}.
 *
 * @param meta its {@code _meta}
 */
public record ListedTool(String name, String description, JsonNode inputSchema, JsonNode meta) {
  static ListedTool of(SurfaceTool tool) {
    return new ListedTool(tool.name(), tool.description(), tool.inputSchema(), tool.meta());
  }

  static ListedTool of(ToolDescriptor tool) {
    return new ListedTool(
        tool.key(), tool.description(), tool.inputSchema(), tool.tool().further().path("_meta"));
  }

  /** The definition that a model reads. */
  String definition(int textLimit) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", name)
        .put("description", cut(description, textLimit))
        .set("input_schema", inputSchema)
        .toString();
  }

  static String cut(String text, int limit) {
    return text.length() <= limit ? text : text.substring(0, limit);
  }
}
