package io.gatemini.search;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.ConfigException;
import io.gatemini.search.embedding.ModelFormatException;
import io.gatemini.search.embedding.StaticModel;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.OptionValues;
import io.gatemini.spi.option.Options;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The configuration of everything that uses the embedding model. Immutable.
 *
 * @param enabled whether it is used at all
 * @param model gives the model when the first index is built: the bundled one is not loaded before
 */
record SemanticOptions(boolean enabled, Supplier<Optional<StaticModel>> model) {
  static final String NAME = "semantic";

  static final OptionTable KEYS = new OptionTable("semantic");
  private static final OptionKey<Boolean> ENABLED =
      KEYS.add("enabled", OptionType.bool(), true, "Whether meanings are compared.");
  private static final OptionKey<String> MODEL =
      KEYS.add(
          "model",
          OptionType.text().nonBlank(),
          "The directory of an embedding model, instead of the one that comes with the search.");

  private static final OptionKey<String> EXAMPLES =
      KEYS.add(
          "examples",
          OptionType.text().nonBlank(),
          "The file of your own pairs of request and tool; the same as search.examples.");

  private static final Logger LOG = System.getLogger(SemanticOptions.class.getName());

  /**
   * @throws ConfigException when a key is wrong, or a model of one's own cannot be read
   */
  static SemanticOptions of(JsonNode config) {
    OptionValues values = KEYS.read(Options.of("semantic", config));
    if (!values.get(ENABLED)) {
      return new SemanticOptions(false, Optional::empty);
    }
    // Wrong configuration fails at once, not in the log of the first search.
    Optional<StaticModel> own = values.find(MODEL).map(SemanticOptions::load);
    return new SemanticOptions(true, own.isPresent() ? () -> own : SemanticOptions::bundled);
  }

  /**
   * The pairs of a configuration's file, for every retriever.
   *
   * @throws ConfigException when the file is malformed
   */
  static Optional<LiveExamples> examples(PluginContext context) {
    return KEYS.read(Options.of(NAME, context.config(NAME)))
        .find(EXAMPLES)
        .map(file -> new LiveExamples(ToolExamples.of(Path.of(file))));
  }

  private static StaticModel load(String path) {
    try {
      return StaticModel.load(Path.of(path));
    } catch (ModelFormatException | InvalidPathException e) {
      throw new ConfigException("semantic.model: " + e.getMessage(), e);
    }
  }

  private static Optional<StaticModel> bundled() {
    Optional<StaticModel> bundled = StaticModel.bundled();
    if (bundled.isEmpty()) {
      LOG.log(Level.WARNING, "there is no embedding model; search goes by words alone");
    }
    return bundled;
  }
}
