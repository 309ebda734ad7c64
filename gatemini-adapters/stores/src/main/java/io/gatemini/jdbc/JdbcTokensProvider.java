package io.gatemini.jdbc;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.TokenStore;
import io.gatemini.spi.TokenStoreProvider;

/**
 * Makes the store {@code jdbc-tokens}: the tokens of people who have signed in, in the table of a
 * {@link JdbcState}, with the settings of {@link JdbcStateProvider}. A gateway without this section
 * does not use it. Readers of the database read the tokens.
 */
public final class JdbcTokensProvider extends JdbcProvider implements TokenStoreProvider {
  /** For the {@link java.util.ServiceLoader}. */
  public JdbcTokensProvider() {
    super("jdbc-tokens");
  }

  @Override
  public TokenStore create(JsonNode config, PluginContext context) {
    return TokenStore.of(store(config));
  }
}
