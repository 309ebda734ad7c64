package com.example.modular;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** An MCP server with one tool, over stdio and over HTTP. */
public final class EchoServer {
  private static final ObjectMapper JSON = new ObjectMapper();

  private EchoServer() {}

  /** Serves over stdio until its input ends. */
  public static void main(String[] args) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      answer(JSON.readTree(line)).ifPresent(answer -> out.print(answer + "\n"));
      out.flush();
    }
  }

  /** Serves over HTTP until it is stopped. */
  static HttpServer http() throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/",
        exchange -> {
          if (!exchange.getRequestMethod().equals("POST")) {
            exchange.sendResponseHeaders(405, -1);
            exchange.close();
            return;
          }
          Optional<ObjectNode> answer = answer(JSON.readTree(exchange.getRequestBody()));
          byte[] body = answer.map(ObjectNode::toString).orElse("").getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(
              answer.isPresent() ? 200 : 202, answer.isPresent() ? body.length : -1);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static Optional<ObjectNode> answer(JsonNode message) throws IOException {
    if (!message.has("id")) {
      return Optional.empty();
    }
    ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0");
    answer.set("id", message.get("id"));
    answer.set("result", result(message));
    return Optional.of(answer);
  }

  private static JsonNode result(JsonNode message) throws IOException {
    return switch (message.path("method").asText()) {
      case "initialize" ->
          JSON.readTree(
              """
              {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
               "serverInfo": {"name": "echo", "version": "1"}}""");
      case "tools/list" ->
          JSON.readTree(
              """
              {"tools": [{"name": "echo", "description": "Say it again.",
                "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}]}""");
      case "tools/call" -> {
        ObjectNode result = JSON.createObjectNode();
        String text = message.at("/params/arguments/text").asText();
        result.putArray("content").addObject().put("type", "text").put("text", text);
        yield result;
      }
      default -> JSON.createObjectNode();
    };
  }
}
