package io.gatemini.search;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.RetrieverProvider;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.Options;
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

  private static final String KEY = "plugins." + ReciprocalRankFusion.NAME + ".retrievers";
  private static final List<String> DEFAULT_RETRIEVERS = List.of("lexical", "semantic");

  private static final OptionTable KEYS = new OptionTable(ReciprocalRankFusion.NAME);
  private static final OptionKey<List<String>> RETRIEVERS =
      KEYS.add(
          "retrievers",
          OptionType.texts(),
          "The retrievers whose ranks are fused, by name; lexical and semantic where it is left"
              + " out.");

  @Override
  public String name() {
    return ReciprocalRankFusion.NAME;
  }

  @Override
  public int weight() {
    return WEIGHT;
  }

  @Override
  public OptionTable settings() {
    return KEYS;
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
        named.create(
            KEYS.read(Options.of("plugins." + name(), config))
                .find(RETRIEVERS)
                .orElseGet(() -> DEFAULT_RETRIEVERS.stream().filter(named::has).toList()));
    if (retrievers.isEmpty()) {
      throw new ConfigException(
          KEY + " leaves no retriever to search with; there is " + named.known());
    }
    return new ReciprocalRankFusion(retrievers);
  }
}
