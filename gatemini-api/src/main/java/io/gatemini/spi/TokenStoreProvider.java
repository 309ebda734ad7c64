package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.stability.Incubating;

/**
 * Makes the store of the tokens of people who have signed in. The provider of the highest weight is
 * used; the shipped ones wait for their settings. Without one, tokens are in {@code tokens.json}
 * beside the {@code cache_path}, or in memory where there is none.
 */
@Incubating
public interface TokenStoreProvider extends Provider {
  /**
   * Makes the store.
   *
   * @param config the plug-in's own configuration; an empty object where there is none
   */
  TokenStore create(JsonNode config, PluginContext context);
}
