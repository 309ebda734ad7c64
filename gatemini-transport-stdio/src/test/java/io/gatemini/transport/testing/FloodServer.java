package io.gatemini.transport.testing;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.config.BackendConfig;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * An MCP server in a child process that lies and floods. Its first argument says how it takes
 * {@code initialize} ({@code fine}, {@code error}, {@code number}, {@code version}, {@code die},
 * {@code close}, {@code grandchild} like {@code error}) or {@code ping} ({@code noping}); a call of
 * a tool named like a flood starts that flood for ever. Other tools send the text in their argument
 * {@code raw}, with {@code $id} replaced.
 */
public final class FloodServer {
  private static final OutputStream OUT =
      new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16);

  private static final Map<String, String> FLOODS =
      Map.of(
          "changes", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}",
          "progress",
              "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                  + "99999999,\"progress\":1}}",
          "logging",
              "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\","
                  + "\"data\":\"busy\"}}",
          "strangeAnswers", "{\"jsonrpc\":\"2.0\",\"id\":\"nobody\",\"result\":{}}",
          "requests", "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"sampling/createMessage\"}",
          "garbage", "npm WARN something is deprecated \u001b[31mnow\u001b[0m");

  private static int listings;

  private FloodServer() {}

  /** A configuration that starts this server. */
  public static BackendConfig config(String mode) {
    List<String> line = new ArrayList<>(ChildServer.config().command());
    line.set(line.size() - 1, FloodServer.class.getName());
    line.add(mode);
    return BackendConfig.of("stdio").command(line);
  }

  public static void main(String[] args) throws Exception {
    String mode = args[0];
    if (mode.equals("grandchild")) {
      new ProcessBuilder("sleep", "600").start();
      // Whoever watches has time to see it.
      Thread.sleep(2_000);
      mode = "error";
    }
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      JsonNode message = RawJson.parse(line).tree();
      String id = message.path("id").toString();
      switch (message.path("method").asText()) {
        case "initialize" -> initialize(mode, id);
        case "ping" ->
            write(
                mode.equals("noping")
                    ? "{\"jsonrpc\":\"2.0\",\"id\":"
                        + id
                        + ",\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}"
                    : answer(id, "{}"));
        case "tools/list" -> {
          listings++;
          // Two lists are the same, then comes another.
          write(answer(id, "{\"tools\":[{\"name\":\"tool" + (listings < 3 ? 0 : 1) + "\"}]}"));
        }
        case "tools/call" -> call(id, message.path("params"));
        default -> {
          // Notifications.
        }
      }
    }
  }

  private static String answer(String id, String result) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}";
  }

  private static void initialize(String mode, String id) throws Exception {
    switch (mode) {
      case "error" ->
          write(
              "{\"jsonrpc\":\"2.0\",\"id\":"
                  + id
                  + ",\"error\":{\"code\":-32603,\"message\":\"no licence\"}}");
      case "number" -> write(answer(id, "5"));
      case "version" -> write(initialized(id, "1900-01-01", false));
      case "die" -> {
        System.err.println("out of cheese");
        System.exit(4);
      }
      case "close" -> {
        OUT.close();
        new CountDownLatch(1).await();
      }
      default -> write(initialized(id, "2025-06-18", mode.equals("noping")));
    }
  }

  private static String initialized(String id, String version, boolean tellsOfChanges) {
    return answer(
        id,
        "{\"protocolVersion\":\""
            + version
            + "\",\"capabilities\":{\"tools\":{\"listChanged\":"
            + tellsOfChanges
            + "}},\"serverInfo\":{\"name\":\"flood\",\"version\":\"1\"}}");
  }

  private static void call(String id, JsonNode params) throws Exception {
    String tool = params.path("name").asText();
    String ok = answer(id, "{\"content\":[{\"type\":\"text\",\"text\":\"ok\"}]}");
    if (tool.equals("stderr")) {
      write(ok);
      start(() -> System.err.println("x".repeat(500)));
    } else if (tool.equals("stderrLine")) {
      write(ok);
      start(() -> System.err.print("x".repeat(500)));
    } else if (FLOODS.containsKey(tool)) {
      write(ok);
      byte[] line = (FLOODS.get(tool) + "\n").getBytes(StandardCharsets.UTF_8);
      start(() -> put(line));
    } else {
      String raw = params.path("arguments").path("raw").asText().replace("$id", id);
      int repeat = params.path("arguments").path("repeat").asInt(0);
      write(raw.replace("$pad", "p".repeat(repeat)));
      if (tool.equals("answer")) {
        write(ok);
      }
    }
  }

  private static void start(Runnable flood) {
    Thread thread =
        new Thread(
            () -> {
              while (true) {
                flood.run();
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private static void write(String line) throws IOException {
    synchronized (OUT) {
      OUT.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      OUT.flush();
    }
  }

  private static void put(byte[] line) {
    try {
      synchronized (OUT) {
        OUT.write(line);
      }
    } catch (IOException e) {
      System.exit(1);
    }
  }
}
