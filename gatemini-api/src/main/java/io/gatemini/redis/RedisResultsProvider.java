package io.gatemini.redis;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ResultStore;
import io.gatemini.spi.ResultStoreProvider;
import io.gatemini.spi.option.OptionTable;

/**
 * Makes the store {@code redis-results}: a {@link RedisResults}, of {@code plugins: {redis-results:
 * {url: "redis://cache:6379"}}}. A gateway without this section does not use it. {@link #create}
 * throws a {@link io.gatemini.config.ConfigException} that names Lettuce's artifact where it is
 * missing.
 */
public final class RedisResultsProvider implements ResultStoreProvider {
  private static final RedisSettings SETTINGS = new RedisSettings("redis-results");

  @Override
  public String name() {
    return "redis-results";
  }

  @Override
  public boolean isOptIn() {
    return true;
  }

  @Override
  public OptionTable settings() {
    return SETTINGS.table();
  }

  @Override
  public ResultStore create(JsonNode config, Limits limits, PluginContext context) {
    return SETTINGS.store(
        config, (url, prefix) -> new RedisResults(RedisClients.open(url), prefix, limits));
  }
}
