package io.gatemini.redis;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.TokenStore;
import io.gatemini.spi.TokenStoreProvider;

/**
 * Makes the store {@code redis-tokens}: the tokens of people who have signed in, in a {@link
 * RedisState}, of {@code plugins: {redis-tokens: {url: "rediss://cache:6380"}}}. A gateway without
 * this section does not use it. {@link #create} throws a {@link io.gatemini.config.ConfigException}
 * that names Lettuce's artifact where it is missing. Readers of the server read the tokens.
 */
public final class RedisTokensProvider extends RedisProvider implements TokenStoreProvider {
  /** For the {@link java.util.ServiceLoader}. */
  public RedisTokensProvider() {
    super("redis-tokens");
  }

  @Override
  public TokenStore create(JsonNode config, PluginContext context) {
    return TokenStore.of(
        store(config, (url, prefix) -> new RedisState(RedisClients.open(url), prefix)));
  }
}
