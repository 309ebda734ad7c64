package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;

/** Adds resources to what the gateway has to read. All providers are asked, heaviest first. */
public interface ResourceProvider extends Provider {
  /**
   * Makes the source of the resources.
   *
   * @param config the plug-in's own configuration; an empty object where there is none
   * @param listener receives changes
   */
  ResourceSource create(JsonNode config, PluginContext context, SourceListener listener);
}
