package io.gatemini.examples.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.testing.Values;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The official TypeScript client with the bundled server: it checks every structured result against
 * the output schema that was listed. The client runs once, {@code typescript-client.mjs}; the tests
 * look at what it saw.
 */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TypeScriptClientTest {
  private static final Set<String> META_TOOLS =
      Set.of(
          "search_tools",
          "list_tools_meta",
          "tool_info",
          "get_required_keys_for_tool",
          "call_tool_chain",
          "register_manual",
          "deregister_manual");

  private final Map<String, JsonNode> steps = new LinkedHashMap<>();
  private String errors = "";

  @BeforeAll
  void runClient(@TempDir Path directory) throws Exception {
    NodePackages npm = NodePackages.installed();
    BundledServer server =
        new BundledServer(directory)
            .output("structured_content", true)
            .backend("everything", npm.server("everything"));
    List<String> command = new ArrayList<>();
    command.add(npm.node().toString());
    command.add(npm.directory().resolve("typescript-client.mjs").toString());
    command.addAll(server.command());
    Path output = directory.resolve("steps.jsonl");
    Path log = directory.resolve("client.log");
    Process client =
        new ProcessBuilder(command)
            .redirectOutput(output.toFile())
            .redirectError(log.toFile())
            .start();
    try {
      assertThat(client.waitFor(90, TimeUnit.SECONDS)).as("the client ends").isTrue();
    } finally {
      Stream.concat(client.descendants(), Stream.of(client.toHandle()))
          .toList()
          .forEach(ProcessHandle::destroyForcibly);
    }
    errors = Files.readString(log);
    for (String line : Files.readAllLines(output)) {
      JsonNode step = RawMcpClient.JSON.readTree(line);
      steps.put(step.path("step").asText(), step);
    }
    assertThat(client.exitValue()).as(errors).isZero();
  }

  @Test
  void shakesHands() {
    JsonNode initialized = value("initialize");

    assertThat(initialized.path("version").path("name").asText()).isEqualTo("gatemini");
    assertThat(initialized.path("capabilities").path("tools").path("listChanged").asBoolean())
        .isTrue();
    assertThat(initialized.path("instructions").asText()).isNotBlank();
  }

  @Test
  void listsSevenTools() {
    Set<String> names = new HashSet<>();
    for (JsonNode tool : value("tools/list")) {
      names.add(tool.path("name").asText());
      assertThat(tool.path("title").asText()).as(tool.path("name").asText()).isNotBlank();
      assertThat(tool.path("description").asText()).isNotBlank();
      assertThat(tool.path("inputSchema").path("type").asText()).isEqualTo("object");
      // The structured content of a chain is the result of its tool.
      assertThat(tool.path("outputSchema").path("type").asText())
          .isEqualTo(tool.path("name").asText().equals("call_tool_chain") ? "" : "object");
      assertThat(tool.path("annotations").has("readOnlyHint")).isTrue();
    }

    assertThat(names).isEqualTo(META_TOOLS);
  }

  /** Where the client does not accept a result it says so, and the step is not ok. */
  @Values(
      """
      search_tools | search_tools full | search_tools overview | list_tools_meta | tool_info
      tool_info brief | get_required_keys_for_tool | call_tool_chain | structured content | image
      """)
  void acceptsTheResult(String step) {
    JsonNode result = value(step);

    assertThat(result.path("isError").asBoolean()).as(result.toString()).isFalse();
    assertThat(result.path("content")).isNotEmpty();
  }

  @Test
  void getsWhatItAskedFor() {
    assertThat(RawMcpClient.text(value("call_tool_chain"))).contains("from TypeScript");
    JsonNode found = value("search_tools").path("structuredContent").path("results");
    assertThat(found.path(0).path("name").asText()).isEqualTo("everything.echo");
    assertThat(value("list_tools_meta").path("structuredContent").path("tools")).hasSize(3);
    assertThat(value("image").path("content"))
        .extracting(block -> block.path("type").asText())
        .contains("image");
    assertThat(value("structured content").path("structuredContent").has("temperature")).isTrue();
  }

  /** The guarded policy lets agents register neither plain http nor this machine. */
  @Values("register_manual | deregister_manual")
  void isToldWhyNot(String step) {
    JsonNode result = value(step);

    assertThat(result.path("isError").asBoolean()).isTrue();
    assertThat(RawMcpClient.text(result))
        .contains(step.equals("register_manual") ? "http" : "added");
  }

  @Test
  void seesProgress() {
    JsonNode progress = value("progress");

    assertThat(progress.path("reports"))
        .hasSizeGreaterThanOrEqualTo(2)
        .allMatch(report -> report.path("total").asInt() == 3);
    assertThat(RawMcpClient.text(progress.path("result"))).contains("completed");
  }

  @Test
  void cancels() {
    JsonNode cancellation = value("cancellation");

    assertThat(cancellation.path("outcome").asText()).contains("enough");
    assertThat(RawMcpClient.text(cancellation.path("after"))).contains("after");
    assertThat(cancellation.path("milliseconds").asInt()).isLessThan(5_000);
  }

  @Test
  void readsWhatWasLeftOut() {
    JsonNode result = value("stored result");

    JsonNode whole = result.path("whole");
    assertThat(whole.path("mimeType").asText()).isEqualTo("text/plain");
    assertThat(whole.path("text").asText())
        .hasSize(18_892)
        .startsWith("line 1\nline 2\n")
        .endsWith("\nline 2000");
    assertThat(result.path("lines").path("text").asText()).isEqualTo("line 1999\nline 2000");
    assertThat(result.path("page").path("text").asText()).startsWith("line 1\n").endsWith("\n");
    assertThat(result.path("search").path("text").asText())
        .isEqualTo("1 line found:\n1234: line 1234");
    assertThat(RawMcpClient.text(result.path("program"))).isEqualTo("18892");
  }

  @Test
  void isToldThatThereIsNoSuchResult() {
    assertThat(value("resource templates").path("resourceTemplates"))
        .extracting(template -> template.path("uriTemplate").asText())
        .contains("gatemini://result/{id}{?path,lines,page,search}");
    assertThat(value("no result").path("code").asInt()).isEqualTo(-32002);
    assertThat(value("no result").path("message").asText()).contains("no result \"aaaaaaaaaa\"");
  }

  @Test
  void leavesInOrder() {
    JsonNode closed = value("close");

    // The client waits two seconds for the server to go before it terminates it, and two more
    // before it kills it.
    assertThat(closed.path("milliseconds").asInt()).isLessThan(4_000);
    assertThat(closed.path("listChanges").asInt()).isZero();
    // It takes a report that arrives in one read with the result behind it for one that is late.
    assertThat(closed.path("errors"))
        .allMatch(error -> error.asText().contains("progress notification for an unknown token"));
  }

  @Values("resources | prompts | ping")
  void answersTheOtherMethods(String step) {
    assertThat(value(step).isMissingNode()).isFalse();
  }

  @TestFactory
  Stream<DynamicTest> secondGenerationOfTheClient(@TempDir Path directory) throws Exception {
    return secondGeneration(directory, "2025-11-25");
  }

  @TestFactory
  Stream<DynamicTest> secondGenerationOfTheClientWithoutHandshake(@TempDir Path directory)
      throws Exception {
    return secondGeneration(directory, "2026-07-28");
  }

  private static Stream<DynamicTest> secondGeneration(Path directory, String version)
      throws Exception {
    NodePackages npm = NodePackages.installed();
    BundledServer server =
        new BundledServer(directory).backend("everything", npm.server("everything"));
    return CheckingClient.run(directory, npm, "official-client.mjs", List.of("2", version), server);
  }

  private JsonNode value(String step) {
    JsonNode line = steps.get(step);
    assertThat(line).as("step %s; the client's log: %s", step, errors).isNotNull();
    assertThat(line.path("ok").asBoolean()).as("%s; log: %s", line, errors).isTrue();
    return line.path("value");
  }
}
