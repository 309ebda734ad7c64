package io.gatemini.jdbc;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.Provider;
import io.gatemini.spi.StateStore;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.OptionValues;
import io.gatemini.spi.option.Options;
import java.time.Duration;

/**
 * The common part of the plug-ins of this package: a database without a pool. No type of java.sql
 * is here, because a runtime without that module loads this class, too.
 */
abstract class JdbcProvider implements Provider {
  private final String name;
  private final OptionTable keys;
  private final OptionKey<String> url;
  private final OptionKey<String> user;
  private final OptionKey<String> password;
  private final OptionKey<Duration> timeout;

  JdbcProvider(String name) {
    this.name = name;
    keys = new OptionTable(name);
    url =
        keys.addRequired(
            "url",
            OptionType.secretText().nonBlank(),
            "The database, as its JDBC driver names it.");
    user =
        keys.add(
            "user", OptionType.secretText(), "", "The user who logs in, unless the URL names one.");
    password =
        keys.add(
            "password",
            OptionType.secretText(),
            "",
            "The password, as ${NAME} or secretref:env:NAME.");
    timeout =
        keys.add(
            "timeout",
            OptionType.duration(),
            Duration.ofSeconds(5),
            "The longest wait for the database, connection included.");
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final boolean isOptIn() {
    return true;
  }

  @Override
  public final OptionTable settings() {
    return keys;
  }

  /**
   * Makes the store.
   *
   * @throws ConfigException when the driver or the module of JDBC is missing
   */
  final StateStore store(JsonNode config) {
    OptionValues values = keys.read(Options.of("plugins." + name, config));
    try {
      return new JdbcState(
          DriverConnections.of(name, values.get(url), values.get(user), values.get(password)),
          values.get(timeout));
    } catch (NoClassDefFoundError e) {
      throw new ConfigException(
          "plugins." + name + " needs the module java.sql, which this Java runtime is without", e);
    }
  }
}
