package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.stability.Stable;

/**
 * Makes the estimator of tokens. Where the builder is given none, that of the heaviest provider is
 * used, and without any {@link io.gatemini.text.BytesTokenEstimator}.
 */
@Stable
public interface TokenEstimatorProvider extends Provider {
  /**
   * Makes the estimator.
   *
   * @param config the plug-in's own configuration; an empty object where there is none
   */
  TokenEstimator create(JsonNode config, PluginContext context);
}
