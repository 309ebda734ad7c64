package io.gatemini.auto;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.internal.surface.CatalogCall;
import io.gatemini.internal.surface.ModelNames;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.ToolSet.Tool;
import java.util.concurrent.CompletionStage;

/**
 * A tool of the catalog with its own schema. It has no output schema: what is reduced does not keep
 * to it. Thread-safe.
 */
record DirectTool(Gateway gateway, String key, SurfaceTool definition) implements Tool {
  static DirectTool of(Gateway gateway, ToolDescriptor tool, JsonNode meta) {
    String description = tool.description().isBlank() ? tool.key() : tool.description();
    SurfaceTool definition =
        new SurfaceTool(
            ModelNames.of(tool.key()),
            tool.title().filter(title -> !title.isBlank()).orElse(tool.key()),
            VisibleText.of(description),
            tool.inputSchema(),
            MissingNode.getInstance(),
            tool.annotations(),
            meta);
    return new DirectTool(gateway, tool.key(), definition);
  }

  @Override
  public boolean runsPrograms() {
    return true;
  }

  @Override
  public CompletionStage<ToolResult> call(SurfaceCall call) {
    String written = call.arguments().toString();
    // No arguments at all are none to a framework; a client of this surface writes an object.
    RawJson arguments =
        CatalogCall.arguments(definition.name(), written.isEmpty() ? "null" : written);
    return CatalogCall.of(gateway, key, arguments, call.context());
  }
}
