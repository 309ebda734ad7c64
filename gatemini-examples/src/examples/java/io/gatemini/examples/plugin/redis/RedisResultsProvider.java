package io.gatemini.examples.plugin.redis;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ResultStore;
import io.gatemini.spi.ResultStoreProvider;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.Options;

/**
 * Makes the store {@code redis-results}, of {@code plugins: {redis-results: {url:
 * "redis://cache:6379"}}}. It is in no {@code META-INF/services}, since it would be every gateway's
 * store then.
 */
public final class RedisResultsProvider implements ResultStoreProvider {
  private static final String NAME = "redis-results";
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
  public ResultStore create(JsonNode config, Limits limits, PluginContext context) {
    String url = KEYS.read(Options.of("plugins." + NAME, config)).get(URL);
    return new RedisResults(RedisClients.open(url), limits);
  }
}
