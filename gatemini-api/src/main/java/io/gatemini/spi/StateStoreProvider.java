package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.stability.Stable;

/**
 * Makes the store of what a gateway remembers. The provider of the highest weight is used; the
 * shipped ones wait for their settings: without one and without a {@code cache_path}, a gateway
 * forgets everything at its end.
 */
@Stable
public interface StateStoreProvider extends Provider {
  /**
   * Makes the store.
   *
   * @param config the plug-in's own configuration; an empty object where there is none
   */
  StateStore create(JsonNode config, PluginContext context);
}
