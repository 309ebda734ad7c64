package io.gatemini.redis;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.StateStore;
import io.gatemini.spi.StateStoreProvider;

/**
 * Makes the store {@code redis-state}: a {@link RedisState}, of {@code plugins: {redis-state: {url:
 * "redis://cache:6379"}}}. A gateway without this section does not use it. {@link #create} throws a
 * {@link io.gatemini.config.ConfigException} that names Lettuce's artifact where it is missing.
 */
public final class RedisStateProvider extends RedisProvider implements StateStoreProvider {
  /** For the {@link java.util.ServiceLoader}. */
  public RedisStateProvider() {
    super("redis-state");
  }

  @Override
  public StateStore create(JsonNode config, PluginContext context) {
    return store(config, (url, prefix) -> new RedisState(RedisClients.open(url), prefix));
  }
}
