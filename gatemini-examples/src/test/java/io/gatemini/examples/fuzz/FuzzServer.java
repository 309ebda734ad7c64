package io.gatemini.examples.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.spi.Json;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * An honest MCP server over stdio: whatever goes wrong at its tools is the gateway's doing.
 *
 * <p>{@code java FuzzServer}
 */
public final class FuzzServer {
  private final OutputStream out;
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);

  FuzzServer(OutputStream out) {
    this.out = out;
  }

  /** The command line. */
  static List<String> command() {
    return java(FuzzServer.class);
  }

  /** The start of the command line of a test's server, quick to start and small. */
  static List<String> java(Class<?> main) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xshare:auto",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xmx160m",
        "-cp",
        System.getProperty("java.class.path"),
        main.getName());
  }

  public static void main(String[] args) throws IOException {
    FuzzServer server = new FuzzServer(new FileOutputStream(FileDescriptor.out));
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8), 1 << 16);
    String line;
    while ((line = in.readLine()) != null) {
      server.handle(Json.mapper().readTree(line));
    }
    System.exit(0);
  }

  /** Answers a message, if it is a request. */
  void handle(JsonNode message) throws IOException {
    if (!message.has("id")) {
      return;
    }
    JsonNode params = message.path("params");
    switch (message.path("method").asText()) {
      case "initialize" -> {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.put("protocolVersion", params.path("protocolVersion").asText());
        result.putObject("capabilities").putObject("tools");
        result.putObject("serverInfo").put("name", "honest").put("version", "1");
        answer(message, result);
      }
      case "tools/list" -> {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        for (String tool : List.of("echo", "size", "sleep", "json")) {
          ObjectNode listed = result.withArray("tools").addObject();
          listed.put("name", tool).put("description", "Answers with the " + tool + " of a text.");
          listed
              .putObject("inputSchema")
              .put("type", "object")
              .putObject("properties")
              .putObject("text");
        }
        answer(message, result);
      }
      case "tools/call" -> call(message, params.path("name").asText(), params.path("arguments"));
      default -> answer(message, JsonNodeFactory.instance.objectNode());
    }
  }

  private void call(JsonNode message, String tool, JsonNode arguments) throws IOException {
    String text = arguments.path("text").asText();
    switch (tool) {
      case "echo" -> text(message, text);
      case "size" -> text(message, "" + text.length());
      case "json" -> text(message, HostileJson.text(arguments));
      default ->
          timer.schedule(
              () -> {
                text(message, "slept");
                return null;
              },
              Math.min(1_000, Math.max(0, arguments.path("ms").asLong())),
              TimeUnit.MILLISECONDS);
    }
  }

  private void text(JsonNode message, String text) throws IOException {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.putArray("content").addObject().put("type", "text").put("text", text);
    answer(message, result);
  }

  private void answer(JsonNode request, ObjectNode result) throws IOException {
    ObjectNode message = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
    message.set("id", request.get("id"));
    message.set("result", result);
    byte[] line = (HostileJson.text(message) + "\n").getBytes(StandardCharsets.UTF_8);
    synchronized (out) {
      out.write(line);
    }
  }
}
