package io.gatemini.internal.surface.servers;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.internal.surface.Arguments;
import io.gatemini.internal.surface.MetaTool;
import io.gatemini.internal.surface.ResultFuture;
import io.gatemini.internal.surface.servers.ServerNames.Server;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.ScriptHost.ScriptTool;
import io.gatemini.spi.SurfaceProvider.SurfaceContext;
import java.util.concurrent.CompletableFuture;

/** {@code inspect-tool-response}: one call of a tool, to see what its answers are like. */
record InspectResponse(SurfaceContext surface, ServerNames names) implements MetaTool {
  static final String NAME = "inspect-tool-response";

  private static final SurfaceTool DEFINITION =
      MetaTool.definition(
          InspectResponse.class, NAME, ToolAnnotations.of(false, true, false, true));

  @Override
  public SurfaceTool definition() {
    return DEFINITION;
  }

  @Override
  public String example() {
    return "{\"luaServerName\": \"files\", \"luaToolName\": \"read\","
        + " \"sampleArgs\": {\"path\": \"notes.txt\"}}";
  }

  @Override
  public CompletableFuture<ToolResult> call(SurfaceCall call) {
    Arguments arguments = Arguments.read(this, call.arguments());
    Server server = names.server(this, arguments);
    ScriptTool tool = ServerNames.tool(this, arguments, server);
    JsonNode given = arguments.object("sampleArgs");
    RawJson sample = given.isMissingNode() ? RawJson.emptyObject() : RawJson.of(given);
    return ResultFuture.of(
        surface
            .gateway()
            .callAsync(ToolCall.of(tool.tool().key(), sample).withContext(call.context())),
        answer -> {
          if (!answer.isError()) {
            surface.inspected(call.context().session(), tool.tool());
          }
          return shown(ServerNames.expression(server, tool), sample, answer);
        });
  }

  private static ToolResult shown(String expression, RawJson sample, ToolResult answer) {
    if (answer.isError()) {
      return ToolResult.error(
          expression
              + " failed, and may have done its work all the same: "
              + VisibleText.of(answer.text()));
    }
    return ToolResult.text(
        "[!] Tool executed: "
            + expression
            + "\nArguments: "
            + VisibleText.escaped(sample.toString())
            + "\nResponse:\n"
            + VisibleText.escaped(answer.value().toPrettyString()));
  }
}
