package io.gatemini.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.spi.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class EmbeddedGatewayTest {
  @Test
  void talksToAFileServerAndToJava() {
    List<String> said =
        EmbeddedGateway.talk(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                FileServer.class.getName()));

    assertThat(said)
        .contains(
            "info   billing.refund takes [invoice]",
            "call   refunded A-17",
            "run    3",
            "plan   __composite.refund_listed",
            "refund [\"refunded [FILE] a\",\"refunded [FILE] b\",\"refunded [DIR] c\"]")
        .anySatisfy(line -> assertThat(line).startsWith("found  billing.refund: "));
  }

  /** Stands in for the npm server where there is no Node: one tool, over real pipes. */
  public static final class FileServer {
    private FileServer() {}

    public static void main(String[] args) throws IOException {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        JsonNode request = Json.mapper().readTree(line);
        if (request.has("id")) {
          ObjectNode answer = Json.mapper().createObjectNode().put("jsonrpc", "2.0");
          answer.set("id", request.get("id"));
          answer.set("result", Json.mapper().readTree(result(request.path("method").asText())));
          System.out.print(answer + "\n");
          System.out.flush();
        }
      }
    }

    private static String result(String method) {
      return switch (method) {
        case "initialize" ->
            """
            {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
             "serverInfo": {"name": "files", "version": "1"}}""";
        case "tools/list" ->
            """
            {"tools": [{"name": "list_directory", "description": "List a directory.",
             "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}}},
             "outputSchema": {"type": "object", "properties": {"content": {"type": "string"}}}}]}""";
        case "tools/call" ->
            """
            {"content": [{"type": "text", "text": "[FILE] a\\n[FILE] b\\n[DIR] c"}],
             "structuredContent": {"content": "[FILE] a\\n[FILE] b\\n[DIR] c"}}""";
        default -> "{}";
      };
    }
  }
}
