package io.gatemini.internal.surface.meta;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolResult;
import io.gatemini.internal.settings.Transports;
import io.gatemini.internal.surface.Arguments;
import io.gatemini.internal.surface.Definitions;
import io.gatemini.internal.surface.MetaTool;
import io.gatemini.internal.surface.ResultFuture;
import java.util.concurrent.CompletableFuture;

/** {@code register_manual}: adds a backend at run time. */
record RegisterManual(Gateway gateway, Transports transports) implements MetaTool {
  static final String NAME = "register_manual";

  private static final SurfaceTool DEFINITION =
      Definitions.of(
          NAME,
          "Register backend",
          "Add a backend at run time.",
          """
          "properties":{"manual_call_template":{"type":"object","description":"name and one of: \
          command, args, cwd, env (stdio MCP server); url, headers (MCP over HTTP); tools \
          {name: {description, input_schema, command, stdin, output}}, health_check (CLI)",
          "properties":{"name":{"type":"string"}},"required":["name"]}},
          "required":["manual_call_template"]""",
          """
          "properties":{"backend":{"type":"string"},"tools":{"type":"integer"}},
          "required":["backend","tools"]""",
          ToolAnnotations.of(false, false, false, true));

  @Override
  public SurfaceTool definition() {
    return DEFINITION;
  }

  @Override
  public String example() {
    return "{\"manual_call_template\": {\"name\": \"my-server\", \"command\": \"npx\", \"args\":"
        + " [\"-y\", \"my-mcp-server\"]}}";
  }

  @Override
  public CompletableFuture<ToolResult> call(SurfaceCall call) {
    Arguments arguments = Arguments.read(this, call.arguments());
    ManualTemplate template =
        ManualTemplate.read(
            arguments.object("manual_call_template"),
            transports,
            what -> Arguments.refuse(this, what));
    return ResultFuture.of(
        gateway.registerAsync(template.name(), template.config(), call.context().session()),
        status -> registered(status, template));
  }

  private static ToolResult registered(BackendStatus status, ManualTemplate template) {
    ObjectNode structured =
        JsonNodeFactory.instance
            .objectNode()
            .put("backend", status.name())
            .put("tools", status.toolCount());
    String text =
        "backend \""
            + status.name()
            + "\" is registered with "
            + status.toolCount()
            + (status.toolCount() == 1 ? " tool" : " tools")
            + "; search_tools finds them"
            + (template.ignored().isEmpty()
                ? ""
                : " (ignored: " + String.join(", ", template.ignored()) + ")");
    return ToolResult.structured(text, structured);
  }
}
