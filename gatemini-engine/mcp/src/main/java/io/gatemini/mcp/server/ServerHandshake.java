package io.gatemini.mcp.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Surface;
import io.gatemini.internal.process.GatewayAncestry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The server's half of {@code initialize}: what it accepts, and what it answers. */
final class ServerHandshake {
  private ServerHandshake() {}

  /** The fault of a client's parameters, if there is one. */
  static @Nullable String problem(JsonNode params) {
    JsonNode capabilities = params.path("capabilities");
    JsonNode client = params.path("clientInfo");
    if (!params.path("protocolVersion").isTextual()) {
      return "\"protocolVersion\" must be a string, for example \"2025-11-25\"";
    }
    if (!capabilities.isObject()) {
      return "\"capabilities\" must be an object; send {} where there are none";
    }
    for (String name : List.of("experimental", "roots", "sampling", "elicitation", "extensions")) {
      JsonNode capability = capabilities.path(name);
      if (!capability.isMissingNode() && !capability.isNull() && !capability.isObject()) {
        return "\"" + name + "\" in \"capabilities\" must be an object";
      }
    }
    if (!client.path("name").isTextual() || !client.path("version").isTextual()) {
      return "\"clientInfo\" must be an object with a \"name\" and a \"version\"";
    }
    return GatewayAncestry.ofHost()
        .problem(params.path("_meta").path(GatewayAncestry.META))
        .orElse(null);
  }

  /** The result of {@code initialize}. */
  static ObjectNode result(String protocolVersion, Surface surface, ServerFeatures features) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.put("protocolVersion", protocolVersion);
    capabilities(result.putObject("capabilities"), features);
    server(result.putObject("serverInfo"), surface.server());
    surface.instructions().ifPresent(text -> result.put("instructions", text));
    return result;
  }

  static void capabilities(ObjectNode capabilities, ServerFeatures features) {
    if (features.completions()) {
      capabilities.putObject("completions");
    }
    capabilities.putObject("logging");
    if (features.prompts()) {
      capabilities.putObject("prompts").put("listChanged", true);
    }
    if (features.resources()) {
      capabilities.putObject("resources").put("subscribe", true).put("listChanged", true);
    }
    capabilities.putObject("tools").put("listChanged", true);
  }

  private static void server(ObjectNode info, Surface.ServerInfo server) {
    info.put("name", server.name()).put("title", server.title()).put("version", server.version());
    if (!server.icons().isEmpty()) {
      var icons = info.putArray("icons");
      for (Surface.Icon icon : server.icons()) {
        ObjectNode entry =
            icons.addObject().put("src", icon.source()).put("mimeType", icon.mimeType());
        if (!icon.sizes().isEmpty()) {
          icon.sizes().forEach(entry.putArray("sizes")::add);
        }
      }
    }
    server.website().ifPresent(address -> info.put("websiteUrl", address));
  }
}
