package io.gatemini.examples.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.RetrieverProvider;

/** Makes the retriever {@code prefix}; {@code search: {retrieval: prefix}} chooses it. */
public final class PrefixRetrieverProvider implements RetrieverProvider {
  @Override
  public String name() {
    return PrefixRetriever.NAME;
  }

  /** The lowest there is: an example must not answer searches by itself. */
  @Override
  public int weight() {
    return Integer.MIN_VALUE;
  }

  @Override
  public Retriever create(JsonNode config, PluginContext context) {
    return new PrefixRetriever(context.textAnalyzer());
  }
}
