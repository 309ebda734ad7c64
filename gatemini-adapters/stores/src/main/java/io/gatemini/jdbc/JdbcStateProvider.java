package io.gatemini.jdbc;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.StateStore;
import io.gatemini.spi.StateStoreProvider;

/**
 * Makes the store {@code jdbc-state}: a {@link JdbcState} without a pool, of {@code plugins:
 * {jdbc-state: {url: "jdbc:postgresql://db/gateways", user: gateway, password: "${DB_PASSWORD}"}}}.
 * A gateway without this section does not use it. The database's driver is on the class path, or a
 * jar in the server's {@code plugins}; {@link #create} throws a {@link ConfigException} that names
 * its artifact where it is missing.
 */
public final class JdbcStateProvider extends JdbcProvider implements StateStoreProvider {
  /** For the {@link java.util.ServiceLoader}. */
  public JdbcStateProvider() {
    super("jdbc-state");
  }

  @Override
  public StateStore create(JsonNode config, PluginContext context) {
    return store(config);
  }
}
