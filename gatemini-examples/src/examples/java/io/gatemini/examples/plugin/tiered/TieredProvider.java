package io.gatemini.examples.plugin.tiered;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.RetrieverProvider;

/** The retriever {@code tiered}. It takes no configuration. */
public final class TieredProvider implements RetrieverProvider {
  /** Answers only where it is asked for by name. */
  private static final int WEIGHT = 50;

  @Override
  public String name() {
    return TieredRetriever.NAME;
  }

  @Override
  public int weight() {
    return WEIGHT;
  }

  @Override
  public Retriever create(JsonNode config, PluginContext context) {
    return new TieredRetriever();
  }
}
