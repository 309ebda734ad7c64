package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.stability.Stable;

/** Makes a retriever. The provider of the highest weight answers searches. */
@Stable
public interface RetrieverProvider extends Provider {
  /**
   * Makes the retriever.
   *
   * @param config the plug-in's own configuration; an empty object where there is none
   */
  Retriever create(JsonNode config, PluginContext context);
}
