package io.gatemini.examples.compliance;

import static io.gatemini.examples.compliance.ComplianceClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Exposure;
import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.MemoryPipe;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestSurface;
import io.gatemini.testing.Values;
import io.gatemini.transport.http.StreamableHttpBackendProvider;
import io.gatemini.transport.http.server.HttpTransport;
import io.gatemini.transport.stdio.StdioBackendProvider;
import io.gatemini.transport.stdio.StdioTransport;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every member of an answer is the same directly from a server and through the gateway, for clients
 * and servers of both eras. The backend {@code old} is a process that shakes hands; the backend
 * {@code late} is asked over HTTP without a handshake. The differences are deliberate:
 *
 * <ul>
 *   <li>each server names itself in {@code _meta}, and so does the gateway;
 *   <li>progress comes at most ten times a second, the last report always: people read no faster;
 *   <li>a call that a backend refuses with a protocol error is a result with {@code isError}: the
 *       call of the client, {@code call_tool_chain}, was valid.
 * </ul>
 */
@ParameterizedClass(name = "client {0}, backend {1}")
@CsvSource({"2025-11-25, old", "2025-11-25, late", "2026-07-28, old", "2026-07-28, late"})
class ProxyKitTest {
  private static final TestContext CONTEXT = new TestContext().withThreads();
  private static final TestSurface SURFACE = ProxyFixture.surface();

  @SuppressWarnings("NullAway.Init") // set before all tests
  private static HttpTransport.Listening door;

  @SuppressWarnings("NullAway.Init") // set before all tests
  private static Gateway gateway;

  private final String backend;
  @AutoClose private final ComplianceClient direct;
  @AutoClose private final ComplianceClient through;

  ProxyKitTest(String version, String backend) {
    this.backend = backend;
    MemoryPipe toServer = new MemoryPipe();
    MemoryPipe toClient = new MemoryPipe();
    Exposure server = StdioTransport.over(toServer.in, toClient.out).open(SURFACE, CONTEXT);
    direct = new ComplianceClient(Wire.lines(toClient.in, toServer.out, server), version);
    MemoryPipe toGateway = new MemoryPipe();
    MemoryPipe fromGateway = new MemoryPipe();
    Exposure exposed = gateway.expose(StdioTransport.over(toGateway.in, fromGateway.out));
    through = new ComplianceClient(Wire.lines(fromGateway.in, toGateway.out, exposed), version);
    direct.begin();
    through.begin();
  }

  @BeforeAll
  static void open() {
    door = HttpTransport.at("127.0.0.1:0").open(SURFACE, CONTEXT);
    List<String> command = ProxyFixture.command();
    gateway =
        TestGateway.ready(
            TestGateway.builder()
                .outputConfig(output -> output.structuredContent(true))
                .plugin(new StdioBackendProvider())
                .plugin(new StreamableHttpBackendProvider())
                .backend("late", BackendConfig.streamableHttp(door.uri().toString()))
                .backend(
                    "old",
                    BackendConfig.stdio(
                        command.get(0),
                        command.subList(1, command.size()).toArray(String[]::new))));
  }

  @AfterAll
  static void close() {
    gateway.close();
    door.close();
    CONTEXT.close();
  }

  private String chain(String tool) {
    String call = "{\"tool\":\"" + backend + "." + tool + "\",\"arguments\":{}}";
    return json("{\"name\":\"call_tool_chain\"}")
        .set("arguments", json("{}").put("code", call))
        .toString();
  }

  @Values("text | image | audio | embedded | link | structured | meta | failed | several")
  void answersTheSame(String tool) {
    JsonNode expected = direct.call(tool, "{}");
    JsonNode answered = through.result("tools/call", chain(tool));

    assertThat(own(answered)).isEqualTo(own(expected));
  }

  /** Without the name of the server, which each says of itself. */
  private static JsonNode own(JsonNode result) {
    ObjectNode own = result.deepCopy();
    if (own.path("_meta") instanceof ObjectNode meta) {
      meta.remove("io.modelcontextprotocol/serverInfo");
      if (meta.isEmpty()) {
        own.remove("_meta");
      }
    }
    return own;
  }

  @Test
  void reportsTheSameProgressLessOften() {
    String token = "\"_meta\":{\"progressToken\":\"t\"}";

    List<JsonNode> expected =
        reports(direct, "{\"name\":\"steps\",\"arguments\":{}," + token + "}");
    String call = chain("steps");
    List<JsonNode> reported =
        reports(through, call.substring(0, call.length() - 1) + "," + token + "}");

    assertThat(expected).hasSize(3);
    assertThat(expected).containsSubsequence(reported).endsWith(reported.get(reported.size() - 1));
  }

  private static List<JsonNode> reports(ComplianceClient client, String params) {
    int id = client.send("tools/call", params);
    List<JsonNode> reports = new ArrayList<>();
    client.await(
        message -> {
          if (message.path("method").asText().equals("notifications/progress")) {
            reports.add(message.path("params"));
          }
          return message.path("id").asInt(-1) == id;
        });
    return reports;
  }

  @Test
  void saysTheSameOfARefusal() {
    JsonNode expected = direct.refusal("tools/call", "{\"name\":\"refused\"}", -32602);
    JsonNode answered = through.result("tools/call", chain("refused"));

    assertThat(answered.path("isError").asBoolean()).isTrue();
    assertThat(ComplianceClient.text(answered)).contains(expected.path("message").asText());
  }

  @Test
  void cancelsTheSame() {
    for (ComplianceClient client : List.of(direct, through)) {
      int id =
          client.send(
              "tools/call",
              client == direct ? "{\"name\":\"never\",\"arguments\":{}}" : chain("never"));
      client.wire.send(
          json("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}")
              .set("params", json("{}").put("requestId", id)));

      int next = client.send("tools/list", "{}");
      JsonNode answer = client.await(message -> message.has("id"));
      assertThat(answer.path("id").asInt()).as("the cancelled call has no answer").isEqualTo(next);
    }
  }
}
