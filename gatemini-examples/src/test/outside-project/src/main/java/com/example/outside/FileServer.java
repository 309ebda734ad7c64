package com.example.outside;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** A real MCP server over stdio, as small as one can be. */
public final class FileServer {
  private static final ObjectMapper JSON = new ObjectMapper();

  private FileServer() {}

  /** Serves until its input ends. */
  public static void main(String[] args) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    String line;
    while ((line = in.readLine()) != null) {
      JsonNode message = JSON.readTree(line);
      if (!message.has("id")) {
        continue;
      }
      ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0");
      answer.set("id", message.get("id"));
      answer.set("result", result(message));
      out.print(answer + "\n");
      out.flush();
    }
  }

  private static JsonNode result(JsonNode message) throws IOException {
    return switch (message.path("method").asText()) {
      case "initialize" ->
          JSON.readTree(
              """
              {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
               "serverInfo": {"name": "files", "version": "1"}}""");
      case "tools/list" ->
          JSON.readTree(
              """
              {"tools": [{"name": "list_directory", "description": "List a directory.",
                "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}},
                                "required": ["path"]}}]}""");
      case "tools/call" ->
          JSON.readTree(
              """
              {"content": [{"type": "text", "text": "a.txt\\nb.txt\\nc.txt"}]}""");
      default -> JSON.createObjectNode();
    };
  }
}
