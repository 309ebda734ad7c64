package io.gatemini.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.CompositeTool;
import io.gatemini.config.GatewaySettings;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.Provider;
import java.util.Collection;
import java.util.Map;

/** The JSON schema of configuration files, made of the tables that read them. */
public final class ConfigSchema {
  /** The definitions that many keys refer to. */
  private static final String SHARED =
      """
      {
        "duration": {
          "description": "At most 365 days; more than nothing where a key says nothing else.",
          "anyOf": [
            {"type": "string", "pattern": "^(?=.*[0-9])([0-9]{1,9}\\\\s*h)?\\\\s*([0-9]{1,9}\\\\s*m)?\\\\s*([0-9]{1,9}\\\\s*s?)?$|^[0-9]{1,9}\\\\s*ms$|\\\\$\\\\{"},
            {"type": "integer", "minimum": 0}
          ]
        },
        "list": {"type": "array", "items": {"type": ["string", "number", "boolean"]}},
        "texts": {
          "type": "object",
          "additionalProperties": {"type": ["string", "number", "boolean"]}
        }
      }
      """;

  private ConfigSchema() {}

  /**
   * The schema for backends of these transports, with the settings of these plug-ins and,
   * unchecked, of any other.
   */
  public static ObjectNode of(
      Collection<BackendProvider> transports, Collection<? extends Provider> plugins) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", "Gatemini configuration");
    schema.setAll(GatewaySettings.schema());
    ObjectNode settings = ((ObjectNode) schema.at("/properties/plugins")).putObject("properties");
    for (Provider plugin : plugins) {
      ObjectNode own = plugin.settings().schema();
      if (!own.path("properties").isEmpty()) {
        settings.set(plugin.name(), own.put("description", "Settings of the plug-in."));
      }
    }
    ObjectNode definitions = schema.putObject("$defs");
    definitions.set("backend", backend(transports));
    definitions.set("compositeTool", CompositeTool.schema());
    definitions.setAll((ObjectNode) RawJson.parse(SHARED).tree());
    return schema;
  }

  /** A key of several transports is described once for all of them. */
  private static ObjectNode backend(Collection<BackendProvider> transports) {
    ObjectNode backend = BackendConfig.keys().schema();
    ObjectNode keys = (ObjectNode) backend.path("properties");
    for (BackendProvider transport : transports) {
      for (Map.Entry<String, JsonNode> key :
          transport.options().schema().path("properties").properties()) {
        ObjectNode described = (ObjectNode) key.getValue();
        String text = described.path("description").asText();
        JsonNode other = keys.path(key.getKey()).path("description");
        described.put(
            "description",
            other.isMissingNode()
                ? transport.name() + ": " + text
                : transport.name() + ", " + other.asText());
        keys.set(key.getKey(), described);
      }
    }
    return backend;
  }
}
