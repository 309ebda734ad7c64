package io.gatemini.examples.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The clients that others wrote, with one bundled server over HTTP: the MCP inspector, both
 * generations of the TypeScript client, and the client of the Java SDK.
 */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HttpClientsTest {
  private static final Pattern ADDRESS = Pattern.compile("MCP clients are served at (\\S+)");
  private static final String ECHO =
      "{\"tool\": \"everything.echo\", \"arguments\": {\"message\": \"over HTTP\"}}";
  private static final String PROGRAM =
      "return (await everything.echo({message: 'over HTTP'})).length + 6 * 7";

  private Path directory = Path.of("");

  @SuppressWarnings("NullAway.Init") // set before all tests
  private Process server;

  private String url = "";

  @BeforeAll
  void startServer(@TempDir Path directory) throws IOException {
    this.directory = directory;
    Path log = directory.resolve("server.log");
    List<String> command =
        new BundledServer(directory)
            .backend("everything", NodePackages.installed().server("everything"))
            .command("serve", "--http", "127.0.0.1:0");
    server =
        new ProcessBuilder(command)
            .redirectOutput(directory.resolve("server.out").toFile())
            .redirectError(log.toFile())
            .start();
    await()
        .atMost(RawMcpClient.PATIENCE)
        .untilAsserted(
            () -> {
              Matcher line = ADDRESS.matcher(Files.readString(log));
              assertThat(line.find()).as("an address in %s", line).isTrue();
              url = line.group(1);
            });
  }

  @AfterAll
  void endServer() {
    Stream.concat(server.descendants(), Stream.of(server.toHandle()))
        .toList()
        .forEach(ProcessHandle::destroyForcibly);
  }

  @TestFactory
  Stream<DynamicContainer> typeScriptClients() throws Exception {
    return Stream.of(
        typeScriptClient("1", "2025-11-25"),
        typeScriptClient("2", "2025-11-25"),
        typeScriptClient("2", "2026-07-28"));
  }

  private DynamicContainer typeScriptClient(String generation, String version) throws Exception {
    Stream<DynamicTest> checks =
        CheckingClient.run(
            directory,
            NodePackages.installed(),
            "official-client.mjs",
            List.of(generation, version, url));
    return DynamicContainer.dynamicContainer("client " + generation + ", " + version, checks);
  }

  @Test
  void inspector() throws Exception {
    assertThat(inspect("tools/list").path("tools")).hasSize(7);
    await()
        .atMost(RawMcpClient.PATIENCE)
        .untilAsserted(
            () ->
                assertThat(call("search_tools", "task_description=echo a message"))
                    .contains("everything.echo"));
    assertThat(call("call_tool_chain", "code=" + ECHO)).contains("over HTTP");
    assertThat(call("call_tool_chain", "code=" + PROGRAM)).isEqualTo("57");
  }

  private String call(String tool, String argument) throws Exception {
    return RawMcpClient.text(inspect("tools/call", "--tool-name", tool, "--tool-arg", argument));
  }

  private JsonNode inspect(String method, String... more) throws Exception {
    return Inspector.ask(
        directory, List.of("--transport", "http", "--server-url", url), method, more);
  }

  @Test
  void javaClient() {
    URI address = URI.create(url);
    HttpClientStreamableHttpTransport transport =
        HttpClientStreamableHttpTransport.builder(address.resolve("/").toString())
            .endpoint(address.getPath())
            .jsonMapper(new SdkMapper())
            .build();
    // The validator of the SDK needs Jackson 3.
    try (McpSyncClient client =
        McpClient.sync(transport)
            .requestTimeout(RawMcpClient.PATIENCE)
            .jsonSchemaValidator((schema, content) -> ValidationResponse.asValid("{}"))
            .build()) {
      assertThat(client.initialize().serverInfo().name()).isEqualTo("gatemini");

      assertThat(client.listTools().tools()).hasSize(7);
      await()
          .atMost(RawMcpClient.PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(
                          call(
                              client, "search_tools", Map.of("task_description", "echo a message")))
                      .contains("everything.echo"));
      assertThat(call(client, "call_tool_chain", Map.of("code", ECHO))).contains("over HTTP");
      assertThat(call(client, "call_tool_chain", Map.of("code", PROGRAM))).isEqualTo("57");
    }
  }

  private static String call(McpSyncClient client, String tool, Map<String, Object> arguments) {
    CallToolResult result =
        client.callTool(CallToolRequest.builder(tool).arguments(arguments).build());
    return ((TextContent) result.content().get(0)).text();
  }
}
