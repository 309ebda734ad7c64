package io.gatemini.transport.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.redis.RedisBackplane;
import io.gatemini.redis.RedisClients;
import io.gatemini.spi.Backplane;
import io.gatemini.spi.BackplaneProvider;
import io.gatemini.spi.PluginContext;
import io.gatemini.testing.RedisServer;
import io.gatemini.transport.http.server.DoorFixture.Events;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One client, two gateways and a real Redis server: whichever gateway takes a request. */
class SharedSessionsTest {
  private static final String VERSION = "2025-11-25";
  private static final String TOKENS =
      "{\"tokens\": {\"ann\": \"a\", \"bob\": \"b\"}, \"peer_key\": \"of-both\"}";
  private static final String[] ANN = {"Authorization", "Bearer a"};

  private final RedisServer redis;
  private final DoorFixture one;
  private final DoorFixture other;

  SharedSessionsTest(@TempDir Path directory) throws Exception {
    redis = RedisServer.start(directory);
    one = door();
    other = door();
  }

  @AfterEach
  void end() {
    one.close();
    other.close();
    redis.close();
  }

  private DoorFixture door() {
    return door(TOKENS);
  }

  private DoorFixture door(String options) {
    return new DoorFixture(
        options,
        new BackplaneProvider() {
          @Override
          public String name() {
            return "test-backplane";
          }

          @Override
          public Backplane create(JsonNode config, PluginContext context) {
            return new RedisBackplane(RedisClients.open(redis.url() + "?timeout=2s"), "test");
          }
        });
  }

  private static String[] of(String session, String... more) {
    String[] headers = new String[4 + more.length];
    headers[0] = ANN[0];
    headers[1] = ANN[1];
    headers[2] = "Mcp-Session-Id";
    headers[3] = session;
    System.arraycopy(more, 0, headers, 4, more.length);
    return headers;
  }

  private static JsonNode json(HttpResponse<String> response) {
    return ConformanceSurface.json(response.body());
  }

  private static Events call(DoorFixture door, String session, String tool) {
    return door.stream(
        door.request(of(session, "MCP-Protocol-Version", VERSION))
            .POST(BodyPublishers.ofString(DoorFixture.call(5, tool)))
            .build());
  }

  private static Events get(DoorFixture door, String session, String... headers) {
    return door.stream(door.request(of(session, headers)).GET().build());
  }

  @ParameterizedTest
  @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
  void aSessionIsServedByEither(String version) {
    String session = one.session(version, ANN);

    for (DoorFixture door : List.of(other, one, other)) {
      HttpResponse<String> answer = door.post(DoorFixture.call(7, "echo"), of(session));
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(json(answer).at("/result/content/0/text").asText()).isEqualTo("{\"n\":7}");
    }
    assertThat(other.surface.calls.get(0).context().session())
        .isEqualTo(one.surface.calls.get(0).context().session());
  }

  @Test
  void aHandshakeMayGoOnElsewhere() {
    HttpResponse<String> begun = one.post(DoorFixture.INITIALIZE.formatted(VERSION), ANN);
    String session = begun.headers().firstValue("Mcp-Session-Id").orElseThrow();
    other.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", of(session));

    assertThat(json(one.post(DoorFixture.call(7, "echo"), of(session))).has("result")).isTrue();
  }

  @Test
  void aMessageOfNoGatewayIsLeftOut() {
    PeerSeal own = new PeerSeal(Optional.of("of-both"));
    byte[] message = "{\"from\":\"x\"}".getBytes(StandardCharsets.UTF_8);
    byte[] sealed = own.sealed("all", message);

    assertThat(own.opened("all", sealed)).hasValue(message);
    assertThat(own.opened("another", sealed)).isEmpty();
    assertThat(own.opened("all", message)).isEmpty();
    assertThat(own.opened("all", new byte[31])).isEmpty();
    assertThat(new PeerSeal(Optional.of("another")).opened("all", sealed)).isEmpty();

    // A request among the news would be carried out in the name of the session's client.
    String session = one.session(VERSION, ANN);
    try (RedisBackplane stranger =
        new RedisBackplane(RedisClients.open(redis.url() + "?timeout=2s"), "test")) {
      stranger.publish("all", forged(session, 99)).toCompletableFuture().join();
      byte[] proven = own.sealed("all", forged(session, 98));
      assertThat(stranger.publish("all", proven).toCompletableFuture().join()).isEqualTo(2);
    }

    await().atMost(Duration.ofSeconds(60)).until(() -> one.surface.calls.size() == 1);
    assertThat(one.surface.calls.get(0).arguments().toString()).isEqualTo("{\"n\":98}");
  }

  private static byte[] forged(String session, int id) {
    ObjectNode news = JsonNodeFactory.instance.objectNode().put("from", "x");
    return news.put("session", session)
        .put("message", DoorFixture.call(id, "echo"))
        .toString()
        .getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aSessionIsNotAnotherClients() {
    String session = one.session(VERSION, ANN);

    HttpResponse<String> answer =
        other.post(DoorFixture.PING, "Authorization", "Bearer b", "Mcp-Session-Id", session);

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(other.post(DoorFixture.PING, of("00000000-guessed")).statusCode()).isEqualTo(404);
  }

  @Test
  void anAnswerReachesTheGatewayThatAsked() {
    one.asks();
    String session = one.session(VERSION, ANN);

    try (Events events = call(one, session, "ask")) {
      JsonNode question = events.next();
      HttpResponse<String> taken =
          other.post(
              "{\"jsonrpc\":\"2.0\",\"id\":"
                  + question.get("id")
                  + ",\"result\":{\"action\":\"decline\"}}",
              of(session));
      assertThat(taken.statusCode()).isEqualTo(202);
      assertThat(events.next().at("/result/content/0/text").asText())
          .isEqualTo("{\"action\":\"decline\"}");
    }
  }

  @Test
  void aCancellationReachesTheGatewayThatWorks() {
    DoorFixture.Slow slow = one.slow();
    String session = one.session(VERSION, ANN);

    try (Events events = call(one, session, "slow")) {
      events.next();
      other.post(
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":5}}",
          of(session));
      events.awaitEnd();
    }
    await().untilAsserted(() -> assertThat(slow.work).isCancelled());
  }

  @Test
  void aStreamIsPickedUpElsewhere() {
    DoorFixture.Slow slow = one.slow();
    String session = one.session(VERSION, ANN);
    String last;
    try (Events events = call(one, session, "slow")) {
      events.next();
      last = events.lastId;
    }

    slow.step(2);
    try (Events rest = get(other, session, "Last-Event-ID", last)) {
      assertThat(rest.next().at("/params/progress").asInt()).isEqualTo(2);
      slow.step(3);
      assertThat(rest.next().at("/params/progress").asInt()).isEqualTo(3);
      slow.end();
      JsonNode answer = rest.next();
      assertThat(answer.at("/result/content/0/text").asText()).isEqualTo("done");
      assertThat(answer.path("id").asInt()).isEqualTo(5);
      rest.awaitEnd();
    }
    assertThat(
            other
                .send(other.request(of(session, "Last-Event-ID", "elsewhere-1_1")).GET().build())
                .statusCode())
        .isEqualTo(400);
  }

  @Test
  void newsComesOnceFromWhereTheClientReads() {
    String session = one.session(VERSION, ANN);
    other.post(DoorFixture.PING, of(session));
    String last;
    try (Events here = get(one, session)) {
      one.surface.changeTools();
      other.surface.changeTools();
      assertThat(here.next().path("method").asText()).isEqualTo("notifications/tools/list_changed");
      last = here.lastId;

      try (Events there = get(other, session, "Last-Event-ID", last)) {
        here.awaitEnd();
        other.surface.changeTools();
        assertThat(there.next().path("method").asText())
            .isEqualTo("notifications/tools/list_changed");
      }
    }
  }

  @Test
  void aSessionEndsEverywhere() {
    String session = one.session(VERSION, ANN);
    assertThat(other.post(DoorFixture.PING, of(session)).statusCode()).isEqualTo(200);

    assertThat(other.send(other.request(of(session)).DELETE().build()).statusCode()).isEqualTo(204);

    await()
        .untilAsserted(
            () -> assertThat(one.post(DoorFixture.PING, of(session)).statusCode()).isEqualTo(404));
    assertThat(other.post(DoorFixture.PING, of(session)).statusCode()).isEqualTo(404);
  }

  @Test
  void aSessionOutlivesItsGateway() {
    String session = one.session(VERSION, ANN);
    one.post(DoorFixture.PING, of(session));

    one.close();

    assertThat(json(other.post(DoorFixture.call(7, "echo"), of(session))).has("result")).isTrue();
  }

  @Test
  void aRequestGoesOnWhereItsWorkIs() {
    one.asks();
    other.asks();
    JsonNode asked = json(stateless(one, "{\"n\": 1}", null)).path("result");
    assertThat(asked.path("resultType").asText()).isEqualTo("input_required");

    JsonNode done = json(stateless(other, "{\"n\": 1}", asked)).path("result");

    assertThat(done.at("/content/0/text").asText()).isEqualTo("{\"action\":\"decline\"}");
  }

  private static HttpResponse<String> stateless(
      DoorFixture door, String arguments, JsonNode asked) {
    ObjectNode params = (ObjectNode) ConformanceSurface.json("{\"name\": \"ask\"}");
    params.set("arguments", ConformanceSurface.json(arguments));
    params.set(
        "_meta",
        ConformanceSurface.json(
            """
            {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
             "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}}"""));
    if (asked != null) {
      params.set("requestState", asked.path("requestState"));
      ObjectNode responses = params.putObject("inputResponses");
      asked
          .path("inputRequests")
          .fieldNames()
          .forEachRemaining(name -> responses.putObject(name).put("action", "decline"));
    }
    return door.post(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":" + params + "}",
        "Authorization",
        "Bearer a",
        "MCP-Protocol-Version",
        "2026-07-28",
        "Mcp-Method",
        "tools/call",
        "Mcp-Name",
        "ask");
  }

  @Test
  void theRateOfAClientIsDividedAmongTheGateways() {
    String tokens =
        IntStream.range(0, 100)
            .mapToObj(i -> "\"c%d\": \"%d\"".formatted(i, i))
            .collect(Collectors.joining(", "));
    AtomicInteger client = new AtomicInteger();
    try (DoorFixture third =
        door("{\"max_requests_per_second\": 2, \"tokens\": {" + tokens + "}}")) {
      // Alone it would take four at once; there are three gateways.
      await()
          .pollInterval(Duration.ofMillis(500))
          .until(
              () -> {
                String[] token = {"Authorization", "Bearer " + client.getAndIncrement()};
                long begun = System.nanoTime();
                int first = third.post(DoorFixture.PING, token).statusCode();
                int second = third.post(DoorFixture.PING, token).statusCode();
                boolean inTime = System.nanoTime() - begun < 1_000_000_000;
                return inTime && first != 429 && second == 429;
              });
    }
  }

  @Test
  void aRedisServerThatIsSilentHoldsUpOnlyWhatItHas() throws Exception {
    String session = one.session(VERSION, ANN);
    String theirs = other.session(VERSION, ANN);
    redis.suspend();

    assertThat(one.post(DoorFixture.PING, of(session)).statusCode()).isEqualTo(200);
    assertThat(one.post(DoorFixture.PING, of(theirs)).statusCode()).isEqualTo(503);
    redis.resume();

    await()
        .untilAsserted(
            () -> assertThat(one.post(DoorFixture.PING, of(theirs)).statusCode()).isEqualTo(200));
  }

  @Test
  void aRedisServerThatIsFullKeepsNoNewSessionButServesIt() throws Exception {
    try (RedisClient client = RedisClient.create(redis.url());
        StatefulRedisConnection<String, String> direct = client.connect()) {
      direct.sync().configSet("maxmemory", "1");

      String session = one.session(VERSION, ANN);

      assertThat(json(one.post(DoorFixture.call(7, "echo"), of(session))).has("result")).isTrue();
      assertThat(other.post(DoorFixture.PING, of(session)).statusCode()).isEqualTo(404);
    }
  }

  @Test
  void aRedisServerThatIsAwayCostsOnlyWhatItHas() throws Exception {
    String session = one.session(VERSION, ANN);
    String theirs = other.session(VERSION, ANN);
    redis.kill();

    assertThat(one.post(DoorFixture.PING, of(session)).statusCode()).isEqualTo(200);
    HttpResponse<String> unknown = one.post(DoorFixture.PING, of(theirs));
    assertThat(unknown.statusCode()).isEqualTo(503);
    assertThat(unknown.headers().firstValue("Retry-After")).hasValue("1");
    String alone = one.session(VERSION, ANN);
    assertThat(one.post(DoorFixture.PING, of(alone)).statusCode()).isEqualTo(200);
    redis.startAgain();

    await()
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              String again = one.session(VERSION, ANN);
              assertThat(other.post(DoorFixture.PING, of(again)).statusCode()).isEqualTo(200);
            });
  }
}
