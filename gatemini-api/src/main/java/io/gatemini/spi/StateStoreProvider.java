package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Makes the store of what a gateway remembers. Of all providers, the one of the highest weight is
 * used; none is shipped: without one, what a gateway has learnt ends with it.
 */
public interface StateStoreProvider extends Provider {
  /**
   * Makes the store.
   *
   * @param config the plug-in's own configuration; an empty object where there is none
   */
  StateStore create(JsonNode config, PluginContext context);
}
