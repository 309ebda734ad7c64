package io.gatemini.redis;

import static io.gatemini.testing.ShippedStateCases.whenServed;
import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.StateStore;
import io.gatemini.testing.Counting;
import io.gatemini.testing.RedisServer;
import io.gatemini.testing.ShippedStateCases;
import io.lettuce.core.KeyValue;
import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.sync.RedisCommands;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** State on a Redis server, which is a real one. */
class RedisStateTest {
  private final Path directory;
  private final List<RedisClient> clients = new ArrayList<>();
  private final RedisServer server;

  RedisStateTest(@TempDir Path directory) throws Exception {
    this.directory = directory;
    this.server = RedisServer.start(directory);
  }

  @AfterEach
  void end() {
    clients.forEach(RedisClient::close);
    server.close();
  }

  private RedisState state(String url) {
    return new RedisState(client(url));
  }

  private RedisCommands<String, String> administrator() {
    return client(server.url()).connect().sync();
  }

  private RedisClient client(String url) {
    RedisClient client = RedisClients.open(url);
    clients.add(client);
    return client;
  }

  @Nested
  class Contract extends ShippedStateCases {
    Contract() {
      super("redis-state", server.url());
    }

    @Override
    protected StateStore store() {
      return state(server.url());
    }
  }

  @Nested
  class ContractOfOneConnection extends ShippedStateCases {
    ContractOfOneConnection() {
      super("redis-state", server.url());
    }

    private final RedisClient client = client(server.url());

    @Override
    protected StateStore store() {
      return new RedisState(client);
    }
  }

  @Test
  void saysThatTheServerIsAwayAndGoesOnWhenItIsBack() throws Exception {
    StateStore store = state(server.url());
    store.write("pins", "files", new byte[] {1});
    server.kill();

    assertThrown(GatewayException.class, () -> store.read("pins", "files"))
        .hasMessage(
            "the Redis server did not read the area \"pins\", because there is no connection to it;"
                + " it is asked again next time");

    server.startAgain();
    whenServed(() -> assertThat(store.read("pins", "files")).isEmpty());
    Counting.count(store, 3);
    assertThat(Counting.read(store)).isEqualTo(3);
  }

  @Test
  void isMadeBeforeItsServerIsThere() throws Exception {
    server.kill();
    StateStore store = state(server.url());

    assertThrown(GatewayException.class, () -> store.write("pins", "files", new byte[] {1}))
        .hasMessageContaining("there is no connection to it");

    server.startAgain();
    whenServed(() -> store.write("pins", "files", new byte[] {1}));
    assertThat(store.read("pins", "files")).hasValue(new byte[] {1});
  }

  @Test
  void waitsForASilentServerNoLongerThanItMay() throws Exception {
    StateStore store = state(server.url() + "?timeout=200ms");
    store.write("pins", "files", new byte[] {1});
    server.suspend();

    assertThrown(GatewayException.class, () -> store.read("pins", "files"))
        .hasMessageContaining("because it has not answered in time");

    server.resume();
    assertThat(store.read("pins", "files")).hasValue(new byte[] {1});
  }

  @Test
  void waitsForAServerThatDoesNotEvenGreet() throws Exception {
    server.suspend();
    StateStore store = state(server.url() + "?timeout=200ms");

    assertThrown(GatewayException.class, () -> store.read("pins", "files"));

    server.resume();
    whenServed(() -> assertThat(store.read("pins", "files")).isEmpty());
  }

  @Test
  void waitsForAPausedServerNoLongerThanItMay() {
    StateStore store = state(server.url() + "?timeout=200ms");
    store.write("pins", "files", new byte[] {1});
    administrator().clientPause(1_000);

    assertThrown(GatewayException.class, () -> store.read("pins", "files"))
        .hasMessageContaining("because it has not answered in time");

    whenServed(() -> assertThat(store.read("pins", "files")).hasValue(new byte[] {1}));
  }

  @Test
  void saysThatTheServerIsFull() {
    StateStore store = state(server.url());
    store.write("pins", "files", new byte[] {1});
    RedisCommands<String, String> administrator = administrator();
    administrator.configSet("maxmemory", "1");
    assertThrown(GatewayException.class, () -> store.write("pins", "files", new byte[] {2}))
        .hasMessageContaining("because its memory is full");
    assertThat(store.read("pins", "files")).hasValue(new byte[] {1});

    administrator.configSet("maxmemory", "0");
    store.write("pins", "files", new byte[] {2});
    assertThat(store.read("pins", "files")).hasValue(new byte[] {2});
  }

  @Test
  void saysThatTheServerRefusesItsPassword() throws Exception {
    try (RedisServer guarded = RedisServer.start(directory, "--requirepass", "secret")) {
      StateStore store = state(guarded.url().replace("//", "//:wrong@"));

      // On a busy machine the first connection may take longer than a command waits for it.
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () ->
                  assertThrown(GatewayException.class, () -> store.read("pins", "files"))
                      .hasMessageContaining("because it does not accept the user or the password"));
      assertThat(state(guarded.url().replace("//", "//:secret@")).read("pins", "files")).isEmpty();
    }
  }

  @Test
  void keepsTheStateOfAnotherPrefixApart() {
    state(server.url()).write("pins", "files", new byte[] {1});

    assertThat(new RedisState(client(server.url()), "staging").read("pins", "files")).isEmpty();
  }

  /** Counts are kept, whenever the server is killed. */
  @Test
  void losesNoCountWhenTheServerIsKilledMeanwhile() throws Exception {
    try (RedisServer lasting =
        RedisServer.start(directory, "--appendonly", "yes", "--appendfsync", "always")) {
      AtomicInteger counted = new AtomicInteger();
      AtomicInteger unknown = new AtomicInteger();
      AtomicBoolean enough = new AtomicBoolean();
      CountDownLatch begun = new CountDownLatch(100);
      List<CompletableFuture<Void>> counting = new ArrayList<>();
      // Not the common pool: they keep their threads, and processes end by way of it.
      ExecutorService threads = Executors.newFixedThreadPool(4);
      for (int i = 0; i < 4; i++) {
        StateStore store = state(lasting.url());
        counting.add(
            CompletableFuture.runAsync(
                () -> {
                  while (!enough.get()) {
                    try {
                      Counting.count(store, 1);
                      counted.incrementAndGet();
                    } catch (GatewayException e) {
                      unknown.incrementAndGet();
                    }
                    begun.countDown();
                  }
                },
                threads));
      }
      try {
        begun.await();

        for (int i = 0; i < 3; i++) {
          int before = counted.get();
          lasting.kill();
          lasting.startAgain();
          await().until(() -> counted.get() > before + 200);
        }
      } finally {
        enough.set(true);
        threads.shutdown();
      }
      CompletableFuture.allOf(counting.toArray(new CompletableFuture<?>[0])).join();

      assertThat(Counting.read(state(lasting.url())))
          .isBetween(counted.get(), counted.get() + unknown.get());
      assertThat(unknown.get()).isPositive();
    }
  }

  /** A command that waits at the server stands for one whose answer is lost with its connection. */
  @Test
  void sendsNoCommandTwice() {
    RedisCommands<String, String> administrator = administrator();
    RedisFuture<KeyValue<String, String>> waiting =
        client(server.url()).connect().async().blpop(4, "nothing");
    await().until(() -> administrator.info("clients").contains("blocked_clients:1\r"));

    administrator.clientKill(KillArgs.Builder.typeNormal().skipme());

    assertThat(waiting.toCompletableFuture())
        .failsWithin(Duration.ofSeconds(60))
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(RedisException.class);
    assertThat(administrator.info("clients")).contains("blocked_clients:0\r");
  }

  @Test
  void sendsItsProgramAgainToAServerThatHasForgottenIt() {
    StateStore store = state(server.url());
    Counting.count(store, 1);
    administrator().scriptFlush();

    Counting.count(store, 1);

    assertThat(Counting.read(store)).isEqualTo(2);
  }

  private static GatewayBuilder builder(ObjectNode settings) {
    return ShippedStateCases.gateway("redis-state", settings);
  }

  private static ObjectNode settings(String url) {
    return JsonNodeFactory.instance.objectNode().put("url", url);
  }

  @Test
  void leavesAGatewayRunningWhoseServerIsAway() throws Exception {
    server.kill();
    try (Gateway gateway = builder(settings(server.url())).build()) {
      assertThat(gateway.run("return await log.read()").text()).contains("a line");
    }
  }

  @Test
  void saysWhatIsWrongWithItsSettings() {
    assertThrown(
            ConfigException.class, () -> builder(JsonNodeFactory.instance.objectNode()).build())
        .hasMessageContaining("plugins.redis-state: \"url\" is missing");
    assertThrown(
            ConfigException.class, () -> builder(settings("http://ann:hidden@cache:6379")).build())
        .hasMessageContaining("plugins.redis-state.url: url must be the address of a Redis server")
        .hasMessageNotContaining("hidden");
  }
}
