package io.gatemini.internal.surface.resource;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolInfo;
import io.gatemini.UnknownResourceException;
import io.gatemini.UnknownToolException;
import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.content.Role;
import io.gatemini.internal.text.VisibleText;
import java.util.Map;

/**
 * <code>gatemini://tool/{tool_name}</code>: the whole definition of a tool, its schemas verbatim;
 * what is hidden in them is written as escapes.
 */
record ToolResource(Gateway gateway) {
  private static final ResourceTemplate DEFINITION =
      new ResourceTemplate(
          "gatemini://tool/{tool_name}",
          "tool",
          "Tool Definition",
          "One tool: description, input and output schema, annotations, TypeScript declaration,"
              + " example call. tool_name: its key backend.tool, its bare name where only one"
              + " backend has it, or an alias.",
          Reading.JSON,
          ContentAnnotations.of(0.7, Role.ASSISTANT));

  OwnResource resource() {
    return OwnResource.of(
            DEFINITION, (session, variables) -> read(variables.getOrDefault("tool_name", "")))
        .withValues(
            "tool_name",
            () -> gateway.catalog().tools().stream().map(ToolDescriptor::key).toList());
  }

  private Reading read(String name) {
    return new Reading(Reading.JSON, VisibleText.escaped(json(info(name)).toString()));
  }

  private ToolInfo info(String name) {
    try {
      return gateway.tool(name);
    } catch (UnknownToolException e) {
      throw new UnknownResourceException(String.valueOf(e.getMessage()));
    }
  }

  private ObjectNode json(ToolInfo info) {
    ToolDescriptor tool = info.definition();
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", tool.key())
            .put("backend", tool.backend())
            .put("original_name", tool.originalName());
    tool.title().ifPresent(title -> json.put("title", VisibleText.line(title)));
    json.put("description", VisibleText.of(tool.description()));
    json.set("input_schema", tool.inputSchema());
    tool.outputSchema().ifPresent(schema -> json.set("output_schema", schema));
    json.set("annotations", tool.annotations().toJson());
    tool.tool()
        .further()
        .properties()
        .forEach(member -> json.set(member.getKey(), member.getValue()));
    tool.tags().forEach(json.putArray("tags")::add);
    aliases(tool.key(), json.putArray("aliases"));
    return json.put("typescript", info.typescript()).put("call", info.call());
  }

  private void aliases(String key, ArrayNode aliases) {
    gateway.catalog().aliases().entrySet().stream()
        .filter(alias -> alias.getValue().equals(key))
        .map(Map.Entry::getKey)
        .sorted()
        .forEach(aliases::add);
  }
}
