package io.gatemini.examples.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An honest MCP server over stdio: whatever goes wrong at its tools is the gateway's doing.
 *
 * <p>{@code java FuzzServer}
 */
public final class FuzzServer {
  private static final String TOOL =
      """
      {"name":"%1$s","description":"Answers with the %1$s of a text.",
      "inputSchema":{"type":"object","properties":{"text":{}}}}"""
          .replace("\n", "");

  private final OutputStream out = new FileOutputStream(FileDescriptor.out);
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);

  /** A request with an answer, or a notification. */
  interface Handler {
    void handle(JsonNode message) throws Exception;
  }

  /** The start of the command line of a test's server, quick to start and small. */
  static List<String> command(Class<?> main) {
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

  /** Backends of a configuration by their command lines, without braces. */
  static String config(Map<String, List<String>> commands) {
    return commands.entrySet().stream()
        .map(
            backend ->
                "\"%s\":{\"command\":%s,\"args\":%s}"
                    .formatted(
                        backend.getKey(),
                        HostileJson.quoted(backend.getValue().get(0)),
                        HostileJson.quoted(backend.getValue().stream().skip(1).toList())))
        .collect(Collectors.joining(","));
  }

  public static void main(String[] args) throws Exception {
    serve(new FuzzServer()::handle);
  }

  /** Gives each line of the input to a handler, and ends the process with the input. */
  static void serve(Handler handler) throws Exception {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8), 1 << 16);
    String line;
    while ((line = in.readLine()) != null) {
      handler.handle(Json.mapper().readTree(line));
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
      case "initialize" ->
          answer(
              message,
              "{\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"honest\",\"version\":\"1\"},"
                  + "\"protocolVersion\":"
                  + params.get("protocolVersion")
                  + "}");
      case "tools/list" ->
          answer(
              message,
              Stream.of("echo", "size", "sleep", "json")
                  .map(TOOL::formatted)
                  .collect(Collectors.joining(",", "{\"tools\":[", "]}")));
      case "tools/call" -> call(message, params.path("name").asText(), params.path("arguments"));
      default -> answer(message, "{}");
    }
  }

  private void call(JsonNode message, String tool, JsonNode arguments) throws IOException {
    String text = arguments.path("text").asText();
    switch (tool) {
      case "echo" -> text(message, text);
      case "size" -> text(message, "" + text.length());
      case "json" -> text(message, HostileJson.quoted(arguments));
      default -> {
        long millis = Math.min(1_000, Math.max(0, arguments.path("ms").asLong()));
        timer.schedule(() -> text(message, "slept"), millis, TimeUnit.MILLISECONDS);
      }
    }
  }

  private @Nullable Void text(JsonNode message, String text) throws IOException {
    String block = "{\"type\":\"text\",\"text\":" + HostileJson.quoted(text) + "}";
    answer(message, "{\"content\":[" + block + "]}");
    return null;
  }

  private void answer(JsonNode request, String result) throws IOException {
    write(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + HostileJson.quoted(request.get("id"))
            + ",\"result\":"
            + result
            + "}\n");
  }

  void write(String text) throws IOException {
    synchronized (out) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
