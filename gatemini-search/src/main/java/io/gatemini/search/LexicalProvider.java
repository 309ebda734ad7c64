package io.gatemini.search;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.RetrieverProvider;

/** The retriever {@code lexical}: {@link HybridRetriever#lexical}. It takes no configuration. */
public final class LexicalProvider implements RetrieverProvider {
  private static final int WEIGHT = 200;

  @Override
  public String name() {
    return "lexical";
  }

  @Override
  public int weight() {
    return WEIGHT;
  }

  @Override
  public Retriever create(JsonNode config, PluginContext context) {
    return HybridRetriever.lexical(context.textAnalyzer(), SemanticOptions.examples(context));
  }
}
