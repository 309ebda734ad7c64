package io.gatemini.search;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.search.embedding.StaticModel;
import io.gatemini.spi.EmbeddingModel;
import io.gatemini.spi.EmbeddingModelProvider;
import io.gatemini.spi.PluginContext;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The embedding model {@code static}: the model that {@code semantic} configures, loaded when it is
 * first asked; search shares the bundled one. Without a model each vector is 0.
 */
public final class StaticModelProvider implements EmbeddingModelProvider {
  private static final float[] NOTHING = {0};

  @Override
  public String name() {
    return "static";
  }

  @Override
  public EmbeddingModel create(JsonNode config, PluginContext context) {
    return new Lazy(context);
  }

  private static final class Lazy implements EmbeddingModel {
    private final PluginContext context;
    private @Nullable SemanticOptions options;

    Lazy(PluginContext context) {
      this.context = context;
    }

    private synchronized Optional<StaticModel> model() {
      if (options == null) {
        options = SemanticOptions.of(context.config(SemanticOptions.NAME));
      }
      return options.model().get();
    }

    @Override
    public String name() {
      return model().map(StaticModel::name).orElse("none");
    }

    @Override
    public List<float[]> embed(List<String> texts) {
      Optional<StaticModel> known = model();
      return texts.stream().map(text -> known.map(it -> it.encode(text)).orElse(NOTHING)).toList();
    }

    @Override
    public boolean instant() {
      return true;
    }
  }
}
