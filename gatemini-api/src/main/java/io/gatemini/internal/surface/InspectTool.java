package io.gatemini.internal.surface;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolInfo;
import io.gatemini.ToolResult;
import io.gatemini.internal.declaration.ToolDeclaration;
import io.gatemini.internal.presentation.CallExample;
import io.gatemini.internal.presentation.CompactRows;
import io.gatemini.internal.text.VisibleText;
import java.util.concurrent.CompletableFuture;

/** {@code tool_info}: one tool in a few words, or with its whole schema. */
final class InspectTool implements MetaTool {
  /** More than any tool needs that means well. */
  private static final int MAX_PARAMETERS = 100;

  private static SurfaceTool definition(SurfaceOptions options) {
    return Definitions.of(
        "tool_info",
        "Tool info",
        "One tool: parameter names and an example call; \"full\": input schema and TypeScript.",
        """
        "properties":{
        "tool_name":{"type":"string"},
        "detail":{"type":"string","enum":["brief","full"],"default":"brief"},%s},
        "required":["tool_name"]\
        """
            .formatted(Definitions.compact(options, "")),
        """
        "properties":{"name":{"type":"string"},"backend":{"type":"string"},
        "description":{"type":"string"}},
        "required":["name","backend","description"]\
        """,
        Definitions.LOOKS);
  }

  private final Gateway gateway;
  private final SurfaceTool definition;

  InspectTool(Gateway gateway, SurfaceOptions options) {
    this.gateway = gateway;
    this.definition = definition(options);
  }

  @Override
  public SurfaceTool definition() {
    return definition;
  }

  @Override
  public String example() {
    return "{\"tool_name\": \"files.read\", \"detail\": \"full\"}";
  }

  @Override
  public CompletableFuture<ToolResult> call(SurfaceCall call) {
    Arguments arguments = Arguments.read(this, call.arguments());
    boolean full = arguments.string("detail").equals("full");
    ToolInfo info = gateway.tool(arguments.string("tool_name"));
    if (arguments.bool("compact")) {
      String text = full ? CompactRows.full(info) : CompactRows.info(info);
      return CompletableFuture.completedFuture(ToolResult.structured(text, summary(info)));
    }
    ObjectNode looked = full ? full(info) : brief(info);
    // In full, everything is verbatim; what is hidden in it is written in plain sight.
    return CompletableFuture.completedFuture(
        ToolResult.structured(VisibleText.escaped(looked.toString()), looked));
  }

  private static ObjectNode summary(ToolInfo info) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", info.name())
        .put("backend", info.backend())
        .put("description", info.summary());
  }

  private static ObjectNode brief(ToolInfo info) {
    ObjectNode brief = summary(info);
    ArrayNode parameters = brief.putArray("parameters");
    info.parameters().stream().limit(MAX_PARAMETERS).forEach(parameters::add);
    int left = info.parameters().size() - MAX_PARAMETERS;
    if (left > 0) {
      brief.put("parameters_left_out", left);
    }
    return brief.put("call", info.call());
  }

  /** The schema says in words what the declaration beside it would only repeat. */
  private static ObjectNode full(ToolInfo info) {
    String expression = CallExample.expression(info.call());
    return full(info, ToolDeclaration.withoutComments(expression, info.definition()));
  }

  static ObjectNode full(ToolInfo info, String typescript) {
    ObjectNode full =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", info.name())
            .put("description", info.description())
            .put("backend", info.backend());
    full.set("input_schema", info.definition().inputSchema());
    return full.put("typescript", typescript);
  }
}
