package io.gatemini.internal;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.RetrieverProvider;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import java.util.function.BiFunction;

/** A retriever plug-in that outweighs all others, in a line. */
record GivenRetriever(String name, BiFunction<JsonNode, PluginContext, Retriever> maker)
    implements RetrieverProvider {
  private static final OptionTable KEYS = new OptionTable("given");

  static {
    KEYS.add("mine", OptionType.text(), "");
  }

  GivenRetriever(String name, Retriever retriever) {
    this(name, (config, context) -> retriever);
  }

  @Override
  public OptionTable settings() {
    return KEYS;
  }

  @Override
  public int weight() {
    return 10_000;
  }

  @Override
  public Retriever create(JsonNode config, PluginContext context) {
    return maker.apply(config, context);
  }
}
