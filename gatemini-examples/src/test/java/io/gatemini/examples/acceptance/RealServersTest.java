package io.gatemini.examples.acceptance;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.RawJson;
import io.gatemini.ToolCall;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolInfo;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.TrustConfig;
import io.gatemini.examples.acceptance.RealServerCalls.Call;
import io.gatemini.examples.acceptance.RealServerCalls.Server;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four real MCP servers behind a gateway, embedded and bundled, beside the same servers asked
 * directly by {@link RawMcpClient}: nothing may be lost or changed on the way.
 */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RealServersTest {
  private static final Duration START = Duration.ofSeconds(60);

  private final List<AutoCloseable> closeLast = new ArrayList<>();

  /** The servers' answers when they are asked directly. */
  private final Map<String, List<JsonNode>> directTools = new LinkedHashMap<>();

  private final Map<String, List<JsonNode>> directAnswers = new LinkedHashMap<>();

  private Path directory = Path.of("");
  private List<Server> servers = List.of();

  @BeforeAll
  void askDirectly(@TempDir Path temporary) throws Exception {
    NodePackages npm = NodePackages.installed();
    // The filesystem server returns the real path.
    directory = temporary.toRealPath();
    servers = RealServerCalls.servers(npm, directory);
    RealServerCalls.reset(directory);
    for (Server server : servers) {
      try (RawMcpClient direct = RawMcpClient.connect(server.command(), server.environment())) {
        directTools.put(server.name(), direct.tools());
        List<JsonNode> answers = new ArrayList<>();
        for (Call call : server.calls()) {
          answers.add(direct.await(direct.callAsync(call.tool(), call.arguments())));
        }
        directAnswers.put(server.name(), answers);
      }
    }
  }

  @AfterAll
  void closeAll() throws Exception {
    for (AutoCloseable resource : closeLast) {
      resource.close();
    }
  }

  @TestFactory
  Stream<DynamicTest> everyToolOfEveryServerIsCalled() {
    return servers.stream()
        .map(
            server ->
                DynamicTest.dynamicTest(
                    server.name(),
                    () ->
                        assertThat(server.calls())
                            .extracting(Call::tool)
                            .containsAll(names(directTools(server)))));
  }

  @TestFactory
  Stream<DynamicTest> theEmbeddedGatewayChangesNothing() {
    RealServerCalls.reset(directory);
    GatewayBuilder builder = Gateway.builder();
    for (Server server : servers) {
      builder.backend(server.name(), config(server));
    }
    Gateway gateway = builder.build();
    closeLast.add(gateway);
    assertThat(gateway.awaitReady(START)).isTrue();
    return servers.stream()
        .flatMap(
            server ->
                Stream.concat(
                    Stream.of(
                        DynamicTest.dynamicTest(
                            server.name() + ": discovery", () -> compareCatalog(gateway, server))),
                    calls(server, (call, direct) -> compareCall(gateway, server, call, direct))));
  }

  @TestFactory
  Stream<DynamicTest> theBundledServerChangesNothing() {
    RealServerCalls.reset(directory);
    BundledServer bundled = new BundledServer(directory).output("structured_content", true);
    for (Server server : servers) {
      bundled
          .backend(server.name(), server.command(), server.environment())
          .set(server.name(), "validate_arguments", false);
    }
    RawMcpClient client =
        RawMcpClient.connect(bundled.command(), Map.of("GATEMINI_TEST_SECRET", "hunter2"));
    closeLast.add(client);
    return servers.stream()
        .flatMap(
            server ->
                Stream.concat(
                    Stream.of(
                        DynamicTest.dynamicTest(
                            server.name() + ": discovery", () -> compareInfo(client, server))),
                    calls(server, (call, direct) -> compareChain(client, server, call, direct))));
  }

  @Test
  void reportsProgressBeforeTheResult(@TempDir Path other) {
    NodePackages npm = NodePackages.installed();
    BundledServer bundled =
        new BundledServer(other).backend("everything", npm.server("everything"));
    try (RawMcpClient client = bundled.connect()) {
      client.awaitTool("everything.trigger-long-running-operation");
      ObjectNode params = RawMcpClient.JSON.createObjectNode().put("name", "call_tool_chain");
      params
          .putObject("arguments")
          .put(
              "code",
              "{\"tool\": \"everything.trigger-long-running-operation\","
                  + " \"arguments\": {\"duration\": 0.6, \"steps\": 3}}");
      params.putObject("_meta").put("progressToken", "mine");

      // Runs on the thread that reads, so that it sees what had come before the result.
      List<JsonNode> before =
          client.request("tools/call", params).thenApply(answer -> client.others()).join();

      List<JsonNode> reports =
          before.stream()
              .filter(it -> it.path("method").asText().equals("notifications/progress"))
              .map(it -> it.path("params"))
              .toList();
      assertThat(reports).extracting(it -> it.path("progressToken").asText()).containsOnly("mine");
      // Some reports of a row may be left out, the last one never.
      assertThat(reports.get(reports.size() - 1).path("progress").asInt()).isEqualTo(3);
    }
  }

  private static BackendConfig config(Server server) {
    BackendConfig config =
        BackendConfig.of("stdio")
            .command(server.command())
            .validateArguments(false)
            // As the direct connection: a server may have tools for clients that can be asked.
            .trust(TrustConfig.defaults().elicitation(TrustConfig.Elicitation.NONE));
    for (Map.Entry<String, String> variable : server.environment().entrySet()) {
      config = config.env(variable.getKey(), variable.getValue());
    }
    return config;
  }

  private void compareCatalog(Gateway gateway, Server server) {
    List<JsonNode> direct = directTools(server);

    assertThat(gateway.catalog().tools(server.name()))
        .extracting(ToolDescriptor::originalName)
        .containsExactlyInAnyOrderElementsOf(names(direct));
    for (JsonNode tool : direct) {
      ToolInfo info = gateway.tool(server.name() + "." + tool.path("name").asText());
      ToolDescriptor definition = info.definition();
      // As text too: a tree takes 1 and 1.0, and members in another order, for the same.
      assertThat(definition.inputSchema().toString()).isEqualTo(tool.get("inputSchema").toString());
      assertThat(definition.outputSchema().map(JsonNode::toString).orElse("none"))
          .isEqualTo(tool.has("outputSchema") ? tool.get("outputSchema").toString() : "none");
      assertThat(definition.description()).isEqualTo(tool.path("description").asText());
    }
  }

  private static void compareCall(Gateway gateway, Server server, Call call, JsonNode direct) {
    ToolCall request = ToolCall.of(server.name() + "." + call.tool(), RawJson.of(call.arguments()));
    if (direct.has("error")) {
      assertThrown(GatewayException.class, () -> gateway.call(request))
          .hasMessageContaining(direct.path("error").path("message").asText());
      return;
    }

    ToolResult result = gateway.call(request);

    assertThat(RealServerCalls.comparable(call, result.json().tree()))
        .isEqualTo(RealServerCalls.comparable(call, direct.get("result")));
    assertThat(result.isError()).isEqualTo(direct.path("result").path("isError").asBoolean());
  }

  private void compareInfo(RawMcpClient client, Server server) {
    awaitTools(client, server);
    for (JsonNode tool : directTools(server)) {
      String key = server.name() + "." + tool.path("name").asText();

      JsonNode info =
          client
              .call(
                  "tool_info",
                  RawMcpClient.JSON.createObjectNode().put("tool_name", key).put("detail", "full"))
              .path("structuredContent");

      assertThat(info.path("name").asText()).isEqualTo(key);
      assertThat(info.path("input_schema").toString())
          .isEqualTo(tool.get("inputSchema").toString());
      assertThat(info.path("description")).isEqualTo(tool.path("description"));
    }
  }

  private void awaitTools(RawMcpClient client, Server server) {
    for (String name : names(directTools(server))) {
      client.awaitTool(server.name() + "." + name);
    }
  }

  private static void compareChain(RawMcpClient client, Server server, Call call, JsonNode direct) {
    JsonNode result = client.chain(server.name() + "." + call.tool(), call.arguments());

    assertThat(result.toString()).doesNotContain("hunter2");
    if (direct.has("error")) {
      assertThat(result.path("isError").asBoolean()).isTrue();
      assertThat(result.path("content").path(0).path("text").asText())
          .contains(direct.path("error").path("message").asText());
      return;
    }
    JsonNode expected = RealServerCalls.comparable(call, direct.get("result"));
    JsonNode actual = RealServerCalls.comparable(call, result);
    if (call.shapeOnly()) {
      assertThat(actual).isEqualTo(expected);
      return;
    }
    assertThat(actual.get("content")).isEqualTo(expected.get("content"));
    assertThat(actual.path("isError").asBoolean()).isEqualTo(expected.path("isError").asBoolean());
    assertThat(actual.path("structuredContent")).isEqualTo(expected.path("structuredContent"));
  }

  private interface Comparison {
    void of(Call call, JsonNode direct);
  }

  /** A test a call, in order: later calls see what earlier ones wrote. */
  private Stream<DynamicTest> calls(Server server, Comparison comparison) {
    List<JsonNode> answers = directAnswers.getOrDefault(server.name(), List.of());
    List<DynamicTest> tests = new ArrayList<>();
    for (int i = 0; i < server.calls().size(); i++) {
      Call call = server.calls().get(i);
      JsonNode direct = answers.get(i);
      if (direct.toString().contains("requires task augmentation")) {
        continue; // what a gateway does and a plain call cannot; EverythingThroughTheGatewayTest
      }
      tests.add(
          DynamicTest.dynamicTest(
              server.name() + "." + call.tool() + " " + call.arguments(),
              () -> comparison.of(call, direct)));
    }
    return tests.stream();
  }

  private List<JsonNode> directTools(Server server) {
    return directTools.getOrDefault(server.name(), List.of());
  }

  private static List<String> names(List<JsonNode> tools) {
    return tools.stream().map(tool -> tool.path("name").asText()).toList();
  }
}
