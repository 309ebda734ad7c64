package io.gatemini.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.RetrieverProvider;
import java.util.List;
import java.util.Set;

/**
 * The retriever {@code rrf}. {@code plugins.rrf.retrievers} names the retrievers that are fused,
 * {@code [lexical, semantic]} where nothing is said; each is created with its own configuration. A
 * retriever of the host joins by its provider's name.
 */
public final class ReciprocalRankFusionProvider implements RetrieverProvider {
  /** Answers only where it is asked for by name. */
  private static final int WEIGHT = 40;

  private static final String RETRIEVERS = "retrievers";
  private static final String KEY = "plugins." + ReciprocalRankFusion.NAME + "." + RETRIEVERS;
  private static final List<String> DEFAULT_RETRIEVERS = List.of("lexical", "semantic");

  @Override
  public String name() {
    return ReciprocalRankFusion.NAME;
  }

  @Override
  public int weight() {
    return WEIGHT;
  }

  /**
   * {@inheritDoc}
   *
   * @throws ConfigException when a retriever that is named is not known, or none is left
   */
  @Override
  public Retriever create(JsonNode config, PluginContext context) {
    NamedRetrievers named = new NamedRetrievers(KEY, Set.of(ReciprocalRankFusion.NAME), context);
    List<Retriever> retrievers =
        named.create(config.has(RETRIEVERS) ? config.get(RETRIEVERS) : defaults(named));
    if (retrievers.isEmpty()) {
      throw new ConfigException(
          KEY + " leaves no retriever to search with; there is " + named.known());
    }
    return new ReciprocalRankFusion(retrievers);
  }

  private static JsonNode defaults(NamedRetrievers named) {
    ArrayNode names = JsonNodeFactory.instance.arrayNode();
    DEFAULT_RETRIEVERS.stream().filter(named::has).forEach(names::add);
    return names;
  }
}
