package io.gatemini.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.PluginInfo;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.UnknownResultException;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.ResultStore;
import io.gatemini.spi.ResultStore.Lookup;
import io.gatemini.spi.ResultStoreProvider.Limits;
import io.gatemini.testing.RedisServer;
import io.gatemini.testing.ResultStoreContract;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results on a Redis server, which is a real one. */
class RedisResultsTest {
  private static final Duration HOUR = Duration.ofHours(1);

  /** A result of a thousand bytes, and what it counts for. */
  private static final RawJson KILOBYTE = RawJson.parse("\"" + "x".repeat(998) + "\"");

  private static final long COUNTED = 1_000 + 512;

  private static final String LINES =
      IntStream.range(0, 100)
          .mapToObj(i -> "a line with a number: " + i)
          .collect(Collectors.joining("\n"));

  private static final Session ANN = Session.of("ann/../bob");

  private final List<RedisClient> clients = new ArrayList<>();
  private final RedisServer server;

  RedisResultsTest(@TempDir Path directory) throws Exception {
    this.server = RedisServer.start(directory);
  }

  @AfterEach
  void end() {
    clients.forEach(RedisClient::close);
    server.close();
  }

  private RedisResults results(long maxBytes, Duration maxAge) {
    return new RedisResults(client(), new Limits(maxBytes, maxAge));
  }

  private RedisClient client() {
    RedisClient client = RedisClients.open(server.url());
    clients.add(client);
    return client;
  }

  private RedisCommands<String, String> administrator() {
    return client().connect().sync();
  }

  private static String put(ResultStore store, String owner) {
    return store.put(owner, KILOBYTE).orElseThrow();
  }

  @Nested
  class Contract extends ResultStoreContract {
    @Override
    protected ResultStore store() {
      return results(1 << 20, HOUR);
    }
  }

  @Test
  void isReadThroughEveryStoreByItsOwnerAlone() {
    String id = put(results(1 << 20, HOUR), "ann");
    ResultStore other = results(1 << 20, HOUR);

    assertThat(other.find("ann", id)).isEqualTo(new Lookup.Found(KILOBYTE));
    assertThat(other.find("bob", id)).isEqualTo(new Lookup.Unknown());
    other.forget("ann");
    assertThat(other.find("ann", id)).isEqualTo(new Lookup.Unknown());
  }

  @Test
  void keepsToOneBoundWithOtherStores() {
    List<CompletableFuture<List<String>>> putting = new ArrayList<>();
    for (String owner : List.of("ann", "bob", "cid")) {
      ResultStore store = results(10 * COUNTED, HOUR);
      putting.add(
          CompletableFuture.supplyAsync(
              () -> IntStream.range(0, 40).mapToObj(i -> put(store, owner)).toList()));
    }
    List<String> ids = putting.stream().flatMap(all -> all.join().stream()).toList();

    assertThat(ids).doesNotHaveDuplicates().hasSize(120);
    assertThat(administrator().keys("gatemini:results:result:*")).hasSize(10);
    assertThat(bytes()).isEqualTo(10 * COUNTED);
  }

  private long bytes() {
    return Long.parseLong(administrator().hget("gatemini:results:totals", "bytes"));
  }

  @Test
  void letsTheOldestGoForNewOnes() {
    ResultStore store = results(5 * COUNTED, HOUR);
    Instant before = Instant.now();
    List<String> ids = IntStream.range(0, 12).mapToObj(i -> put(store, "ann")).toList();

    assertThat(ids.subList(7, 12))
        .allSatisfy(id -> assertThat(store.find("ann", id)).isInstanceOf(Lookup.Found.class));
    assertThat(ids.subList(0, 7))
        .allSatisfy(
            id ->
                assertThat(store.find("ann", id))
                    .isInstanceOfSatisfying(
                        Lookup.MadeRoom.class,
                        gone ->
                            assertThat(gone.at()).isBetween(before.minusMillis(1), Instant.now())))
        .allSatisfy(id -> assertThat(store.find("bob", id)).isEqualTo(new Lookup.Unknown()));
  }

  @Test
  void refusesWhatWouldNotFitAloneAndLetsNothingGoForIt() {
    ResultStore store = results(2 * COUNTED, HOUR);
    String small = put(store, "ann");

    assertThat(store.put("ann", RawJson.parse("\"" + "x".repeat(2_600) + "\""))).isEmpty();
    assertThat(store.find("ann", small)).isInstanceOf(Lookup.Found.class);
  }

  @Test
  void saysWhenAResultExpiredAndLeavesNothingBehind() {
    Duration age = Duration.ofMillis(500);
    ResultStore store = results(1 << 20, age);
    Instant before = Instant.now();
    String id = put(store, "ann");
    Instant after = Instant.now();

    await()
        .pollInterval(Duration.ofMillis(20))
        .untilAsserted(
            () ->
                assertThat(store.find("ann", id))
                    .isInstanceOfSatisfying(
                        Lookup.Expired.class,
                        gone -> {
                          assertThat(gone.at())
                              .isBetween(before.plus(age).minusMillis(1), after.plus(age));
                          assertThat(gone.maxAge()).isEqualTo(age);
                        }));
    assertThat(store.find("bob", id)).isEqualTo(new Lookup.Unknown());

    RedisCommands<String, String> administrator = administrator();
    await().untilAsserted(() -> assertThat(administrator.keys("*")).isEmpty());
    assertThat(store.find("ann", id)).isEqualTo(new Lookup.Unknown());
  }

  @Test
  void doesNotCountWhatHasExpired() {
    ResultStore brief = results(2 * COUNTED, Duration.ofMillis(300));
    String first = put(brief, "ann");
    String second = put(brief, "ann");
    await()
        .pollInterval(Duration.ofMillis(20))
        .until(() -> brief.find("ann", second) instanceof Lookup.Expired);
    put(brief, "ann");

    assertThat(bytes()).isEqualTo(COUNTED);
    assertThat(brief.find("ann", first)).isInstanceOf(Lookup.Expired.class);

    RedisCommands<String, String> administrator = administrator();
    await()
        .pollInterval(Duration.ofMillis(20))
        .until(() -> administrator.exists("gatemini:results:record:" + first) == 0);
    String last = put(brief, "ann");
    assertThat(administrator.zrange("gatemini:results:owner:ann", 0, -1))
        .contains(last)
        .doesNotContain(first);
  }

  @Test
  void makesRoomByForgetting() {
    ResultStore store = results(2 * COUNTED, HOUR);
    String gone = put(store, "ann");
    put(store, "ann");
    String his = put(store, "bob");

    store.forget("ann");

    assertThat(bytes()).isEqualTo(COUNTED);
    assertThat(store.find("ann", gone)).isEqualTo(new Lookup.Unknown());
    String next = put(store, "bob");
    assertThat(store.find("bob", his)).isInstanceOf(Lookup.Found.class);
    assertThat(store.find("bob", next)).isInstanceOf(Lookup.Found.class);
    store.forget("bob");
    assertThat(bytes()).isZero();
    assertThat(administrator().keys("*")).containsExactly("gatemini:results:totals");
  }

  @Test
  void saysThatTheServerIsAwayAndGoesOnWhenItIsBack() throws Exception {
    ResultStore store = results(1 << 20, HOUR);
    String lost = put(store, "ann");
    server.kill();

    assertThatThrownBy(() -> store.put("ann", KILOBYTE))
        .isInstanceOf(GatewayException.class)
        .hasMessage(
            "the Redis server did not keep a result, because there is no connection to it; it is"
                + " asked again next time");

    server.startAgain();
    await()
        .ignoreExceptionsInstanceOf(GatewayException.class)
        .untilAsserted(() -> assertThat(store.find("ann", lost)).isEqualTo(new Lookup.Unknown()));
    assertThat(store.find("ann", put(store, "ann"))).isInstanceOf(Lookup.Found.class);
  }

  @Test
  void changesNothingWhereTheServerIsFull() {
    ResultStore store = results(COUNTED, HOUR);
    String kept = put(store, "ann");
    RedisCommands<String, String> administrator = administrator();
    administrator.configSet("maxmemory", "1");

    assertThatThrownBy(() -> store.put("ann", KILOBYTE))
        .isInstanceOf(GatewayException.class)
        .hasMessageContaining("because its memory is full");

    assertThat(store.find("ann", kept)).isInstanceOf(Lookup.Found.class);
    administrator.configSet("maxmemory", "0");
    assertThat(store.find("ann", put(store, "ann"))).isInstanceOf(Lookup.Found.class);
    assertThat(bytes()).isEqualTo(COUNTED);
  }

  private GatewayBuilder builder(ObjectNode settings) {
    return Gateway.builder()
        .pluginConfig("redis-results", settings)
        .backend(
            "log",
            BackendConfig.inProcess()
                .tool("read", "Reads the log.", "{\"type\": \"object\"}", args -> LINES));
  }

  private ObjectNode settings() {
    return JsonNodeFactory.instance.objectNode().put("url", server.url());
  }

  private static ChainResult reduced(Gateway gateway) {
    return gateway.run(
        ChainRequest.of("{\"tool\": \"log.read\", \"arguments\": {}}")
            .withSession(ANN)
            .withMaxOutputBytes(500));
  }

  @Test
  void givesOneGatewaysOriginalsThroughAnother() {
    try (Gateway one = builder(settings()).build();
        Gateway other = builder(settings()).build()) {
      String id = reduced(one).resultId().orElseThrow();

      assertThat(other.result(id, ANN).text()).isEqualTo(LINES);
      assertThatThrownBy(() -> other.result(id, Session.of("bob")))
          .isInstanceOf(UnknownResultException.class);
      other.endSession(ANN);
      assertThatThrownBy(() -> one.result(id, ANN)).isInstanceOf(UnknownResultException.class);
      assertThat(one.plugins())
          .filteredOn(plugin -> plugin.kind().equals("result-store"))
          .extracting(PluginInfo::name)
          .containsExactly("redis-results", "memory");
    }
  }

  @Test
  void endsTheConnectionsWithTheGateway() {
    RedisCommands<String, String> administrator = administrator();
    GatewayBuilder both = builder(settings()).pluginConfig("redis-state", settings());
    try (Gateway one = both.build();
        Gateway other = builder(settings()).build()) {
      reduced(one);
      reduced(other);

      assertThat(administrator.clientList().lines()).hasSize(4);
    }
    // The one that is left is the administrator's; the server hears of the end a moment later.
    await().until(() -> administrator.clientList().lines().count() == 1);
  }

  @Test
  void answersWithoutOriginalsWhileTheServerIsAway() throws Exception {
    try (Gateway gateway = builder(settings()).build()) {
      String id = reduced(gateway).resultId().orElseThrow();
      server.kill();

      ChainResult answer = reduced(gateway);

      assertThat(answer.text()).contains("a line with a number: 1");
      assertThat(answer.resultId()).isEmpty();
      assertThatThrownBy(() -> gateway.result(id, ANN))
          .isInstanceOf(GatewayException.class)
          .hasMessageContaining("cannot be read at the moment");
    }
  }

  @Test
  void asksForAnAddress() {
    assertThatThrownBy(() -> builder(JsonNodeFactory.instance.objectNode()).build())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("plugins.redis-results: \"url\" is missing");
  }
}
