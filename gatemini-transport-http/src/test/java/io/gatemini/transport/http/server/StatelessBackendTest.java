package io.gatemini.transport.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.CallContext;
import io.gatemini.ClientChannel;
import io.gatemini.ClientChannel.Question;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.TrustConfig;
import io.gatemini.config.TrustConfig.Elicitation;
import io.gatemini.internal.async.Relay;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.SurfaceListener;
import io.gatemini.testing.Patience;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.TestHttpServer;
import io.gatemini.transport.http.StreamableHttpBackendProvider;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Backends that are spoken to without a handshake over HTTP, and their gateways' own door. */
class StatelessBackendTest {
  @AutoClose private final DoorFixture door = new DoorFixture();

  private static TestContext context(String url) {
    return new TestContext(
            "far",
            BackendConfig.streamableHttp(url)
                .trust(TrustConfig.defaults().elicitation(Elicitation.FORM)))
        .withThreads();
  }

  private static CompletableFuture<ToolResult> call(
      Backend backend, String tool, String arguments, ClientChannel client) {
    return backend
        .call(
            new BackendCall(
                tool,
                RawJson.parse(arguments),
                CallContext.of(Session.of("ann")).withClient(client)))
        .toCompletableFuture();
  }

  @Test
  void listsCallsAsksAndHearsOfChanges() {
    door.surface.tool(
        "ask",
        call ->
            Relay.map(
                call.context()
                    .client()
                    .ask(
                        new Question(
                            Question.Kind.ELICITATION,
                            RawJson.parse(
                                "{\"message\":\"Who?\",\"requestedSchema\":{\"type\":\"object\","
                                    + "\"properties\":{}}}"))),
                answer ->
                    ToolResult.text(answer.map(it -> it.tree().toString()).orElse("nobody"))));
    ClientChannel person =
        new ClientChannel() {
          @Override
          public CompletionStage<Optional<RawJson>> ask(Question question) {
            return CompletableFuture.completedFuture(
                Optional.of(RawJson.parse("{\"action\":\"accept\",\"content\":{\"a\":\"ann\"}}")));
          }
        };
    try (TestContext context = context(door.open.uri().toString())) {
      Backend backend = new StreamableHttpBackendProvider().create(context);
      Patience.join(backend.start());

      assertThat(Patience.join(backend.listTools()))
          .extracting(BackendTool::name)
          .contains("echo", "ask");
      assertThat(Patience.join(call(backend, "echo", "{\"n\":1}", ClientChannel.none())).text())
          .isEqualTo("{\"n\":1}");
      assertThat(Patience.join(call(backend, "ask", "{}", person)).text()).contains("ann");
      Patience.join(backend.ping());
      await()
          .untilAsserted(
              () -> {
                door.surface.deliver(SurfaceListener::toolsChanged);
                assertThat(context.toolChanges.get()).isPositive();
              });
      CompletableFuture<ToolResult> never = call(backend, "never", "{}", ClientChannel.none());
      await().until(() -> door.surface.calls.size() == 3);
      never.cancel(true);
      Patience.join(backend.stop());
    }
  }

  @Test
  void saysInHeadersWhatARequestIsAndLeavesOutToolsWhoseHeadersAreWrong() {
    try (TestHttpServer server = new TestHttpServer(StatelessBackendTest::late);
        TestContext context = context(server.url())) {
      Backend backend = new StreamableHttpBackendProvider().create(context);
      Patience.join(backend.start());

      assertThat(Patience.join(backend.listTools()))
          .extracting(BackendTool::name)
          .containsExactly("süß");
      Patience.join(
          call(
              backend,
              "süß",
              "{\"region\":\" a\",\"deep\":{\"n\":3},\"none\":null}",
              ClientChannel.none()));
      Patience.join(backend.stop());

      TestHttpServer.Received call =
          server.received().stream()
              .filter(it -> it.header("Mcp-Method").equals(Optional.of("tools/call")))
              .findFirst()
              .orElseThrow();
      assertThat(call.header("Mcp-Name")).hasValue("=?base64?c8O8w58=?=");
      assertThat(call.header("Mcp-Param-Region")).hasValue("=?base64?IGE=?=");
      assertThat(call.header("Mcp-Param-N")).hasValue("3");
      assertThat(call.header("Mcp-Param-None")).isEmpty();
      assertThat(server.received())
          .allMatch(it -> it.method().equals("POST"))
          .allMatch(it -> it.header("MCP-Protocol-Version").equals(Optional.of("2026-07-28")))
          .allMatch(it -> it.header("Mcp-Session-Id").isEmpty());
    }
  }

  private static void late(TestHttpServer.Received request, TestHttpServer.Answer answer)
      throws Exception {
    JsonNode message = ConformanceSurface.json(request.body());
    String result =
        switch (message.path("method").asText()) {
          case "server/discover" ->
              "{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}}}";
          case "tools/list" ->
              """
              {"tools":[{"name":"süß","inputSchema":{"type":"object","properties":{
               "region":{"type":"string","x-mcp-header":"Region"},
               "none":{"type":"string","x-mcp-header":"None"},
               "deep":{"type":"object","properties":{"n":{"type":"integer","x-mcp-header":"N"}}}}}},
               {"name":"bad","inputSchema":{"type":"object","properties":{
               "n":{"type":"number","x-mcp-header":"N"}}}}]}""";
          default -> "{\"content\":[]}";
        };
    answer.json("{\"jsonrpc\":\"2.0\",\"id\":" + message.get("id") + ",\"result\":" + result + "}");
  }
}
