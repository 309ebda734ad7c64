package io.gatemini.examples.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.spi.Json;
import io.gatemini.testing.Patience;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients of either era at two gateways behind nginx that share a Redis server. */
@Tag("long")
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TwoGatewaysTest {
  private static final int CLIENTS = 8;
  private static final int CALLS_BEFORE = 4;
  private static final int CALLS_AFTER = 8;
  private static final String QUESTION =
      """
      {"questions": [{"method": "elicitation/create", "params": {"message": "Which one?",
        "requestedSchema": {"type": "object", "properties": {"name": {"type": "string"}}}}}]}""";
  private static final String ANSWER = "{\"action\": \"accept\", \"content\": {\"name\": \"é\"}}";

  private final HttpClient http = HttpClient.newHttpClient();

  @SuppressWarnings("NullAway.Init") // set before all tests
  private TwoGateways gateways;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    gateways = new TwoGateways(directory);
  }

  @AfterAll
  void end() {
    gateways.close();
  }

  private HttpRequest.Builder request(String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(gateways.uri)
            .header("Accept", "application/json, text/event-stream")
            .header("Content-Type", "application/json");
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return request;
  }

  private HttpResponse<String> post(String body, String... headers) {
    return Patience.join(
        http.sendAsync(
            request(headers).POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString()));
  }

  private static String by(HttpResponse<?> response) {
    return response.headers().firstValue("X-Gateway").orElseThrow();
  }

  private String session(String version) {
    HttpResponse<String> begun =
        post(
            """
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"%s",
             "capabilities":{"elicitation":{}},"clientInfo":{"name":"test","version":"1"}}}"""
                .formatted(version));
    String session = begun.headers().firstValue("Mcp-Session-Id").orElseThrow();
    assertThat(
            post(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
                    "Mcp-Session-Id",
                    session)
                .statusCode())
        .isEqualTo(202);
    return session;
  }

  private static String call(int id, String tool, String arguments) {
    ObjectNode params = Json.mapper().createObjectNode().put("name", "call_tool_chain");
    params
        .putObject("arguments")
        .put("code", "{\"tool\": \"" + tool + "\", \"arguments\": " + arguments + "}");
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + id
        + ",\"method\":\"tools/call\",\"params\":"
        + params
        + "}";
  }

  private static String write(int id, String text) {
    return call(id, "log.write", "{\"text\": \"" + text + "\"}");
  }

  private static JsonNode json(String text) throws IOException {
    return Json.mapper().readTree(text);
  }

  /** The text of an answer, which may be the last event of a stream. */
  private static String text(HttpResponse<String> response, int id) throws IOException {
    String body = response.body();
    JsonNode answer =
        json(body.startsWith("{") ? body : body.substring(body.lastIndexOf("data: {") + 6));
    assertThat(answer.path("id").asInt()).as(body).isEqualTo(id);
    return answer.at("/result/content/0/text").asText(body);
  }

  @Order(1)
  @ParameterizedTest
  @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
  void aSessionIsServedByBoth(String version) throws IOException {
    String session = session(version);
    Set<String> served = new HashSet<>();

    for (int id = 1; id <= 6; id++) {
      HttpResponse<String> answer = post(write(id, version + "-" + id), "Mcp-Session-Id", session);
      served.add(by(answer));
      assertThat(text(answer, id)).isEqualTo(version + "-" + id);
    }

    assertThat(served).hasSize(2);
  }

  @Order(1)
  @Test
  void aQuestionIsAnsweredByWayOfEither() throws IOException {
    String session = session("2025-11-25");
    Set<Boolean> crossed = new HashSet<>();

    for (int id = 1; crossed.size() < 2; id++) {
      HttpResponse<Stream<String>> call =
          Patience.join(
              http.sendAsync(
                  request("Mcp-Session-Id", session)
                      .POST(BodyPublishers.ofString(call(id, "asking.ask", QUESTION)))
                      .build(),
                  BodyHandlers.ofLines()));
      Iterator<String> events =
          call.body()
              .filter(line -> line.startsWith("data: {"))
              .map(l -> l.substring(6))
              .iterator();
      JsonNode question = json(events.next());
      assertThat(question.path("method").asText()).isEqualTo("elicitation/create");
      if (id % 2 == 0) {
        // The balancer takes turns: one request more, and the answer goes the other way.
        post("{\"jsonrpc\":\"2.0\",\"id\":99,\"method\":\"ping\"}", "Mcp-Session-Id", session);
      }
      HttpResponse<String> answered =
          post(
              "{\"jsonrpc\":\"2.0\",\"id\":" + question.get("id") + ",\"result\":" + ANSWER + "}",
              "Mcp-Session-Id",
              session);

      assertThat(answered.statusCode()).isEqualTo(202);
      assertThat(json(events.next()).toString()).contains("\\\"name\\\":\\\"é\\\"");
      crossed.add(!by(call).equals(by(answered)));
    }
  }

  @Order(1)
  @Test
  void aRequestWithoutASessionGoesOnWithEither() throws IOException {
    Set<Boolean> crossed = new HashSet<>();

    for (int id = 1; crossed.size() < 2; id++) {
      HttpResponse<String> asked = stateless(call(id, "asking.ask", QUESTION), null);
      JsonNode result = json(asked.body()).path("result");
      assertThat(result.path("resultType").asText()).as(asked.body()).isEqualTo("input_required");
      if (id % 2 == 0) {
        stateless(write(99, "between"), null);
      }
      HttpResponse<String> done = stateless(call(id, "asking.ask", QUESTION), result);

      assertThat(text(done, id)).contains("\"name\":\"é\"");
      crossed.add(!by(asked).equals(by(done)));
    }
  }

  private HttpResponse<String> stateless(String call, @Nullable JsonNode asked) throws IOException {
    ObjectNode message = (ObjectNode) json(call);
    ObjectNode params = (ObjectNode) message.get("params");
    params
        .putObject("_meta")
        .put("io.modelcontextprotocol/protocolVersion", "2026-07-28")
        .set(
            "io.modelcontextprotocol/clientCapabilities",
            json("{\"elicitation\": {\"form\": {}}}"));
    if (asked != null) {
      params.set("requestState", asked.path("requestState"));
      ObjectNode responses = params.putObject("inputResponses");
      for (var names = asked.path("inputRequests").fieldNames(); names.hasNext(); ) {
        responses.set(names.next(), json(ANSWER));
      }
    }
    return post(
        message.toString(),
        "MCP-Protocol-Version",
        "2026-07-28",
        "Mcp-Method",
        "tools/call",
        "Mcp-Name",
        "call_tool_chain");
  }

  @Order(2)
  @Test
  void aGatewayThatDiesCostsOnlyWhatIsUnderWay() throws Exception {
    Set<String> answered = ConcurrentHashMap.newKeySet();
    CountDownLatch atWork = new CountDownLatch(CLIENTS);
    CountDownLatch killed = new CountDownLatch(1);
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<CompletableFuture<Void>> clients =
          IntStream.range(0, CLIENTS)
              .mapToObj(
                  client ->
                      CompletableFuture.runAsync(
                          () -> work(client, atWork, killed, answered), threads))
              .toList();
      assertThat(atWork.await(120, TimeUnit.SECONDS)).isTrue();

      gateways.kill(0);
      killed.countDown();

      clients.forEach(Patience::join);
    } finally {
      threads.shutdownNow();
    }

    List<String> written = gateways.written();
    assertThat(written).doesNotHaveDuplicates().containsAll(answered);
    assertThat(answered).hasSizeGreaterThanOrEqualTo(CLIENTS * (CALLS_BEFORE + CALLS_AFTER));
  }

  /** Calls until it has had so many answers after the end of a gateway. */
  private void work(
      int client, CountDownLatch atWork, CountDownLatch killed, Set<String> answered) {
    String session = client % 2 == 0 ? session("2025-11-25") : "";
    boolean failed = false;
    int after = 0;
    for (int id = 1; after < CALLS_AFTER; id++) {
      boolean alone = killed.getCount() == 0;
      String text = "client-" + client + "-" + id;
      boolean fails = !isAnswered(session, id, text, answered);
      assertThat(fails && failed).as("two failures of client %d", client).isFalse();
      assertThat(fails && alone).as("a failure after the death, client %d", client).isFalse();
      failed = fails;
      after += alone ? 1 : 0;
      if (id == CALLS_BEFORE) {
        atWork.countDown();
      }
    }
  }

  private boolean isAnswered(String session, int id, String text, Set<String> answered) {
    try {
      HttpResponse<String> response =
          session.isEmpty()
              ? stateless(write(id, text), null)
              : post(write(id, text), "Mcp-Session-Id", session);
      if (response.statusCode() != 200) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(502);
        return false;
      }
      assertThat(text(response, id)).isEqualTo(text);
      answered.add(text);
      return true;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
