package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.stability.Stable;
import java.time.Duration;

/**
 * Makes the store of results. The provider of the highest weight is used; the shipped {@code
 * memory} has weight 0, and {@code redis-results} waits for its settings.
 */
@Stable
public interface ResultStoreProvider extends Provider {
  /**
   * Makes the store.
   *
   * @param config the plug-in's own configuration; an empty object where there is none
   */
  ResultStore create(JsonNode config, Limits limits, PluginContext context);

  /**
   * The limits of the gateway's configuration, for the store to keep to.
   *
   * @param maxBytes of all results together; a result that is larger is never put
   * @param maxAge how long a result can be read
   */
  record Limits(long maxBytes, Duration maxAge) {}
}
