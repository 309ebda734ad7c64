package io.gatemini.search;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ConfigException;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.RetrieverProvider;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The retriever {@code rrf}. {@code plugins.rrf.retrievers} names the retrievers that are fused,
 * {@code [lexical, semantic]} where nothing is said; each is created with its own configuration. A
 * retriever of the host joins by its provider's name.
 */
public final class ReciprocalRankFusionProvider implements RetrieverProvider {
  private static final Logger LOG = System.getLogger(ReciprocalRankFusionProvider.class.getName());

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
   * @throws ConfigException when a retriever that is named is not known
   */
  @Override
  public Retriever create(JsonNode config, PluginContext context) {
    List<RetrieverProvider> known = context.plugins(RetrieverProvider.class);
    boolean configured = config.has(RETRIEVERS);
    List<String> names = configured ? names(config.get(RETRIEVERS)) : DEFAULT_RETRIEVERS;
    List<Retriever> retrievers = new ArrayList<>();
    for (String name : names) {
      Optional<RetrieverProvider> provider =
          known.stream().filter(candidate -> candidate.name().equals(name)).findFirst();
      if (provider.isEmpty() && configured) {
        throw new ConfigException(
            KEY + ": retriever \"" + name + "\" is not known; there is " + fusible(known));
      }
      JsonNode its = context.config(name);
      if (provider.isEmpty() || !its.path("enabled").asBoolean(true)) {
        LOG.log(
            Level.INFO,
            "rrf searches without {0}, which is {1}",
            name,
            provider.isEmpty() ? "not on the class path" : "disabled");
      } else {
        retrievers.add(provider.get().create(its, context));
      }
    }
    if (retrievers.isEmpty()) {
      throw new ConfigException(
          KEY + " leaves no retriever to search with; there is " + fusible(known));
    }
    return new ReciprocalRankFusion(retrievers);
  }

  private static List<String> names(JsonNode value) {
    List<String> names = new ArrayList<>();
    value.forEach(name -> names.add(name.asText()));
    boolean strings = true;
    for (JsonNode name : value) {
      strings &= name.isTextual();
    }
    if (!value.isArray() || names.isEmpty() || !strings) {
      throw new ConfigException(
          KEY + " must be a list of retriever names, such as [lexical, semantic]");
    }
    if (names.contains(ReciprocalRankFusion.NAME)) {
      throw new ConfigException(KEY + " must not name rrf itself; name what it is to fuse");
    }
    if (names.stream().distinct().count() < names.size()) {
      throw new ConfigException(KEY + " names a retriever twice; each counts once");
    }
    return names;
  }

  private static String fusible(List<RetrieverProvider> known) {
    return known.stream()
        .map(RetrieverProvider::name)
        .filter(name -> !name.equals(ReciprocalRankFusion.NAME))
        .collect(Collectors.joining(", "));
  }
}
