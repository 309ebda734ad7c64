package io.gatemini.search;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.CatalogSnapshot;
import io.gatemini.search.lint.CatalogWords;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.RetrieverProvider;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.OptionValues;
import io.gatemini.spi.option.Options;
import java.util.List;
import java.util.Set;

/**
 * The default retriever {@code hybrid}: {@link HybridRetriever}.
 *
 * <p>Its configuration is {@code join}, a list of other retrievers' names whose scores are added at
 * the same weight, and {@code doubt}, how often it says that nothing fits. It reads {@code
 * semantic.enabled} and {@code semantic.model} as well.
 */
public final class HybridProvider implements RetrieverProvider {
  private static final int WEIGHT = 300;

  /** The retrievers hybrid search consists of, or that may themselves consist of it. */
  private static final Set<String> PARTS = Set.of("hybrid", "lexical", "semantic", "rrf");

  private static final OptionTable KEYS = new OptionTable("hybrid");
  private static final OptionKey<List<String>> JOIN =
      KEYS.add(
          "join",
          OptionType.texts(),
          List.of(),
          "Other retrievers, by name, whose scores are added at the same weight.");
  private static final OptionKey<Double> DOUBT =
      KEYS.add(
          "doubt",
          OptionType.decimal(-5, 5),
          0.0,
          "More says oftener that nothing fits, less than 0 seldomer; see gatemini evaluate.");

  private final CatalogWords.Reader words = new CatalogWords.Reader();

  @Override
  public String name() {
    return "hybrid";
  }

  @Override
  public int weight() {
    return WEIGHT;
  }

  @Override
  public OptionTable settings() {
    return KEYS;
  }

  @Override
  public Retriever create(JsonNode config, PluginContext context) {
    SemanticOptions semantic = SemanticOptions.of(context.config(SemanticOptions.NAME));
    OptionValues own = KEYS.read(Options.of("plugins.hybrid", config));
    List<Retriever> joined =
        new NamedRetrievers("plugins.hybrid.join", PARTS, context).create(own.get(JOIN));
    return HybridRetriever.hybrid(
            context.textAnalyzer(),
            semantic.model(),
            HostVectors.of(context),
            SemanticOptions.examples(context),
            joined)
        .doubting(own.get(DOUBT));
  }

  @Override
  public String words(CatalogSnapshot catalog, TextAnalyzer analyzer) {
    return words.words(catalog, analyzer).toString();
  }
}
