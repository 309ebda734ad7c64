package io.gatemini.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.spi.Json;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The smallest MCP server there can be, with one tool {@code echo}. One request at a time, a line
 * each.
 */
public final class EchoServer {
  private EchoServer() {}

  /** Answers requests until stdin ends. */
  public static void main(String[] args) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      JsonNode request = Json.mapper().readTree(line);
      if (request.has("id")) {
        ObjectNode answer = Json.mapper().createObjectNode().put("jsonrpc", "2.0");
        answer.set("id", request.get("id"));
        answer.set("result", Json.mapper().readTree(result(request)));
        out.print(answer + "\n");
        out.flush();
      }
    }
  }

  private static String result(JsonNode request) {
    return switch (request.path("method").asText()) {
      case "initialize" ->
          """
          {"protocolVersion": %s, "capabilities": {"tools": {}},
           "serverInfo": {"name": "echo", "version": "1"}}"""
              .formatted(request.at("/params/protocolVersion"));
      case "tools/list" ->
          """
          {"tools": [{"name": "echo", "description": "Return a text.", "inputSchema":
            {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}}]}""";
      case "tools/call" ->
          "{\"content\": [{\"type\": \"text\", \"text\": %s}]}"
              .formatted(request.at("/params/arguments/text"));
      default -> "{}"; // ping and the like are answered with nothing in particular
    };
  }
}
