package io.gatemini.internal.surface.servers;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolResult;
import io.gatemini.internal.argument.ArgumentRules;
import io.gatemini.internal.declaration.ToolSignature;
import io.gatemini.internal.presentation.SampleValue;
import io.gatemini.internal.surface.Arguments;
import io.gatemini.internal.surface.MetaTool;
import io.gatemini.internal.surface.servers.ServerNames.Server;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.ScriptHost.ScriptTool;
import io.gatemini.spi.SurfaceProvider.SurfaceContext;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** {@code tool-details}: all there is to know of one tool, and a call of it. */
record ToolDetails(SurfaceContext surface, ServerNames names) implements MetaTool {
  static final String NAME = "tool-details";

  private static final SurfaceTool DEFINITION =
      MetaTool.definition(ToolDetails.class, NAME, MetaTool.LOOKS);

  @Override
  public SurfaceTool definition() {
    return DEFINITION;
  }

  @Override
  public String example() {
    return "{\"luaServerName\": \"files\", \"luaToolName\": \"read\"}";
  }

  @Override
  public CompletableFuture<ToolResult> call(SurfaceCall call) {
    Arguments arguments = Arguments.read(this, call.arguments());
    Server server = names.server(this, arguments);
    ScriptTool tool = ServerNames.tool(this, arguments, server);
    String expression = ServerNames.expression(server, tool);
    JsonNode input = tool.tool().inputSchema();
    String said = VisibleText.of(tool.tool().description());
    StringBuilder text = new StringBuilder("Server: " + server.identifier());
    text.append("\nTool: ").append(tool.identifier());
    if (!tool.identifier().equals(tool.tool().originalName())) {
      text.append(" (").append(VisibleText.name(tool.tool().originalName())).append(')');
    }
    text.append("\n").append(ServerNames.remark(surface.missing(server.status().name())));
    text.append("\nDescription:\n").append(said.isBlank() ? "(no description)" : said);
    text.append("\n\nInput Schema:");
    List<ToolSignature.Parameter> parameters = ToolSignature.of(expression, input).parameters();
    for (ToolSignature.Parameter parameter : parameters) {
      text.append("\n  ").append(parameter.name()).append(" (").append(parameter.type());
      text.append(parameter.required() ? ", required)" : ", optional)");
      text.append(parameter.remark().isEmpty() ? "" : ": " + parameter.remark());
    }
    // The lines shorten; references, alternatives and bounds stand in the schema itself.
    text.append(
        parameters.isEmpty()
            ? "\n  (no parameters)"
            : "\n  as JSON: " + VisibleText.escaped(input.toString()));
    tool.tool()
        .outputSchema()
        .ifPresent(
            schema ->
                text.append("\n\nOutput Schema:\n  as JSON: ")
                    .append(VisibleText.escaped(schema.toString())));
    JsonNode sample = SampleValue.arguments(input);
    if (ArgumentRules.of(input).violation(RawJson.of(sample)).isEmpty()) {
      text.append("\n\nUsage Example:\n").append(names.language().call(expression, sample));
    }
    surface.inspected(call.context().session(), tool.tool());
    return CompletableFuture.completedFuture(ToolResult.text(text.toString()));
  }
}
