package io.gatemini.transport.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ToolResult;
import io.gatemini.spi.Json;

/** How the stdout of a program becomes a result. */
enum OutputFormat {
  /** As it is. */
  TEXT {
    @Override
    ToolResult result(String stdout) {
      return ToolResult.text(stdout);
    }
  },

  /** As JSON, an object also as structured content; as text where it is not JSON. */
  JSON {
    @Override
    ToolResult result(String stdout) {
      JsonNode value;
      try {
        value = Json.mapper().readTree(stdout);
      } catch (JsonProcessingException e) {
        return ToolResult.text(stdout);
      }
      if (value instanceof ObjectNode object) {
        return ToolResult.structured(object);
      }
      return ToolResult.text(value.isMissingNode() ? stdout : value.toString());
    }
  },

  /** As a JSON array of lines, without what ends them. */
  LINES {
    @Override
    ToolResult result(String stdout) {
      ArrayNode lines = JsonNodeFactory.instance.arrayNode();
      stdout.lines().forEach(lines::add);
      return ToolResult.text(lines.toString());
    }
  };

  abstract ToolResult result(String stdout);
}
