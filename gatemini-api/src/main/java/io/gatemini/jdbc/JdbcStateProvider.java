package io.gatemini.jdbc;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.StateStore;
import io.gatemini.spi.StateStoreProvider;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.OptionValues;
import io.gatemini.spi.option.Options;
import java.time.Duration;
import java.util.Optional;

/**
 * Makes the store {@code jdbc-state}: a {@link JdbcState} without a pool, of {@code plugins:
 * {jdbc-state: {url: "jdbc:postgresql://db/gateways", user: gateway, password: "${DB_PASSWORD}"}}}.
 * A gateway without this section does not use it. The database's driver is on the class path, or a
 * jar in the server's {@code plugins}; {@link #create} throws a {@link ConfigException} that names
 * its artifact where it is missing.
 */
public final class JdbcStateProvider implements StateStoreProvider {
  // No type of java.sql here: a runtime without that module loads this class, too.
  static final String NAME = "jdbc-state";
  private static final OptionTable KEYS = new OptionTable(NAME);
  private static final OptionKey<String> URL =
      KEYS.addRequired(
          "url", OptionType.text().nonBlank(), "The database, as its JDBC driver names it.");
  private static final OptionKey<String> USER =
      KEYS.add("user", OptionType.text(), "", "The user who logs in, unless the URL names one.");
  private static final OptionKey<String> PASSWORD =
      KEYS.add(
          "password",
          OptionType.text().check(JdbcStateProvider::faultOfPassword),
          "",
          "The password, as ${NAME} of the environment.");
  private static final OptionKey<Duration> TIMEOUT =
      KEYS.add(
          "timeout",
          OptionType.duration(),
          Duration.ofSeconds(5),
          "The longest wait for the database, connection included.");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean isOptIn() {
    return true;
  }

  @Override
  public OptionTable settings() {
    return KEYS;
  }

  @Override
  public StateStore create(JsonNode config, PluginContext context) {
    OptionValues values = KEYS.read(Options.of("plugins." + NAME, config));
    try {
      return new JdbcState(
          DriverConnections.of(values.get(URL), values.get(USER), values.get(PASSWORD)),
          values.get(TIMEOUT));
    } catch (NoClassDefFoundError e) {
      throw new ConfigException(
          "plugins." + NAME + " needs the module java.sql, which this Java runtime is without", e);
    }
  }

  private static Optional<String> faultOfPassword(String password) {
    return password.startsWith("secretref:")
        ? Optional.of("must not be a secretref, which only backends have; write ${NAME}")
        : Optional.empty();
  }
}
