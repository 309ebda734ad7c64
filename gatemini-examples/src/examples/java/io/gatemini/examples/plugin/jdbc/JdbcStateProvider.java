package io.gatemini.examples.plugin.jdbc;

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
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Makes the store {@code jdbc-state}, of {@code plugins: {jdbc-state: {url:
 * "jdbc:postgresql://db/gateways", user: gateway, password: "${DB_PASSWORD}"}}}. It is in no {@code
 * META-INF/services}, since it would be every gateway's store then.
 */
public final class JdbcStateProvider implements StateStoreProvider {
  private static final String NAME = "jdbc-state";
  private static final OptionTable KEYS = new OptionTable(NAME);
  private static final OptionKey<String> URL =
      KEYS.addRequired(
          "url", OptionType.text().nonBlank(), "The database, as its JDBC driver names it.");
  private static final OptionKey<String> USER =
      KEYS.add("user", OptionType.text(), "", "Who logs in; left out where the URL says it.");
  private static final OptionKey<String> PASSWORD =
      KEYS.add(
          "password",
          OptionType.text().check(JdbcStateProvider::faultOfPassword),
          "",
          "The password, as ${NAME} of the environment.");

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
    OptionValues values = KEYS.read(Options.of("plugins." + NAME, config));
    String url = values.get(URL);
    try {
      DriverManager.getDriver(url);
    } catch (SQLException e) {
      // The URL may hold a password.
      throw new ConfigException(
          "plugins."
              + NAME
              + ".url: no JDBC driver takes it; correct it, or put the jar of the driver beside the"
              + " plug-in's",
          e);
    }
    return JdbcState.at(url, values.get(USER), values.get(PASSWORD));
  }

  private static Optional<String> faultOfPassword(String password) {
    return password.startsWith("secretref:")
        ? Optional.of("must not be a secretref, which only backends have; write ${NAME}")
        : Optional.empty();
  }
}
