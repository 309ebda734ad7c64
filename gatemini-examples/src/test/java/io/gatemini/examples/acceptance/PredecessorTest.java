package io.gatemini.examples.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The surface {@code servers} beside the gateway that it comes from, over the same two backends:
 * one script, one value. Where the specification of that gateway names a defect, the script is
 * among the differences, with its section.
 */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PredecessorTest {
  private static final Map<String, List<String>> TOOLS =
      Map.of(
          "calculator", List.of("add", "multiply", "subtract", "divide"),
          "data_server", List.of("list_files", "read_file", "rows", "echo", "blocks", "odd"));

  /** The text before a value that is neither an object nor a list. */
  private static final String HEADER = "Script executed successfully.\n\nResult:\n";

  /** The message in what it says of a script that failed, without place and trace. */
  private static final Pattern FAILURE =
      Pattern.compile(
          "Script execution failed:\n(?:\\[string .*\\]:\\d+: |Error: .*\n)(.*)(?:\n(?s:.*))?");

  private final List<RawMcpClient> clients = new ArrayList<>();

  private record Script(String name, String code) {}

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    Map<String, List<String>> backends =
        Map.of(
            "calculator",
            Predecessor.backend("calculator"),
            "data-server",
            Predecessor.backend("data-server"));
    BundledServer ours = new BundledServer(directory);
    backends.forEach(ours::backend);
    List<String> command = new ArrayList<>(ours.command());
    command.addAll(List.of("--surface", "servers"));
    clients.add(RawMcpClient.connect(command, Map.of()));
    clients.add(
        Predecessor.connect(Files.createDirectory(directory.resolve("predecessor")), backends));
    // It calls no tool that was not inspected.
    clients.forEach(
        client ->
            TOOLS.forEach((server, tools) -> tools.forEach(it -> inspect(client, server, it))));
  }

  private static void inspect(RawMcpClient client, String server, String tool) {
    JsonNode arguments =
        RawMcpClient.JSON.createObjectNode().put("luaServerName", server).put("luaToolName", tool);
    Awaitility.await()
        .atMost(RawMcpClient.PATIENCE)
        .untilAsserted(
            () ->
                assertThat(client.call("tool-details", arguments).path("isError").asBoolean())
                    .as(server + "." + tool)
                    .isFalse());
  }

  @AfterAll
  void close() {
    clients.forEach(RawMcpClient::close);
  }

  @TestFactory
  Stream<DynamicTest> aScriptGivesTheSameValue() throws IOException {
    return scripts("scripts.lua")
        .map(
            script ->
                dynamicTest(
                    script.name,
                    () -> {
                      JsonNode theirs = theirs(script.code);
                      if (theirs.path("isError").asBoolean()) {
                        assertThat(RawMcpClient.text(theirs)).matches(FAILURE);
                        JsonNode ours = ours(script.code);
                        assertThat(ours.path("isError").asBoolean()).isTrue();
                        assertThat(RawMcpClient.text(ours))
                            .contains(failure(RawMcpClient.text(theirs)));
                      } else {
                        assertThat(value(ours(script.code))).isEqualTo(value(theirs));
                      }
                    }));
  }

  /** After {@code -->} is our value; theirs is another one, or else the script belongs above. */
  @TestFactory
  Stream<DynamicTest> aDefectIsNotTakenOver() throws IOException {
    return scripts("differences.lua")
        .map(
            script ->
                dynamicTest(
                    script.name,
                    () -> {
                      String[] parts = script.code.split("-->", 2);
                      JsonNode wanted = RawMcpClient.JSON.readTree(parts[1]);
                      assertThat(value(ours(parts[0]))).isEqualTo(wanted);
                      assertThat(value(theirs(parts[0]))).isNotEqualTo(wanted);
                    }));
  }

  private JsonNode ours(String script) {
    return clients
        .get(0)
        .call("execute", RawMcpClient.JSON.createObjectNode().put("script", script));
  }

  private JsonNode theirs(String script) {
    return clients
        .get(1)
        .call("execute", RawMcpClient.JSON.createObjectNode().put("script", script));
  }

  private static JsonNode value(JsonNode answer) {
    String text = RawMcpClient.text(answer);
    String value = text.startsWith(HEADER) ? text.substring(HEADER.length()) : text;
    try {
      return RawMcpClient.JSON.readTree(value);
    } catch (JsonProcessingException e) {
      return TextNode.valueOf(value);
    }
  }

  private static String failure(String text) {
    Matcher failure = FAILURE.matcher(text);
    return failure.matches() ? failure.group(1) : text;
  }

  private static Stream<Script> scripts(String file) throws IOException {
    try (InputStream in =
        PredecessorTest.class.getResourceAsStream("/io/gatemini/examples/predecessor/" + file)) {
      String all =
          new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
      return Stream.of(all.split("(?m)^--- ", -1))
          .skip(1)
          .map(
              part ->
                  new Script(
                      part.substring(0, part.indexOf('\n')),
                      part.substring(part.indexOf('\n') + 1)));
    }
  }
}
