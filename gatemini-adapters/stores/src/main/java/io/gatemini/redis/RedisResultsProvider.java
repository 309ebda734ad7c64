package io.gatemini.redis;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ResultStore;
import io.gatemini.spi.ResultStoreProvider;

/**
 * Makes the store {@code redis-results}: a {@link RedisResults}, of {@code plugins: {redis-results:
 * {url: "redis://cache:6379"}}}. A gateway without this section does not use it. {@link #create}
 * throws a {@link io.gatemini.config.ConfigException} that names Lettuce's artifact where it is
 * missing.
 */
public final class RedisResultsProvider extends RedisProvider implements ResultStoreProvider {
  /** For the {@link java.util.ServiceLoader}. */
  public RedisResultsProvider() {
    super("redis-results");
  }

  @Override
  public ResultStore create(JsonNode config, Limits limits, PluginContext context) {
    return store(config, (url, prefix) -> new RedisResults(RedisClients.open(url), prefix, limits));
  }
}
