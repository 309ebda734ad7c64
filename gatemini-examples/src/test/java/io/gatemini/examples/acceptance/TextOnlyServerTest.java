package io.gatemini.examples.acceptance;

import static io.gatemini.examples.acceptance.RawMcpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bundled server for clients that show a model both the text of an answer and its structure. */
@Tag("long")
class TextOnlyServerTest {
  private static final String STRUCTURE = "structuredContent";

  @Test
  void answersWithLinesOfTextAndNothingBesideThem(@TempDir Path directory) {
    BundledServer server =
        new BundledServer(directory)
            .backend("everything", NodePackages.installed().server("everything"))
            .output("compact_rows", true);

    try (RawMcpClient client = server.connect()) {
      ObjectNode page = object("page_size", 100);
      Awaitility.await()
          .atMost(RawMcpClient.PATIENCE)
          .until(() -> text(client.call("list_tools_meta", page)).contains("get-sum"));

      List<JsonNode> tools = client.tools();
      JsonNode found = client.call("search_tools", object("task_description", "add two numbers"));
      JsonNode rows =
          client.call(
              "search_tools", object("task_description", "add two numbers").put("compact", false));
      JsonNode info = client.call("tool_info", object("tool_name", "everything.get-sum"));
      JsonNode called = client.chain("everything.get-sum", object("a", 2).put("b", 3));
      JsonNode structured =
          client.chain("everything.get-structured-content", object("location", "Chicago"));
      JsonNode program = client.program("return {answer: 42}");
      JsonNode reduced = client.program("return 'word '.repeat(100000)");

      assertThat(tools).hasSize(7).noneMatch(tool -> tool.has("outputSchema"));
      assertThat(List.of(found, rows, info, called, structured, program, reduced))
          .noneMatch(result -> result.has(STRUCTURE));
      assertThat(text(found)).contains("everything.get-sum(a: number, b: number) – ");
      assertThat(text(rows)).startsWith("[\n{\"call\":\"await ");
      assertThat(text(info)).startsWith("everything.get-sum(a: number, b: number) – ");
      assertThat(text(called)).isEqualTo("The sum of 2 and 3 is 5.");
      assertThat(text(structured)).contains("temperature");
      assertThat(text(program)).isEqualTo("{\"answer\":42}");
      assertThat(text(reduced)).startsWith("[38.8KB").contains("gatemini://result/");
    }
  }

  private static String text(JsonNode result) {
    return RawMcpClient.text(result);
  }
}
