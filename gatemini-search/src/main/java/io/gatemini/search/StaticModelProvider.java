package io.gatemini.search;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.search.embedding.StaticModel;
import io.gatemini.spi.EmbeddingModel;
import io.gatemini.spi.EmbeddingModelProvider;
import io.gatemini.spi.PluginContext;
import java.util.List;
import java.util.Optional;

/**
 * The embedding model {@code static}: the model that {@code semantic} configures, loaded when it is
 * first asked and shared with search. Without a model each vector is 0.
 */
public final class StaticModelProvider implements EmbeddingModelProvider {
  private static final float[] NOTHING = {0};

  @Override
  public String name() {
    return "static";
  }

  @Override
  public EmbeddingModel create(JsonNode config, PluginContext context) {
    return new Lazy(SemanticOptions.of(context.config(SemanticOptions.NAME)));
  }

  private record Lazy(SemanticOptions options) implements EmbeddingModel {
    @Override
    public String name() {
      return options.model().get().map(StaticModel::name).orElse("none");
    }

    @Override
    public List<float[]> embed(List<String> texts) {
      Optional<StaticModel> model = options.model().get();
      return texts.stream()
          .map(text -> model.map(known -> known.encode(text)).orElse(NOTHING))
          .toList();
    }

    @Override
    public boolean instant() {
      return options.enabled();
    }
  }
}
