package io.gatemini.internal.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.spi.BackendTool;

/** Tool definitions for tests. */
public final class Tools {
  public static final JsonNode ANY_OBJECT = RawJson.parse("{\"type\":\"object\"}").tree();

  private Tools() {}

  public static ToolDescriptor tool(String backend, String originalName) {
    return tool(backend, originalName, "Does " + originalName + ".");
  }

  public static ToolDescriptor tool(String backend, String originalName, String description) {
    return tool(backend, originalName, description, ANY_OBJECT);
  }

  public static ToolDescriptor tool(
      String backend, String originalName, String description, JsonNode inputSchema) {
    return new ToolDescriptor(
        backend + "." + originalName,
        backend,
        BackendTool.of(originalName, description, inputSchema));
  }
}
