package io.gatemini.examples.plugin.redis;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.StateStore;
import io.gatemini.spi.StateStoreProvider;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.Options;

/**
 * Makes the store {@code redis-state}, of {@code plugins: {redis-state: {url:
 * "redis://cache:6379"}}}. It is in no {@code META-INF/services}, since it would be every gateway's
 * store then.
 */
public final class RedisStateProvider implements StateStoreProvider {
  private static final String NAME = "redis-state";
  private static final OptionTable KEYS = new OptionTable(NAME);
  private static final OptionKey<String> URL =
      KEYS.addRequired("url", RedisClients.urlType(), "The server, with user and password if any.");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public OptionTable settings() {
    return KEYS;
  }

  @Override
  public StateStore create(JsonNode config, PluginContext context) {
    String url = KEYS.read(Options.of("plugins." + NAME, config)).get(URL);
    return new RedisState(RedisClients.open(url));
  }
}
