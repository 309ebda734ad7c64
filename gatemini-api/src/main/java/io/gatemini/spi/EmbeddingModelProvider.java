package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.stability.Incubating;

/** Makes an embedding model. Answers are filtered by the instant one of the heaviest provider. */
@Incubating
public interface EmbeddingModelProvider extends Provider {
  /**
   * Makes the model; what takes long to load is loaded when the model is first asked.
   *
   * @param config the plug-in's own configuration; an empty object where there is none
   */
  EmbeddingModel create(JsonNode config, PluginContext context);
}
