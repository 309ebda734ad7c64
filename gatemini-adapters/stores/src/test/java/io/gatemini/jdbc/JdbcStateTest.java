package io.gatemini.jdbc;

import static io.gatemini.testing.ShippedStateCases.whenServed;
import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.StateStore;
import io.gatemini.testing.Counting;
import io.gatemini.testing.ShippedStateCases;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.h2.jdbcx.JdbcDataSource;
import org.h2.tools.Server;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** State in a database, which here is H2. */
class JdbcStateTest {
  private final String database = "jdbc:h2:mem:" + UUID.randomUUID();

  /** Stays until this virtual machine ends. */
  private final String memory = database + ";DB_CLOSE_DELAY=-1";

  private final Path directory;

  JdbcStateTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private static JdbcState state(String url) {
    return new JdbcState(database(url));
  }

  private static JdbcState at(String url, String user, String password) {
    return new JdbcState(
        DriverConnections.of("jdbc-state", url, user, password), Duration.ofSeconds(5));
  }

  private static JdbcDataSource database(String url) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL(url);
    return database;
  }

  @Nested
  class Contract extends ShippedStateCases {
    Contract() {
      super("jdbc-state", memory);
    }

    @Override
    protected StateStore store() {
      return state(memory);
    }
  }

  @Nested
  class ContractInAFile extends ShippedStateCases {
    ContractInAFile() {
      super("jdbc-state", "jdbc:h2:file:" + directory.resolve("state") + ";AUTO_SERVER=TRUE");
    }

    @Override
    protected StateStore store() {
      return state("jdbc:h2:file:" + directory.resolve("state") + ";AUTO_SERVER=TRUE");
    }
  }

  @Test
  void countsWithOtherProcessesToTheSameNumber() throws Exception {
    String url = "jdbc:h2:file:" + directory.resolve("state") + ";AUTO_SERVER=TRUE";
    // As long as this connection is open, this process serves the file to the others.
    try (Connection held = database(url).getConnection()) {
      StateStore store = state(url);
      List<Process> others =
          List.of(CountingProcess.start(url, 60), CountingProcess.start(url, 60));
      Counting.count(store, 60);
      for (Process other : others) {
        assertThat(other.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(other.exitValue()).isZero();
      }

      assertThat(Counting.read(store)).isEqualTo(180);
      assertThat(held.isValid(1)).isTrue();
    }
  }

  @Test
  void worksWithConnectionsThatDoNotCommitThemselves() {
    JdbcState store = state(memory + ";AUTOCOMMIT=OFF");

    store.write("a", "k", new byte[] {1});

    assertThat(state(memory).read("a", "k")).hasValue(new byte[] {1});
  }

  @Test
  void usesATableThatSomebodyElseMade() throws Exception {
    state(memory).write("a", "k", new byte[] {1});
    try (Connection administrator = database(memory).getConnection();
        var statement = administrator.createStatement()) {
      statement.execute("CREATE USER reader PASSWORD 'r'");
      statement.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON gatemini_state TO reader");
    }

    JdbcState store = at(database, "reader", "r");
    store.write("a", "other", new byte[] {2});

    assertThat(store.read("a", "k")).hasValue(new byte[] {1});
    assertThat(store.read("a", "other")).hasValue(new byte[] {2});
  }

  @Test
  void saysThatTheDatabaseIsAwayAndGoesOnWhenItIsBack() throws Exception {
    Server server = server("0");
    String port = Integer.toString(server.getPort());
    try {
      StateStore store =
          state("jdbc:h2:tcp://localhost:" + port + "/" + directory.resolve("served"));
      store.write("pins", "files", new byte[] {1});
      server.stop();

      assertThrown(GatewayException.class, () -> store.read("pins", "files"))
          .hasMessage(
              "the database of the state did not read the area \"pins\" (SQLSTATE 90067); it is"
                  + " asked again when the next change is kept");

      server = server(port);
      assertThat(store.read("pins", "files")).hasValue(new byte[] {1});
    } finally {
      server.stop();
    }
  }

  @Test
  void waitsForASilentDatabaseNoLongerThanItMay() throws Exception {
    try (DatabaseProcess server = DatabaseProcess.start(directory)) {
      JdbcState store = new JdbcState(database(server.url("silent")), Duration.ofMillis(400));
      whenServed(() -> store.write("pins", "files", new byte[] {1})); // opens the file
      server.suspend();

      // More than it has threads: the last ones do not even begin.
      List<CompletableFuture<Throwable>> waiting = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        waiting.add(
            CompletableFuture.supplyAsync(
                () -> catchThrowable(() -> store.read("pins", "files")),
                task -> new Thread(task).start()));
      }

      for (CompletableFuture<Throwable> one : waiting) {
        assertThat(one)
            .succeedsWithin(Duration.ofSeconds(60))
            .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
            .isInstanceOf(GatewayException.class)
            .hasMessage(
                "the database of the state did not read the area \"pins\" (was not done within 400"
                    + " ms); it is asked again when the next change is kept");
      }

      server.resume();
      whenServed(() -> assertThat(store.read("pins", "files")).hasValue(new byte[] {1}));
      store.close();
      assertThrown(GatewayException.class, () -> store.read("pins", "files"))
          .hasMessageContaining("(the store is closed)");
    }
  }

  /** A change that comes too late would replace what was made meanwhile. */
  @Test
  void givesUpAChangeThatTakesTooLong() {
    JdbcState store = new JdbcState(database(memory), Duration.ofMillis(200));
    whenServed(() -> store.write("a", "k", new byte[] {1})); // makes the table
    CountDownLatch refused = new CountDownLatch(1);
    CompletableFuture<Boolean> late = new CompletableFuture<>();

    assertThrown(
            GatewayException.class,
            () ->
                store.update(
                    "a",
                    "k",
                    was -> {
                      try {
                        late.complete(refused.await(60, TimeUnit.SECONDS));
                      } catch (InterruptedException e) {
                        late.complete(false);
                      }
                      return Optional.of(new byte[] {2});
                    }))
        .hasMessageContaining("was not done within 200 ms");

    refused.countDown();
    assertThat(late).succeedsWithin(Duration.ofSeconds(60)).isEqualTo(true);
    store.close();
    assertThat(state(memory).read("a", "k")).hasValue(new byte[] {1});
  }

  @Test
  void throwsWhatAChangeThrows() {
    JdbcState store = state(memory);

    assertThrown(
            IllegalStateException.class,
            () ->
                store.update(
                    "a",
                    "k",
                    was -> {
                      throw new IllegalStateException("no");
                    }))
        .hasMessage("no");
  }

  private static Server server(String port) throws SQLException {
    return Server.createTcpServer("-tcpPort", port, "-ifNotExists").start();
  }

  private static GatewayBuilder builder(ObjectNode settings) {
    return ShippedStateCases.gateway("jdbc-state", settings);
  }

  private static ObjectNode settings(String url) {
    return JsonNodeFactory.instance.objectNode().put("url", url);
  }

  @Test
  void logsInAsTheSettingsSay() {
    assertThat(at(memory, "ann", "secret").read("a", "k")).isEmpty();
    ObjectNode wrong = settings(memory).put("user", "ann").put("password", "other");

    StateStore refused = at(memory, wrong.path("user").asText(), wrong.path("password").asText());

    assertThrown(GatewayException.class, () -> refused.read("a", "k"))
        .hasMessageContaining("SQLSTATE 28000");
  }

  @Test
  void saysWhatIsWrongWithItsSettings() {
    assertThrown(
            ConfigException.class, () -> builder(JsonNodeFactory.instance.objectNode()).build())
        .hasMessageContaining("plugins.jdbc-state: \"url\" is missing");
    assertThrown(
            ConfigException.class,
            () -> builder(settings("jdbc:nothing://host/x?password=hidden")).build())
        .hasMessageContaining(
            "plugins.jdbc-state.url: no JDBC driver takes it; correct it, or add the database's"
                + " driver to the class path, or its jar to plugins beside the server's lib")
        .hasMessageNotContaining("hidden");
    assertThrown(
            ConfigException.class, () -> builder(settings("jdbc:postgresql://db/gateways")).build())
        .hasMessageContaining("or add org.postgresql:postgresql to the class path");
    assertThrown(
            ConfigException.class,
            () -> builder(settings(memory).put("password", "secretref:env:DB_PASSWORD")).build())
        .hasMessageContaining("plugins.jdbc-state.password")
        .hasMessageContaining("DB_PASSWORD is not set");
  }
}
