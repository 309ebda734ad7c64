package io.gatemini.examples.plugin.jdbc;

import io.gatemini.GatewayException;
import io.gatemini.spi.StateStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/**
 * State in the table {@code gatemini_state} of a database that several processes may share. The
 * table is made when it is first needed, where it is not there yet. Thread-safe.
 *
 * <p>Every statement is a transaction of its own, so no lock is held between two of them. Each row
 * has a stamp that is drawn anew with each change; {@link #update} replaces a row only while it has
 * the stamp that was read, and begins again otherwise.
 *
 * <p>A connection is opened for each call and closed after it. A statement may take {@value
 * #STATEMENT_SECONDS} seconds; how long a connection may take to open, or may be silent, is a
 * matter of the driver's settings. A failure is a {@link GatewayException} with the cause, and the
 * next call tries again. Names of areas have up to 128 characters and keys up to 512, so that both
 * fit the index of every common database.
 */
public final class JdbcState implements StateStore {
  private static final int STATEMENT_SECONDS = 5;

  /** One of those who change a value at a time always succeeds; this bounds bad luck. */
  private static final Duration MAX_CONTENTION = Duration.ofSeconds(5);

  private static final long MAX_PAUSE_NANOS = Duration.ofMillis(2).toNanos();

  private static final String ROW = " WHERE area = ? AND entry_key = ?";
  private static final String ROW_AS_READ = ROW + " AND stamp = ?";
  private static final String READ = "SELECT content, stamp FROM gatemini_state" + ROW;
  private static final String INSERT =
      "INSERT INTO gatemini_state (content, stamp, area, entry_key) VALUES (?, ?, ?, ?)";
  private static final String REPLACE = "UPDATE gatemini_state SET content = ?, stamp = ?";
  private static final String DELETE = "DELETE FROM gatemini_state";

  private final Connections connections;
  private volatile boolean tableIsThere;

  /**
   * @param connections where connections come from, most often a pool; the store never closes it
   */
  public JdbcState(DataSource connections) {
    this(connections::getConnection);
  }

  private JdbcState(Connections connections) {
    this.connections = connections;
  }

  /** A store without a pool, with the driver that takes the URL. */
  static JdbcState at(String url, String user, String password) {
    // Without a user the URL says it, or the driver takes its own.
    return new JdbcState(
        () ->
            user.isEmpty()
                ? DriverManager.getConnection(url)
                : DriverManager.getConnection(url, user, password));
  }

  @FunctionalInterface
  private interface Connections {
    Connection open() throws SQLException;
  }

  @FunctionalInterface
  private interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  /** A row as it was read. */
  private static final class Row {
    private final byte[] content;
    private final long stamp;

    Row(byte[] content, long stamp) {
      this.content = content;
      this.stamp = stamp;
    }

    byte[] content() {
      return content;
    }

    long stamp() {
      return stamp;
    }
  }

  @Override
  public Optional<byte[]> read(String area, String key) {
    return ask("read", area, connection -> find(connection, area, key).map(Row::content));
  }

  @Override
  public void write(String area, String key, byte[] value) {
    ask(
        "write",
        area,
        connection -> {
          Contention contention = new Contention();
          while (rows(connection, REPLACE + ROW, value, stamp(), area, key) == 0
              && rows(connection, INSERT, value, stamp(), area, key) == 0) {
            contention.pause();
          }
          return true;
        });
  }

  @Override
  public void remove(String area, String key) {
    ask("remove", area, connection -> rows(connection, DELETE + ROW, area, key));
  }

  @Override
  public Optional<byte[]> update(String area, String key, UnaryOperator<Optional<byte[]>> change) {
    return ask(
        "change",
        area,
        connection -> {
          Contention contention = new Contention();
          while (true) {
            Optional<Row> was = find(connection, area, key);
            Optional<byte[]> now = change.apply(was.map(Row::content));
            if (replaces(connection, area, key, was, now)) {
              return now;
            }
            contention.pause();
          }
        });
  }

  @Override
  public Duration refreshInterval() {
    return Duration.ofSeconds(2);
  }

  /** Puts a value in the place of what was read, unless that has changed since. */
  private static boolean replaces(
      Connection connection, String area, String key, Optional<Row> was, Optional<byte[]> now)
      throws SQLException {
    if (was.isEmpty()) {
      return now.isEmpty() || rows(connection, INSERT, now.get(), stamp(), area, key) > 0;
    }
    long read = was.get().stamp();
    return now.isEmpty()
        ? rows(connection, DELETE + ROW_AS_READ, area, key, read) > 0
        : rows(connection, REPLACE + ROW_AS_READ, now.get(), stamp(), area, key, read) > 0;
  }

  /** Counting would give a row that was removed and made again the stamp it had before. */
  private static long stamp() {
    return ThreadLocalRandom.current().nextLong();
  }

  private <T> T ask(String what, String area, Work<T> work) {
    try (Connection connection = connections.open()) {
      connection.setAutoCommit(true);
      makeTable(connection);
      return work.on(connection);
    } catch (SQLException e) {
      // The driver's own words may name hosts, files and statements.
      throw new GatewayException(
          "the database of the state did not "
              + what
              + " the area \""
              + area
              + "\" (SQLSTATE "
              + e.getSQLState()
              + "); it is asked again when the next change is kept",
          e);
    }
  }

  private void makeTable(Connection connection) throws SQLException {
    if (tableIsThere) {
      return;
    }
    // First a look: a user who may only read and write rows needs no right to make tables.
    if (!hasTable(connection)) {
      try (Statement statement = connection.createStatement()) {
        statement.executeUpdate(
            "CREATE TABLE gatemini_state (area VARCHAR(128) NOT NULL,"
                + " entry_key VARCHAR(512) NOT NULL, stamp BIGINT NOT NULL, content "
                + bytes(connection)
                + " NOT NULL, PRIMARY KEY (area, entry_key))");
      } catch (SQLException e) {
        // Another process may have made it meanwhile.
        if (!hasTable(connection)) {
          throw e;
        }
      }
    }
    tableIsThere = true;
  }

  private static boolean hasTable(Connection connection) {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(STATEMENT_SECONDS);
      statement.executeQuery("SELECT stamp FROM gatemini_state WHERE 1 = 0").close();
      return true;
    } catch (SQLException absent) {
      return false;
    }
  }

  /** PostgreSQL has another name than the standard's, and H2 knows both. */
  private static String bytes(Connection connection) throws SQLException {
    return switch (connection.getMetaData().getDatabaseProductName()) {
      case "PostgreSQL", "H2" -> "BYTEA";
      default -> "BLOB";
    };
  }

  private static Optional<Row> find(Connection connection, String area, String key)
      throws SQLException {
    try (PreparedStatement statement = prepared(connection, READ, area, key);
        ResultSet rows = statement.executeQuery()) {
      return rows.next()
          ? Optional.of(new Row(rows.getBytes(1), rows.getLong(2)))
          : Optional.empty();
    }
  }

  /** How many rows a statement has changed: none where another process has been faster. */
  private static int rows(Connection connection, String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = prepared(connection, sql, values)) {
      return statement.executeUpdate();
    } catch (SQLException e) {
      if (isOvertaken(e)) {
        return 0;
      }
      throw e;
    }
  }

  private static PreparedStatement prepared(Connection connection, String sql, Object... values)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    try {
      statement.setQueryTimeout(STATEMENT_SECONDS);
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      return statement;
    } catch (SQLException e) {
      statement.close();
      throw e;
    }
  }

  /**
   * Whether a statement met another one. SQL's classes of states: 23, the key is there already; 40,
   * the transaction was rolled back in favour of another.
   */
  private static boolean isOvertaken(SQLException e) {
    String state = e.getSQLState();
    return state != null && (state.startsWith("23") || state.startsWith("40"));
  }

  /** The attempts of one change. */
  private static final class Contention {
    private final long begin = System.nanoTime();

    /** Waits a moment of random length, so that two who met do not meet again. */
    void pause() throws SQLException {
      if (System.nanoTime() - begin > MAX_CONTENTION.toNanos()) {
        throw new SQLException("others have changed the value all the time", "40001");
      }
      LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(MAX_PAUSE_NANOS));
    }
  }
}
