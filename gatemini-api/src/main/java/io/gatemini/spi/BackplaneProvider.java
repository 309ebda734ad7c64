package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.stability.Incubating;

/**
 * Makes what several gateways share to serve the same clients. The provider of the highest weight
 * is used; the shipped one waits for its settings.
 */
@Incubating
public interface BackplaneProvider extends Provider {
  /**
   * Makes it; nothing is reached yet.
   *
   * @param config the plug-in's own configuration; an empty object where there is none
   */
  Backplane create(JsonNode config, PluginContext context);
}
