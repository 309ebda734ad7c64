package io.gatemini.internal.surface;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendConfig;
import io.gatemini.Gateway;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolResult;
import io.gatemini.internal.presentation.Rows;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** {@code get_required_keys_for_tool}: names of the keys that a tool's backend needs. */
final class RequiredKeys implements MetaTool {
  private static final SurfaceTool DEFINITION =
      Definitions.of(
          "get_required_keys_for_tool",
          "Required keys",
          "Names, never values, of the keys that a tool's backend needs.",
          """
          "properties":{"tool_name":{"type":"string"}},"required":["tool_name"]\
          """,
          """
          "properties":{"keys":{"type":"array","items":{"type":"string"}}},"required":["keys"]\
          """,
          Definitions.LOOKS);

  private final Gateway gateway;

  RequiredKeys(Gateway gateway) {
    this.gateway = gateway;
  }

  @Override
  public SurfaceTool definition() {
    return DEFINITION;
  }

  @Override
  public String example() {
    return "{\"tool_name\": \"files.read\"}";
  }

  /** The keys of the environment in the order of the configuration, then the others. */
  @Override
  public CompletableFuture<ToolResult> call(SurfaceCall call) {
    Arguments arguments = Arguments.read(this, call.arguments());
    String backend = gateway.tool(arguments.string("tool_name")).backend();
    Set<String> names = new LinkedHashSet<>();
    gateway.backendConfig(backend).ifPresent(config -> addKeys(config, names));
    ObjectNode structured = JsonNodeFactory.instance.objectNode();
    ArrayNode keys = structured.putArray("keys");
    names.forEach(keys::add);
    return CompletableFuture.completedFuture(ToolResult.structured(Rows.of(keys), structured));
  }

  private static void addKeys(BackendConfig config, Set<String> names) {
    names.addAll(config.env().keySet());
    names.addAll(config.requiredKeys());
  }
}
