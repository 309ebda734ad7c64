package io.gatemini.internal.surface.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.BackendUnavailableException;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.InspectionGuard;
import io.gatemini.spi.StateStore;
import io.gatemini.testing.Table;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestTransport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerToolsTest {
  private static final String READ =
      """
      {"type":"object","required":["path","mode"],"properties":{
      "path":{"$ref":"#/$defs/path"},
      "mode":{"anyOf":[{"const":"text"},{"type":"integer","minimum":3}]},
      "from-line":{"type":"integer","minimum":1}},
      "$defs":{"path":{"type":"string","description":"Where it is."}}}\
      """;

  @AutoClose
  private Gateway gateway =
      TestGateway.builder()
          .outputConfig(output -> output.structuredContent(true))
          .surface("servers")
          .backend(
              "data-server",
              BackendConfig.inProcess()
                  .description("Reads data.")
                  .tool("read-file", "Reads a file.", READ, arguments -> arguments)
                  .tool(
                      "read.file", "Reads another.", "{\"type\":\"object\"}", it -> Map.of("a", 1))
                  .tool("fail", "Fails.", "{\"type\":\"object\"}", ServerToolsTest::fail))
          .build();

  private static Object fail(Object arguments) {
    throw new IllegalStateException("no disk");
  }

  private String answer(String tool, String arguments) {
    return call(tool, arguments, false);
  }

  private String error(String tool, String arguments) {
    return call(tool, arguments, true);
  }

  private String call(String tool, String arguments, boolean error) {
    ToolResult result = result(tool, arguments);
    assertThat(result.isError()).as(result.text()).isEqualTo(error);
    return result.text();
  }

  private ToolResult result(String tool, String arguments) {
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
    return resultNow(tool, arguments);
  }

  private ToolResult resultNow(String tool, String arguments) {
    RawJson json = RawJson.wrap(arguments.getBytes(StandardCharsets.UTF_8));
    return TestGateway.ask(gateway, tool, json);
  }

  @Test
  void hasFiveTools() {
    assertThat(gateway.surface().tools(Session.local()))
        .extracting(SurfaceTool::name)
        .containsExactly(
            "list-servers",
            "list-server-tools",
            "tool-details",
            "inspect-tool-response",
            "execute");
  }

  @Test
  void walksFromTheServersToACall() {
    assertThat(answer("list-servers", "{}"))
        .contains(
            "Available MCP Servers: 1", "[*] data_server", "Name: data-server", "Reads data.");
    assertThat(answer("list-server-tools", "{\"luaServerName\":\"data_server\"}"))
        .contains("Available Tools: 3", "[>] read_file (read-file)", "[>] read_file_2 (read.file)");
    assertThat(
            answer(
                "tool-details",
                "{\"luaServerName\":\"data_server\",\"luaToolName\":\"read_file\"}"))
        .contains(
            "Tool: read_file (read-file)",
            "path (string, required): Where it is",
            "\"minimum\":3",
            "data_server.read_file(");
    assertThat(
            answer(
                "inspect-tool-response",
                "{\"luaServerName\":\"data_server\",\"luaToolName\":\"read_file_2\"}"))
        .contains("[!] Tool executed: data_server.read_file_2", "\"a\" : 1");
    assertThat(answer("execute", "{\"script\":\"{\\\"tool\\\":\\\"data-server.read.file\\\"}\"}"))
        .contains("\"a\":1");
  }

  /** An object of a program is the structured content, too; what is no object is text alone. */
  @Table(
      """
      data-server.read.file | true
      data-server.fail | false
      """)
  void executeGivesAnObjectAsStructuredContent(String tool, boolean structured) {
    ToolResult result = result("execute", "{\"script\":\"{\\\"tool\\\":\\\"" + tool + "\\\"}\"}");

    assertThat(result.hasStructuredContent()).isEqualTo(structured);
    if (structured) {
      assertThat(result.structuredContent().orElseThrow()).hasToString("{\"a\":1}");
      assertThat(result.text()).isEqualTo("{\"a\":1}");
    }
  }

  @Test
  void showsToolsInPagesWithoutLosingOne() {
    String first = answer("list-server-tools", "{\"luaServerName\":\"data_server\",\"limit\":2}");
    assertThat(first)
        .contains("[>] fail", "[>] read_file ", "1 more: pass \"after\": \"read_file\"");

    assertThat(
            answer(
                "list-server-tools", "{\"luaServerName\":\"data_server\",\"after\":\"read_file\"}"))
        .contains("[>] read_file_2")
        .doesNotContain("[>] fail", "more:");
  }

  @Test
  void namesWhatIsWrongAndShowsAValidCall() {
    assertThat(error("list-server-tools", "{}")).contains("luaServerName", "for example {");
    assertThat(error("list-server-tools", "{\"luaServerName\":\"data_servr\"}"))
        .contains("\"luaServerName\" names no server", "did you mean \"data_server\"");
    assertThat(
            error(
                "tool-details", "{\"luaServerName\":\"data_server\",\"luaToolName\":\"red_file\"}"))
        .contains("\"luaToolName\" names no tool of data_server", "read_file_2");
    assertThat(
            error(
                "inspect-tool-response",
                "{\"luaServerName\":\"data_server\",\"luaToolName\":\"fail\"}"))
        .contains("data_server.fail");
    assertThat(error("execute", "{\"script\":\" \"}")).contains("\"script\" is empty");
  }

  @Test
  void ranksTheToolsOfOneServerAmongThemselves() {
    BackendConfig large = BackendConfig.inProcess();
    for (int i = 0; i < 150; i++) {
      large = large.tool("read_" + i, "Reads a file.", "{\"type\":\"object\"}", it -> "");
    }
    gateway.close();
    gateway =
        TestGateway.builder()
            .surface("servers")
            .backend("large", large)
            .backend(
                "small",
                BackendConfig.inProcess()
                    .tool("read_data", "Reads a file.", "{\"type\":\"object\"}", it -> "")
                    .tool("write", "Sends mail.", "{\"type\":\"object\"}", it -> ""))
            .build();

    assertThat(
            answer("list-server-tools", "{\"luaServerName\":\"small\",\"query\":\"read a file\"}"))
        .contains("[>] read_data")
        .doesNotContain("[>] write");
    String page =
        answer(
            "list-server-tools",
            "{\"luaServerName\":\"large\",\"query\":\"read a file\",\"limit\":1}");
    assertThat(page).contains("99 more: pass \"after\": \"");
    String last = page.replaceAll("(?s).*\"after\": \"([^\"]+)\".*", "$1");
    assertThat(
            answer(
                "list-server-tools",
                "{\"luaServerName\":\"large\",\"query\":\"read a file\",\"limit\":1,"
                    + "\"after\":\""
                    + last
                    + "\"}"))
        .contains("98 more")
        .doesNotContain("[>] " + last + "\n");
  }

  @Test
  void saysWhyAServerFailedInEveryToolThatNamesIt() {
    TestTransport provider = new TestTransport("given");
    provider
        .backend("down")
        .start(() -> CompletableFuture.failedFuture(new BackendUnavailableException("no key")));
    gateway.close();
    gateway =
        TestGateway.builder()
            .surface("servers")
            .plugin(provider)
            .backend("down", BackendConfig.of("given"))
            .build();

    assertThat(answer("list-servers", "{}")).contains("[X] down", "Error: Stopped: no key");
    for (String tool : List.of("list-server-tools", "tool-details", "inspect-tool-response")) {
      String toolName = tool.equals("list-server-tools") ? "" : ",\"luaToolName\":\"a\"";
      assertThat(error(tool, "{\"luaServerName\":\"down\"" + toolName + "}"))
          .contains("server \"down\" is not available", "no key");
    }
    assertThat(error("execute", "{\"script\":\"{\\\"tool\\\":\\\"down.a\\\"}\"}"))
        .contains("no key");
  }

  @Test
  void saysThatToolsAreRememberedUntilTheirServerIsUp() throws Exception {
    StateStore store = StateStore.inMemory();
    gateway.close();
    TestGateway.ready(remembering(store, new TestTransport("given"))).close();

    TestTransport slow = TestTransport.manual("given");
    gateway = remembering(store, slow);
    Map<String, String> looks =
        Map.of(
            "list-servers", "{}",
            "list-server-tools", "{\"luaServerName\":\"it\"}",
            "tool-details", "{\"luaServerName\":\"it\",\"luaToolName\":\"work\"}");

    looks.forEach(
        (tool, arguments) ->
            assertThat(resultNow(tool, arguments).text())
                .contains(
                    "\n1 of 1 backend is not up yet, with tools remembered from the last time: it\n",
                    tool.equals("list-servers") ? "[*] it" : "work"));
    slow.next().started.complete(null);

    looks.forEach(
        (tool, arguments) -> assertThat(answer(tool, arguments)).doesNotContain("not up yet"));
  }

  private static Gateway remembering(StateStore store, TestTransport transport) {
    return TestGateway.builder()
        .surface("servers")
        .stateStore(store)
        .plugin(transport)
        .backend("it", BackendConfig.of("given"))
        .build();
  }

  @Test
  void givesServersNamesThatDoNotCollide() {
    gateway.close();
    BackendConfig one = BackendConfig.inProcess().tool("a", "", "{\"type\":\"object\"}", it -> "");
    gateway =
        TestGateway.builder()
            .surface("servers")
            .backend("data-x", one)
            .backend("data_x", one)
            .build();

    assertThat(answer("list-servers", "{}"))
        .contains("[*] data_x_2\n   Name: data-x", "[*] data_x\n   Name: data_x");
  }

  @Test
  void showsTheNameAndVersionThatAServerReports() {
    TestTransport provider = new TestTransport("given");
    provider.backend("it").tools("work").identity("far-server 1.2");
    gateway.close();
    gateway =
        TestGateway.builder()
            .surface("servers")
            .plugin(provider)
            .backend("it", BackendConfig.of("given"))
            .build();
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();

    assertThat(answer("list-servers", "{}")).contains("Name: it\n   Server: far-server 1.2\n");
  }

  @Test
  void keepsTheNamesOfServersWhoseToolsComeLater() {
    TestTransport provider = new TestTransport("given");
    provider
        .backend("data.x")
        .start(() -> CompletableFuture.failedFuture(new BackendUnavailableException("no key")));
    gateway.close();
    BackendConfig one = BackendConfig.inProcess().tool("a", "", "{\"type\":\"object\"}", it -> "b");
    gateway =
        TestGateway.builder()
            .surface("servers")
            .plugin(provider)
            .backend("data.x", BackendConfig.of("given").namespace("data-x"))
            .backend("data_z", one)
            .backend("z", one.namespace("data--x"))
            .build();

    assertThat(answer("list-servers", "{}"))
        .contains("[X] data_x\n   Name: data.x", "[*] data_z\n");
    assertThat(answer("tool-details", "{\"luaServerName\":\"z\",\"luaToolName\":\"a\"}"))
        .contains("Server: data__x");
  }

  @Test
  void showsServersInPages() {
    BackendConfig one = BackendConfig.inProcess().tool("a", "", "{\"type\":\"object\"}", it -> "");
    gateway.close();
    GatewayBuilder builder = TestGateway.builder().surface("servers");
    for (int i = 100; i < 220; i++) {
      builder.backend("s" + i, one);
    }
    gateway = builder.build();

    assertThat(answer("list-servers", "{}"))
        .contains("Available MCP Servers: 120", "[*] s199\n", "20 more: pass \"after\": \"s199\"")
        .doesNotContain("s200");
    assertThat(answer("list-servers", "{\"after\":\"s199\"}"))
        .contains("Available MCP Servers: 120", "[*] s200", "[*] s219")
        .doesNotContain("s199", "more:");
    assertThat(error("list-servers", "{\"after\":\"t\"}")).contains("\"after\" is none of these");
  }

  @Test
  void isChosenByAFile(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("gatemini.yaml");
    Files.writeString(file, "surface: servers\ninspection_guard: enforce\nbackends: {}\n");
    gateway.close();
    gateway = TestGateway.builder().config(file).build();

    assertThat(answer("list-servers", "{}")).contains("No server is configured.");
    assertThat(TestGateway.builder().config(file).settings().inspectionGuard())
        .isEqualTo(InspectionGuard.ENFORCE);
  }

  @Test
  void keepsItsInstructionsShortForThirtyServers() {
    GatewayBuilder builder = TestGateway.builder().surface("servers");
    for (int i = 0; i < 30; i++) {
      builder.backend(
          "server-" + i,
          BackendConfig.inProcess()
              .description("Does something that takes \u00e4 few words to tell.")
              .tool("run", "Runs.", "{\"type\":\"object\"}", arguments -> "done"));
    }
    try (Gateway many = TestGateway.ready(builder)) {

      String text = many.instructions();

      assertThat(text).contains("list-servers", "server-0", "server-29");
      assertThat(text.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(1_200);
    }
  }
}
