package io.gatemini.redis;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.Backplane;
import io.gatemini.spi.BackplaneProvider;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.option.OptionTable;

/**
 * Makes the backplane {@code redis-backplane}: a {@link RedisBackplane}, of {@code plugins:
 * {redis-backplane: {url: "redis://cache:6379"}}}. A gateway without this section does not use it.
 * {@link #create} throws a {@link io.gatemini.config.ConfigException} that names Lettuce's artifact
 * where it is missing.
 */
public final class RedisBackplaneProvider implements BackplaneProvider {
  private static final RedisSettings SETTINGS = new RedisSettings("redis-backplane");

  @Override
  public String name() {
    return "redis-backplane";
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
  public Backplane create(JsonNode config, PluginContext context) {
    return SETTINGS.store(
        config, (url, prefix) -> new RedisBackplane(RedisClients.open(url), prefix));
  }
}
