package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.stability.Stable;

/**
 * Makes the analyzer of texts. Where the builder is given none, that of the heaviest provider is
 * used, and without any {@link io.gatemini.text.EnglishAnalyzer}.
 */
@Stable
public interface TextAnalyzerProvider extends Provider {
  /**
   * Makes the analyzer.
   *
   * @param config the plug-in's own configuration; an empty object where there is none
   */
  TextAnalyzer create(JsonNode config, PluginContext context);
}
