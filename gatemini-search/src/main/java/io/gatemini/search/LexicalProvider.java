package io.gatemini.search;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.RetrieverProvider;

/** The retriever {@code lexical}. It takes no configuration. */
public final class LexicalProvider implements RetrieverProvider {
  /** Before the match by name that a gateway without this module has. */
  private static final int WEIGHT = 200;

  @Override
  public String name() {
    return LexicalRetriever.NAME;
  }

  @Override
  public int weight() {
    return WEIGHT;
  }

  @Override
  public Retriever create(JsonNode config, PluginContext context) {
    return new LexicalRetriever(context.textAnalyzer());
  }
}
