package io.gatemini.server.archive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.spi.Json;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The smallest MCP server there can be, with one tool {@code echo}: the backend of the training
 * run. One request at a time, a line each.
 */
public final class TrainingServer {
  private TrainingServer() {}

  /** Answers requests until stdin ends. */
  public static void main(String[] args) throws IOException {
    try (BufferedReader in =
            new BufferedReader(
                new InputStreamReader(
                    new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8));
        PrintStream out =
            new PrintStream(
                new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        JsonNode request = Json.mapper().readTree(line);
        if (request.has("id")) {
          ObjectNode answer = Json.mapper().createObjectNode().put("jsonrpc", "2.0");
          answer.set("id", request.get("id"));
          answer.set("result", result(request));
          out.print(answer + "\n");
          out.flush();
        }
      }
    }
  }

  private static ObjectNode result(JsonNode request) {
    ObjectNode result = Json.mapper().createObjectNode();
    switch (request.path("method").asText()) {
      case "initialize" -> {
        result.put(
            "protocolVersion", request.path("params").path("protocolVersion").asText("2025-06-18"));
        result.putObject("capabilities").putObject("tools");
        result.putObject("serverInfo").put("name", "training").put("version", "1");
      }
      case "tools/list" -> {
        ObjectNode tool = result.putArray("tools").addObject();
        tool.put("name", "echo").put("description", "Return a text.");
        ObjectNode schema = tool.putObject("inputSchema").put("type", "object");
        schema.putObject("properties").putObject("text").put("type", "string");
        schema.putArray("required").add("text");
      }
      case "tools/call" ->
          result
              .putArray("content")
              .addObject()
              .put("type", "text")
              .put("text", request.at("/params/arguments/text").asText());
      default -> {} // ping and the like are answered with nothing in particular
    }
    return result;
  }
}
