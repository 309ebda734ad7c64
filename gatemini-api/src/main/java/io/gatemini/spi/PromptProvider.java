package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;

/** Adds prompts to those of the gateway. All providers are asked, heaviest first. */
public interface PromptProvider extends Provider {
  /**
   * Makes the source of the prompts.
   *
   * @param config the plug-in's own configuration; an empty object where there is none
   * @param listener receives changes
   */
  PromptSource create(JsonNode config, PluginContext context, SourceListener listener);
}
