package io.gatemini.search;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.ConfigException;
import io.gatemini.search.embedding.ModelFormatException;
import io.gatemini.search.embedding.StaticModel;
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

  private static final Logger LOG = System.getLogger(SemanticOptions.class.getName());

  /**
   * @throws ConfigException when a key is wrong, or a model of one's own cannot be read
   */
  static SemanticOptions of(JsonNode config) {
    JsonNode enabled = config.path("enabled");
    if (!enabled.isMissingNode() && !enabled.isBoolean()) {
      throw new ConfigException("semantic.enabled must be true or false, not " + enabled);
    }
    if (!enabled.asBoolean(true)) {
      return new SemanticOptions(false, Optional::empty);
    }
    JsonNode path = config.path("model");
    if (path.isMissingNode()) {
      return new SemanticOptions(true, SemanticOptions::bundled);
    }
    // Wrong configuration is told at once, not in the log of the first search.
    Optional<StaticModel> own = Optional.of(load(path.asText()));
    return new SemanticOptions(true, () -> own);
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
