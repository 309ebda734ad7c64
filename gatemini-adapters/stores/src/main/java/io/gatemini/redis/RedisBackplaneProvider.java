package io.gatemini.redis;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.Backplane;
import io.gatemini.spi.BackplaneProvider;
import io.gatemini.spi.PluginContext;

/**
 * Makes the backplane {@code redis-backplane}: a {@link RedisBackplane}, of {@code plugins:
 * {redis-backplane: {url: "redis://cache:6379"}}}. A gateway without this section does not use it.
 * {@link #create} throws a {@link io.gatemini.config.ConfigException} that names Lettuce's artifact
 * where it is missing.
 */
public final class RedisBackplaneProvider extends RedisProvider implements BackplaneProvider {
  /** For the {@link java.util.ServiceLoader}. */
  public RedisBackplaneProvider() {
    super("redis-backplane");
  }

  @Override
  public Backplane create(JsonNode config, PluginContext context) {
    return store(config, (url, prefix) -> new RedisBackplane(RedisClients.open(url), prefix));
  }
}
