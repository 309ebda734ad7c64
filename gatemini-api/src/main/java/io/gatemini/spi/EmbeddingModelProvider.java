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

  /**
   * The provider of a model that is there already, for {@link io.gatemini.GatewayBuilder#plugin}:
   * {@code builder.plugin(EmbeddingModelProvider.of(model))}.
   */
  static EmbeddingModelProvider of(EmbeddingModel model) {
    return new EmbeddingModelProvider() {
      @Override
      public String name() {
        return "host-model";
      }

      @Override
      public EmbeddingModel create(JsonNode config, PluginContext context) {
        return model;
      }
    };
  }
}
