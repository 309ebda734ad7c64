package io.gatemini.search;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.RetrieverProvider;
import io.gatemini.spi.option.OptionTable;

/**
 * The retriever {@code semantic}: {@link HybridRetriever#semantic}. Configuration: {@code enabled}
 * (true), {@code model} (a model of one's own; see {@link
 * io.gatemini.search.embedding.StaticModel#load}).
 */
public final class SemanticProvider implements RetrieverProvider {
  private static final int WEIGHT = 150;

  @Override
  public String name() {
    return SemanticOptions.NAME;
  }

  @Override
  public int weight() {
    return WEIGHT;
  }

  /**
   * @throws ConfigException when it is switched off, or its model cannot be read
   */
  @Override
  public OptionTable settings() {
    return SemanticOptions.KEYS;
  }

  @Override
  public Retriever create(JsonNode config, PluginContext context) {
    SemanticOptions options = SemanticOptions.of(config);
    if (!options.enabled()) {
      throw new ConfigException(
          "semantic.enabled is false, but search.retrieval asks for \"semantic\"; remove one of"
              + " the two");
    }
    return HybridRetriever.semantic(
        context.textAnalyzer(),
        options.model(),
        HostVectors.of(context),
        SemanticOptions.examples(context));
  }
}
