package io.gatemini.internal.surface.meta;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.surface.Arguments;
import io.gatemini.internal.surface.MetaTool;
import io.gatemini.internal.trust.ConfiguredSecrets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** {@code get_required_keys_for_tool}: names of the keys that a tool's backend needs. */
record RequiredKeys(Gateway gateway) implements MetaTool {
  private static final SurfaceTool DEFINITION =
      MetaTool.definition(RequiredKeys.class, "get_required_keys_for_tool", MetaTool.LOOKS);

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
    Map<String, Boolean> names = new LinkedHashMap<>();
    gateway.backendConfig(backend).ifPresent(config -> addKeys(config, names));
    ObjectNode structured = JsonNodeFactory.instance.objectNode();
    ArrayNode keys = structured.putArray("keys");
    ArrayNode set = structured.putArray("set");
    names.forEach(
        (name, isSet) -> {
          keys.add(name);
          if (isSet) {
            set.add(name);
          }
        });
    return CompletableFuture.completedFuture(
        ToolResult.structured(structured.toString(), structured));
  }

  /** A variable that is set and no secret asks nothing of anybody. */
  private static void addKeys(BackendConfig config, Map<String, Boolean> names) {
    config
        .env()
        .forEach(
            (name, value) -> {
              if (value.isBlank() || ConfiguredSecrets.isNameOfSecret(name)) {
                names.put(name, !value.isBlank());
              }
            });
    config
        .requiredKeys()
        .forEach(name -> names.put(name, !config.env().getOrDefault(name, "").isBlank()));
  }
}
