package io.gatemini.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.spi.Surface;
import io.gatemini.spi.Surface.SurfaceTool;

/** {@code tools/list}: the tools of the surface, whole, as it describes them at this moment. */
final class ToolListing {
  private final Surface surface;

  ToolListing(Surface surface) {
    this.surface = surface;
  }

  RequestMethod<?> list() {
    Pager<SurfaceTool> pager = new Pager<>("tools", SurfaceTool::name, ToolListing::describe);
    return RequestMethod.now((params, session) -> pager.page(surface.tools(session), params));
  }

  private static ObjectNode describe(SurfaceTool tool) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    Members.put(json, "name", tool.name());
    Members.putUnlessEmpty(json, "title", tool.title());
    Members.put(json, "description", tool.description());
    json.set("inputSchema", tool.inputSchema());
    if (tool.outputSchema().isObject()) {
      json.set("outputSchema", tool.outputSchema());
    }
    ObjectNode annotations = tool.annotations().toJson();
    if (!annotations.isEmpty()) {
      json.set("annotations", annotations);
    }
    return json;
  }
}
