package io.gatemini.examples.acceptance;

import static io.gatemini.examples.acceptance.RawMcpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The figures of {@code gatemini://stats} for a client of a real server, against the client's own
 * sums.
 */
@Tag("long")
class ClientFiguresTest {
  private static final Pattern ADDRESS = Pattern.compile("gatemini://result/\\w+");

  private long received;
  private long messages;

  @Test
  void areWhatTheClientHasReceived(@TempDir Path temporary) throws IOException {
    Path directory = temporary.toRealPath();
    String log = "2026-11-22 a line of the log, with ümläuts\n".repeat(30_000);
    Path file = Files.writeString(directory.resolve("service.log"), log);
    NodePackages npm = NodePackages.installed();
    BundledServer server =
        new BundledServer(directory)
            .backend("files", npm.server("filesystem", directory.toString()))
            .backend("everything", npm.server("everything"));

    try (RawMcpClient client = server.connect()) {
      client.awaitTool("files.read_text_file");
      client.awaitTool("everything.get-tiny-image");
      String first = stats(client);
      ObjectNode path = object("path", file.toString());
      JsonNode large = received(client.chain("files.read_text_file", path));
      long schemas = client.tools().toString().length();

      received(client.chain("everything.get-tiny-image", object()));
      received(client.chain("everything.get-sum", object("a", 1)));
      received(client.chain("everything.nothing", object()));
      received(client.program("console.log('x'.repeat(100)); return 'ü'.repeat(1000)"));
      received(client.program("return (await everything.get_sum({a: 1, b: 2})).length"));
      received(client.call("search_tools", object("task_description", "read a file")));
      received(client.call("tool_info", object("tool_name", "files.read_text_file")));
      received(client.call("tool_info", object("tool_name", "files.nothing")));
      String uri = address(RawMcpClient.text(large));
      receivedResource(client.read(uri));
      receivedResource(client.read(uri + "?lines=1-9"));
      assertThat(client.readAnswer(uri + "?page=0").has("error")).isTrue();
      JsonNode before = RawMcpClient.JSON.readTree(first);
      JsonNode after = RawMcpClient.JSON.readTree(stats(client));

      assertThat(after.path("total_bytes_returned").asLong())
          .isEqualTo(before.path("total_bytes_returned").asLong() + bytes(first) + received);
      assertThat(after.path("total_calls").asLong())
          .isEqualTo(before.path("total_calls").asLong() + 1 + messages);
      JsonNode reading = tool(after, "files.read_text_file");
      assertThat(reading.path("bytes_processed").asLong()).isEqualTo(bytes(log));
      assertThat(reading.path("bytes_returned").asLong())
          .isEqualTo(bytes(RawMcpClient.text(large)));
      assertThat(
              after.path("total_bytes_processed").asLong()
                  - after.path("total_bytes_returned").asLong())
          .isEqualTo(bytes(log) - bytes(RawMcpClient.text(large)));
      figuresFollowFromEachOther(after);
      assertThat(after.path("received_bytes").asLong())
          .isBetween(
              after.path("total_bytes_returned").asLong() + 2_000, totalWith(after, schemas));
      assertThat(after.path("all_tools_bytes").asLong()).isBetween(10_000L, 40_000L);
      assertThat(after.at("/gateway/backends"))
          .extracting(backend -> backend.path("name").asText())
          .containsExactlyInAnyOrder("files", "everything");
    }
  }

  private static long totalWith(JsonNode stats, long more) {
    return stats.path("total_bytes_returned").asLong() + more;
  }

  /** Every key of the specification, and that the computed ones are what they say. */
  private static void figuresFollowFromEachOther(JsonNode stats) {
    long returned = stats.path("total_bytes_returned").asLong();
    double processed = stats.path("total_bytes_processed").asLong();
    assertThat(stats.path("uptime_seconds").isIntegralNumber()).isTrue();
    assertThat(stats.path("savings_ratio").asDouble())
        .isCloseTo(processed / returned, Percentage.withPercentage(1));
    assertThat(stats.path("reduction_pct").asDouble())
        .isCloseTo(100 * (1 - returned / processed), Percentage.withPercentage(1));
    assertThat(stats.path("estimated_tokens_saved").asDouble())
        .isCloseTo((processed - returned) / 4, Percentage.withPercentage(1));
    long sum = 0;
    long largest = Long.MAX_VALUE;
    for (JsonNode tool : stats.path("per_tool")) {
      assertThat(tool.fieldNames())
          .toIterable()
          .contains("name", "calls", "bytes_returned", "bytes_processed");
      assertThat(tool.path("bytes_returned").asLong()).isLessThanOrEqualTo(largest);
      largest = tool.path("bytes_returned").asLong();
      sum += largest;
    }
    assertThat(sum).isEqualTo(returned);
  }

  private static String stats(RawMcpClient client) {
    return client.read("gatemini://stats").path("text").asText();
  }

  private static JsonNode tool(JsonNode stats, String name) {
    for (JsonNode tool : stats.path("per_tool")) {
      if (tool.path("name").asText().equals(name)) {
        return tool;
      }
    }
    throw new AssertionError(name + " is not in " + stats);
  }

  private JsonNode received(JsonNode result) {
    messages++;
    for (JsonNode block : result.path("content")) {
      received += bytes(block.path("text").asText()) + bytes(block.path("data").asText());
    }
    return result;
  }

  private void receivedResource(JsonNode content) {
    messages++;
    received += bytes(content.path("text").asText());
  }

  private static String address(String answer) {
    Matcher address = ADDRESS.matcher(answer);
    assertThat(address.find()).isTrue();
    return address.group();
  }

  private static long bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
