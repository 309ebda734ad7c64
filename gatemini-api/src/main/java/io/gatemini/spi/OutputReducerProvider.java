package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.stability.Stable;

/** Makes a reducer. The stages run by weight, highest first. */
@Stable
public interface OutputReducerProvider extends Provider {
  /**
   * Makes the reducer.
   *
   * @param config the plug-in's own configuration; an empty object where there is none
   */
  OutputReducer create(JsonNode config, PluginContext context);
}
