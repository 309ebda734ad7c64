package io.gatemini.examples.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.testing.MisbehavingServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The MCP inspector in its command line mode, which needs Node 22, with the bundled server: it
 * lists and reads resources, templates and prompts.
 */
@Tag("long")
class InspectorTest {
  @TempDir Path directory = Path.of("");

  @Test
  void listsSevenTools() throws Exception {
    JsonNode listed = inspect("tools/list");

    assertThat(listed.path("tools"))
        .extracting(tool -> tool.path("name").asText())
        .containsExactlyInAnyOrder(
            "search_tools",
            "list_tools_meta",
            "tool_info",
            "get_required_keys_for_tool",
            "call_tool_chain",
            "register_manual",
            "deregister_manual");
  }

  @Test
  void listsTheTemplateOfStoredResults() throws Exception {
    assertThat(inspect("resources/templates/list").path("resourceTemplates"))
        .extracting(template -> template.path("uriTemplate").asText())
        .contains("gatemini://result/{id}{?path,lines,page,search}");
  }

  @Test
  void listsResources() throws Exception {
    assertThat(inspect("resources/list").path("resources"))
        .extracting(resource -> resource.path("uri").asText())
        .startsWith("gatemini://overview", "gatemini://backends", "gatemini://tools")
        .contains("gatemini://call_tool_chain", "gatemini://backend/local");
  }

  @Test
  void readsAResource() throws Exception {
    JsonNode overview = inspect("resources/read", "--uri", "gatemini://overview").path("contents");

    assertThat(overview).hasSize(1);
    assertThat(overview.path(0).path("mimeType").asText()).isEqualTo("text/markdown");
    assertThat(overview.path(0).path("text").asText()).contains("call_tool_chain", "console");
  }

  @Test
  void readsWhatATemplateDescribes() throws Exception {
    JsonNode guide =
        inspect("resources/read", "--uri", "gatemini://guide/discovery").path("contents");

    assertThat(guide.path(0).path("text").asText()).contains("search_tools");
  }

  @Test
  void listsPrompts() throws Exception {
    JsonNode prompts = inspect("prompts/list").path("prompts");

    assertThat(prompts)
        .extracting(prompt -> prompt.path("name").asText())
        .containsExactly("discover", "find_tool", "backend_status");
    assertThat(prompts.path(1).path("arguments").path(0).path("required").asBoolean()).isTrue();
  }

  @Test
  void getsAPrompt() throws Exception {
    JsonNode messages =
        inspect("prompts/get", "--prompt-name", "find_tool", "--prompt-args", "task=text length")
            .path("messages");

    assertThat(messages).isNotEmpty();
    assertThat(messages.path(0).path("role").asText()).isEqualTo("user");
    assertThat(messages.path(0).path("content").path("text").asText()).contains("text length");
  }

  @Test
  void searches() throws Exception {
    JsonNode result =
        inspect(
            "tools/call",
            "--tool-name",
            "search_tools",
            "--tool-arg",
            "task_description=text length");

    assertThat(result.path("isError").asBoolean()).isFalse();
    assertThat(result.has("structuredContent")).isFalse();
    assertThat(RawMcpClient.text(result)).startsWith("[\n{\"call\":\"await ");
  }

  @Test
  void runsAProgram() throws Exception {
    // It connects and calls at once, before a backend can have started, so the program needs none.
    JsonNode result =
        inspect(
            "tools/call",
            "--tool-name",
            "call_tool_chain",
            "--tool-arg",
            "code=return ['hello', 'inspector', 6 * 7].join(' ')");

    assertThat(RawMcpClient.text(result)).isEqualTo("hello inspector 42");
  }

  private JsonNode inspect(String method, String... more) throws Exception {
    BundledServer server =
        new BundledServer(directory).backend("local", MisbehavingServer.Mode.NORMAL);
    try {
      return Inspector.ask(
          directory,
          List.of("--config", sessionFile(server), "--server", "gatemini"),
          method,
          more);
    } finally {
      Processes.killAll(directory);
    }
  }

  /** The servers to connect to, in the format of MCP clients. */
  private String sessionFile(BundledServer server) throws IOException {
    List<String> line = server.command();
    ObjectNode session = RawMcpClient.JSON.createObjectNode();
    ObjectNode entry = session.putObject("mcpServers").putObject("gatemini");
    entry.put("type", "stdio").put("command", line.get(0));
    ArrayNode args = entry.putArray("args");
    line.subList(1, line.size()).forEach(args::add);
    Path file = directory.resolve("mcp.json");
    Files.writeString(file, session.toPrettyString());
    return file.toString();
  }
}
