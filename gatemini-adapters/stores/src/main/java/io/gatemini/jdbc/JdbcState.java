package io.gatemini.jdbc;

import io.gatemini.GatewayException;
import io.gatemini.jdbc.TimeLimit.Deadline;
import io.gatemini.spi.StateStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/**
 * State in the table {@code gatemini_state} of a database that several processes may share. The
 * table is made when it is first needed, where it is not there yet.
 *
 * <p><b>Threads.</b> Thread-safe. Up to 8 operations run at once, each on a daemon thread of the
 * store, outside any transaction of the caller; threads end after some idle seconds.
 *
 * <p><b>Transactions.</b> Every statement is a transaction of its own, so no lock is held between
 * two of them. Each row has a stamp that is drawn anew with each change; {@link #update} replaces a
 * row only while it has the stamp that was read, and begins again otherwise.
 *
 * <p><b>Bounds.</b> A connection is opened for each operation and closed after it; an operation
 * takes 5 seconds at most, or as long as the constructor says, with the opening. Names of areas
 * have up to 128 characters and keys up to 512, so that both fit the index of every common
 * database. Rows stay until they are removed.
 *
 * <p><b>Errors.</b> A failure is a {@link GatewayException} with the cause, and the next operation
 * tries again. Whether a change that was not done in time has been made is not known then; it is
 * not made again.
 */
public final class JdbcState implements StateStore {
  private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(5);

  private static final long MAX_PAUSE_NANOS = Duration.ofMillis(2).toNanos();

  private static final String ROW = " WHERE area = ? AND entry_key = ?";
  private static final String ROW_AS_READ = ROW + " AND stamp = ?";
  private static final String READ = "SELECT content, stamp FROM gatemini_state" + ROW;
  private static final String INSERT =
      "INSERT INTO gatemini_state (content, stamp, area, entry_key) VALUES (?, ?, ?, ?)";
  private static final String REPLACE = "UPDATE gatemini_state SET content = ?, stamp = ?";
  private static final String DELETE = "DELETE FROM gatemini_state";

  private final Connections connections;
  private final TimeLimit limit;
  private volatile boolean tableIsThere;

  /**
   * A store whose operations take 5 seconds at most.
   *
   * @param connections where connections come from, most often a pool; the store never closes it
   */
  public JdbcState(DataSource connections) {
    this(connections, DEFAULT_LIMIT);
  }

  /**
   * A store with a time limit of its own.
   *
   * @param connections where connections come from, most often a pool; the store never closes it
   * @param limit the longest time of an operation, connection included
   */
  public JdbcState(DataSource connections, Duration limit) {
    this(connections::getConnection, limit);
  }

  JdbcState(Connections connections, Duration limit) {
    this.connections = connections;
    this.limit = new TimeLimit(limit);
  }

  @FunctionalInterface
  private interface Work<T> {
    T on(Database database) throws SQLException;
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
  }

  @Override
  public Optional<byte[]> read(String area, String key) {
    return ask("read", area, database -> database.find(area, key).map(Row::content));
  }

  @Override
  public void write(String area, String key, byte[] value) {
    ask(
        "write",
        area,
        database -> {
          while (database.rows(REPLACE + ROW, value, stamp(), area, key) == 0
              && database.rows(INSERT, value, stamp(), area, key) == 0) {
            database.pause();
          }
          return true;
        });
  }

  @Override
  public void remove(String area, String key) {
    ask("remove", area, database -> database.rows(DELETE + ROW, area, key));
  }

  @Override
  public Optional<byte[]> update(String area, String key, UnaryOperator<Optional<byte[]>> change) {
    return ask(
        "change",
        area,
        database -> {
          while (true) {
            Optional<Row> was = database.find(area, key);
            Optional<byte[]> now = change.apply(was.map(Row::content));
            if (database.replaces(area, key, was, now)) {
              return now;
            }
            database.pause();
          }
        });
  }

  @Override
  public Duration refreshInterval() {
    return Duration.ofSeconds(2);
  }

  /** Ends the store's threads; operations after that fail. The source of connections stays open. */
  @Override
  public void close() {
    limit.close();
  }

  /** Counting would give a row that was removed and made again the stamp it had before. */
  private static long stamp() {
    return ThreadLocalRandom.current().nextLong();
  }

  private <T> T ask(String what, String area, Work<T> work) {
    try {
      return limit.run(deadline -> on(deadline, work));
    } catch (SQLTimeoutException e) {
      throw failure(what, area, "was not done within " + limit.limit().toMillis() + " ms", e);
    } catch (SQLException e) {
      // The driver's own words may name hosts, files and statements.
      throw failure(what, area, "SQLSTATE " + e.getSQLState(), e);
    } catch (RejectedExecutionException e) {
      throw failure(what, area, "the store is closed", e);
    }
  }

  private static GatewayException failure(String what, String area, String why, Exception cause) {
    return new GatewayException(
        "the database of the state did not "
            + what
            + " the area \""
            + area
            + "\" ("
            + why
            + "); it is asked again when the next change is kept",
        cause);
  }

  private <T> T on(Deadline deadline, Work<T> work) throws SQLException {
    deadline.seconds();
    try (Connection connection = connections.open()) {
      connection.setAutoCommit(true);
      Database database = new Database(connection, deadline);
      int before =
          database.networkTimeout(
              (int) Math.max(1, Math.min(limit.limit().toMillis(), Integer.MAX_VALUE)));
      try {
        if (!tableIsThere) {
          database.makeTable();
          tableIsThere = true;
        }
        return work.on(database);
      } finally {
        // A pool lends the connection to others.
        database.networkTimeout(before);
      }
    }
  }

  /** A connection during one operation. */
  private static final class Database {
    private final Connection connection;
    private final Deadline deadline;

    Database(Connection connection, Deadline deadline) {
      this.connection = connection;
      this.deadline = deadline;
    }

    /**
     * Bounds the wait for an answer, where the driver can: the thread of a silent server is free
     * again.
     *
     * @return the bound before
     */
    int networkTimeout(int milliseconds) {
      try {
        int before = connection.getNetworkTimeout();
        connection.setNetworkTimeout(Runnable::run, milliseconds);
        return before;
      } catch (SQLException unsupported) {
        return 0;
      }
    }

    void makeTable() throws SQLException {
      // First a look: a user who may only read and write rows needs no right to make tables.
      if (hasTable()) {
        return;
      }
      try (Statement statement = bounded(connection.createStatement())) {
        statement.executeUpdate(table(connection.getMetaData().getDatabaseProductName()));
      } catch (SQLException e) {
        // Another process may have made it meanwhile.
        if (!hasTable()) {
          throw e;
        }
      }
    }

    private boolean hasTable() throws SQLTimeoutException {
      try (Statement statement = bounded(connection.createStatement())) {
        statement.executeQuery("SELECT stamp FROM gatemini_state WHERE 1 = 0").close();
        return true;
      } catch (SQLTimeoutException e) {
        throw e;
      } catch (SQLException absent) {
        return false;
      }
    }

    private <S extends Statement> S bounded(S statement) throws SQLException {
      try {
        statement.setQueryTimeout(deadline.seconds());
        return statement;
      } catch (SQLException e) {
        statement.close();
        throw e;
      }
    }

    Optional<Row> find(String area, String key) throws SQLException {
      try (PreparedStatement statement = prepared(READ, area, key);
          ResultSet rows = statement.executeQuery()) {
        return rows.next()
            ? Optional.of(new Row(rows.getBytes(1), rows.getLong(2)))
            : Optional.empty();
      }
    }

    /** Puts a value in the place of what was read, unless that has changed since. */
    boolean replaces(String area, String key, Optional<Row> was, Optional<byte[]> now)
        throws SQLException {
      if (was.isEmpty()) {
        return now.isEmpty() || rows(INSERT, now.get(), stamp(), area, key) > 0;
      }
      long read = was.get().stamp;
      return now.isEmpty()
          ? rows(DELETE + ROW_AS_READ, area, key, read) > 0
          : rows(REPLACE + ROW_AS_READ, now.get(), stamp(), area, key, read) > 0;
    }

    /** How many rows a statement has changed: none where another process has been faster. */
    int rows(String sql, Object... values) throws SQLException {
      try (PreparedStatement statement = prepared(sql, values)) {
        return statement.executeUpdate();
      } catch (SQLException e) {
        if (isOvertaken(e)) {
          return 0;
        }
        throw e;
      }
    }

    private PreparedStatement prepared(String sql, Object... values) throws SQLException {
      PreparedStatement statement = bounded(connection.prepareStatement(sql));
      try {
        for (int i = 0; i < values.length; i++) {
          if (values[i] instanceof byte[] bytes) {
            statement.setBytes(i + 1, bytes);
          } else {
            statement.setObject(i + 1, values[i]);
          }
        }
        return statement;
      } catch (SQLException e) {
        statement.close();
        throw e;
      }
    }

    /**
     * Waits a moment of random length, so that two who met do not meet again. One of those who
     * change a value at a time always succeeds; the deadline bounds bad luck.
     */
    void pause() throws SQLException {
      if (!deadline.isAhead()) {
        throw new SQLException("others have changed the value all the time", "40001");
      }
      LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(MAX_PAUSE_NANOS));
    }
  }

  /** The table in a product's own words. Keys differ by case, and values may have megabytes. */
  private static String table(String product) {
    String text = "";
    String bytes;
    switch (product) {
      case "PostgreSQL", "H2" -> bytes = "BYTEA";
      case "MySQL", "MariaDB" -> {
        bytes = "LONGBLOB";
        text = " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";
      }
      case "Microsoft SQL Server" -> {
        bytes = "VARBINARY(MAX)";
        text = " COLLATE Latin1_General_BIN2";
      }
      default -> bytes = "BLOB";
    }
    return "CREATE TABLE gatemini_state (area VARCHAR(128)"
        + text
        + " NOT NULL, entry_key VARCHAR(512)"
        + text
        + " NOT NULL, stamp BIGINT NOT NULL, content "
        + bytes
        + " NOT NULL, PRIMARY KEY (area, entry_key))";
  }

  /**
   * Whether a statement met another one. SQL's classes of states: 23, the key is there already; 40,
   * the transaction was rolled back in favour of another.
   */
  private static boolean isOvertaken(SQLException e) {
    String state = e.getSQLState();
    return state != null && (state.startsWith("23") || state.startsWith("40"));
  }
}
