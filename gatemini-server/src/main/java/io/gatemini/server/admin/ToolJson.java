package io.gatemini.server.admin;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ToolDescriptor;

/** Tools as {@code --json} prints them. */
public final class ToolJson {
  private ToolJson() {}

  /** A tool as MCP's {@code tools/list} has it, and its backend. */
  public static ObjectNode of(ToolDescriptor tool) {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", tool.key())
            .put("backend", tool.backend());
    tool.title().ifPresent(title -> json.put("title", title));
    json.put("description", tool.description());
    json.set("inputSchema", tool.inputSchema());
    tool.outputSchema().ifPresent(schema -> json.set("outputSchema", schema));
    ObjectNode annotations = tool.annotations().toJson();
    return annotations.isEmpty() ? json : json.set("annotations", annotations);
  }
}
