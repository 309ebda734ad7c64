package io.gatemini.jdbc;

import io.gatemini.config.ConfigException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** Connections without a pool, from the driver that takes a URL. */
final class DriverConnections implements Connections {
  private final Driver driver;
  private final String url;
  private final Properties login;

  private DriverConnections(Driver driver, String url, Properties login) {
    this.driver = driver;
    this.url = url;
    this.login = login;
  }

  /**
   * Finds the driver.
   *
   * @param plugin the name of the plug-in that needs it
   * @param user empty where the URL names it, or the driver has its own
   * @throws ConfigException when no driver takes the URL
   */
  static DriverConnections of(String plugin, String url, String user, String password) {
    Driver driver =
        registered(url)
            .or(() -> discovered(url))
            .orElseThrow(
                // The URL may hold a password.
                () ->
                    new ConfigException(
                        "plugins."
                            + plugin
                            + ".url: no JDBC driver takes it; correct it, or add "
                            + artifact(url)
                            + " to the class path, or its jar to plugins beside the server's lib"));
    Properties login = new Properties();
    if (!user.isEmpty()) {
      login.setProperty("user", user);
      login.setProperty("password", password);
    }
    return new DriverConnections(driver, url, login);
  }

  @Override
  public Connection open() throws SQLException {
    Connection connection = driver.connect(url, login);
    if (connection == null) {
      throw new SQLException("the driver does not take the URL any more", "08001");
    }
    return connection;
  }

  private static Optional<Driver> registered(String url) {
    try {
      return Optional.of(DriverManager.getDriver(url));
    } catch (SQLException none) {
      return Optional.empty();
    }
  }

  /** The manager hides drivers of a class loader below this one, such as that of plug-ins. */
  private static Optional<Driver> discovered(String url) {
    return ServiceLoader.load(Driver.class).stream()
        .map(provider -> usable(provider, url))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<Driver> usable(ServiceLoader.Provider<Driver> provider, String url) {
    try {
      Driver driver = provider.get();
      return driver.acceptsURL(url) ? Optional.of(driver) : Optional.empty();
    } catch (SQLException | ServiceConfigurationError | LinkageError unusable) {
      // One driver that does not fit must not hide the others.
      return Optional.empty();
    }
  }

  private static String artifact(String url) {
    String[] parts = url.split(":", 3);
    return switch (parts.length == 3 && parts[0].equals("jdbc") ? parts[1] : "") {
      case "postgresql" -> "org.postgresql:postgresql";
      case "mariadb" -> "org.mariadb.jdbc:mariadb-java-client";
      case "mysql" -> "com.mysql:mysql-connector-j";
      case "sqlserver" -> "com.microsoft.sqlserver:mssql-jdbc";
      case "h2" -> "com.h2database:h2";
      default -> "the database's driver";
    };
  }
}
