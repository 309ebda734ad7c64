package io.gatemini.transport.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.Json;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A small MCP server that runs as a child process and misbehaves as its arguments say. Written
 * without the SDK and without the code under test.
 */
public final class ChildServer {
  private static final OutputStream OUT = new FileOutputStream(FileDescriptor.out);
  private static final List<String> cancelled = new CopyOnWriteArrayList<>();
  private static final AtomicInteger counter = new AtomicInteger();
  private static Set<String> modes = Set.of();

  private ChildServer() {}

  /** A configuration that starts this server with modes. */
  public static BackendConfig config(String... modes) {
    List<String> line =
        new ArrayList<>(
            List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Dfile.encoding=ISO-8859-1",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                ChildServer.class.getName()));
    line.addAll(List.of(modes));
    return BackendConfig.of("stdio").command(line);
  }

  public static void main(String[] args) throws Exception {
    modes = Set.of(args);
    if (modes.contains("exit3")) {
      System.err.println("cannot open the database");
      System.err.println("giving up");
      System.exit(3);
    }
    if (modes.contains("mute")) {
      new CountDownLatch(1).await();
    }
    if (modes.contains("closeStderr")) {
      System.err.close();
    }
    if (modes.contains("chatty")) {
      for (int i = 0; i < 20_000; i++) {
        System.err.println("line " + i + " " + "e".repeat(i == 19_999 ? 50_000 : 50));
      }
    }
    if (modes.contains("ignoreTerm")) {
      // A hook that never ends keeps the process alive through TERM.
      Runtime.getRuntime().addShutdownHook(new Thread(ChildServer::waitForever));
    }
    if (modes.contains("grandchildren")) {
      new ProcessBuilder("sh", "-c", "trap '' TERM; sleep 600 & wait; sleep 600").start();
    }
    garbage();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    @Nullable String line = in.readLine();
    while (line != null) {
      handle(RawJson.parse(line).tree());
      line = in.readLine();
    }
    if (modes.contains("ignoreTerm")) {
      waitForever();
    }
  }

  private static void waitForever() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void garbage() throws IOException {
    if (modes.contains("garbage")) {
      write("npm notice new version");
      write("");
      write("{\"level\":\"info\"}");
      write("[1,2]");
      write("\u001b[32mready\u001b[0m {");
    }
  }

  private static void handle(JsonNode message) throws Exception {
    String method = message.path("method").asText();
    JsonNode params = message.path("params");
    switch (method) {
      case "initialize" -> {
        ObjectNode result = object();
        result.put("protocolVersion", params.get("protocolVersion").asText());
        result.putObject("capabilities").putObject("tools").put("listChanged", true);
        result.putObject("serverInfo").put("name", "child").put("version", "1");
        result.put(
            "instructions",
            "Reads client capabilities "
                + params.get("capabilities").toString().replace('"', '\'')
                + ". More.");
        answer(message, result);
      }
      case "ping" -> {
        if (!modes.contains("frozen")) {
          answer(message, object());
        }
      }
      case "tools/list" -> list(message, params);
      case "tools/call" -> call(message, params);
      case "notifications/cancelled" -> cancelled.add(params.get("requestId").toString());
      default -> {
        // Other notifications.
      }
    }
  }

  private static void list(JsonNode message, JsonNode params) throws IOException {
    ObjectNode result = object();
    int page = params.path("cursor").asInt(0);
    result
        .putArray("tools")
        .addObject()
        .put(
            "name",
            modes.contains("listSteps")
                ? "steps"
                : modes.contains("listEnv")
                    ? "env"
                    : modes.contains("listMeta") ? "meta" : "tool" + page)
        .put("description", "é😀")
        .putObject("inputSchema")
        .put("type", "object")
        .put("x-number", new java.math.BigDecimal("0.15"));
    if (modes.contains("pages") && page < 2) {
      result.put("nextCursor", Integer.toString(page + 1));
    } else if (modes.contains("loop")) {
      result.put("nextCursor", "1");
    }
    if (modes.contains("described")) {
      ObjectNode tool = result.withArray("tools").addObject();
      tool.put("name", "described").put("description", "Described in full.");
      tool.putObject("inputSchema").put("type", "object");
      tool.putArray("icons").addObject().put("src", "data:,x");
      tool.putObject("_meta").put("ui/resourceUri", "ui://x");
      tool.putObject("execution").put("taskSupport", "required");
      tool.putObject("annotations")
          .put("title", "T")
          .put("category", "input")
          .put("readOnlyHint", true);
    }
    if (modes.contains("malformedTool")) {
      result.withArray("tools").addObject().put("description", "no name");
      result.withArray("tools").addObject().put("name", "strange").put("inputSchema", true);
    }
    answer(message, result);
  }

  private static void call(JsonNode message, JsonNode params) throws Exception {
    JsonNode arguments = params.path("arguments");
    switch (params.get("name").asText()) {
      case "echo" -> answer(message, text(arguments.toString()));
      case "raw" ->
          write(
              "{\"result\":{\"content\":[],\"f\":0.10,\"s\":\"\\u0041"
                  + " é😀\"},\"jsonrpc\":\"2.0\",\"id\":"
                  + message.get("id")
                  + "}");
      case "env" -> {
        ObjectNode environment = object();
        new TreeMap<>(System.getenv()).forEach(environment::put);
        answer(message, text(environment.toString()));
      }
      case "cwd" -> answer(message, text(System.getProperty("user.dir")));
      case "never" ->
          write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}");
      case "cancelled" -> answer(message, text(String.join(",", cancelled)));
      case "lateAnswers" -> {
        for (String id : cancelled) {
          write("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"content\":[]}}");
        }
        write("{\"jsonrpc\":\"2.0\",\"id\":\"strange\",\"result\":{}}");
        write("{\"jsonrpc\":\"2.0\",\"id\":987654,\"result\":{}}");
        answer(message, text("ok"));
      }
      case "meta" -> {
        write(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{"
                + "\"level\":\"error\",\"logger\":\"disk\",\"data\":{\"free\":7}}}");
        answer(message, text(params.path("_meta").toString()));
      }
      case "steps" -> {
        JsonNode token = params.at("/_meta/progressToken");
        for (int i = 1; i <= 20; i++) {
          write(
              "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                  + (token.isMissingNode() ? "1" : token.toString())
                  + ",\"progress\":"
                  + i
                  + ",\"total\":20,\"message\":\"step\"}}");
        }
        answer(message, text(token.toString()));
      }
      case "error" ->
          write(
              "{\"jsonrpc\":\"2.0\",\"id\":"
                  + message.get("id")
                  + ",\"error\":{\"code\":-32050,\"message\":\"out of paper\"}}");
      case "notAnObject" ->
          write("{\"jsonrpc\":\"2.0\",\"id\":" + message.get("id") + ",\"result\":5}");
      case "large" -> answer(message, text("x".repeat(arguments.get("size").asInt())));
      case "largeIdLast" ->
          write(
              "{\"result\":{\"content\":[{\"type\":\"text\",\"text\":\""
                  + "x".repeat(arguments.get("size").asInt())
                  + "\"}]},\"jsonrpc\":\"2.0\",\"id\":"
                  + message.get("id")
                  + "}");
      case "change" -> {
        write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
        answer(message, text("ok"));
      }
      case "ask" -> {
        write("{\"jsonrpc\":\"2.0\",\"id\":\"q1\",\"method\":\"ping\"}");
        write(
            "{\"jsonrpc\":\"2.0\",\"id\":\"q2\",\"method\":\"sampling/createMessage\",\"params\":{}}");
        answer(message, text("ok"));
      }
      case "garbage" -> {
        garbage();
        answer(message, text("ok"));
      }
      case "die" -> {
        System.err.println("out of cheese");
        System.exit(arguments.path("code").asInt(7));
      }
      case "halfAnswer" -> {
        // The members that stand before the fault are enough to know which call it answers.
        String answer = "{\"jsonrpc\":\"2.0\",\"id\":" + message.get("id");
        System.err.println("out of cheese");
        OUT.write((answer + arguments.path("rest").asText()).getBytes(StandardCharsets.UTF_8));
        OUT.flush();
        System.exit(7);
      }
      case "closeStdout" -> {
        OUT.close();
        waitForever();
      }
      case "stopReading" -> {
        answer(message, text("ok"));
        waitForever();
      }
      default -> answer(message, text(modes.contains("counter") ? count() : "unknown"));
    }
  }

  /** State of this process: its id and how often it was asked. */
  private static String count() {
    return ProcessHandle.current().pid() + ":" + counter.incrementAndGet();
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static ObjectNode text(String text) {
    ObjectNode result = object();
    result.putArray("content").addObject().put("type", "text").put("text", text);
    return result;
  }

  private static void answer(JsonNode request, JsonNode result) throws IOException {
    ObjectNode answer = object();
    answer.put("jsonrpc", "2.0");
    answer.set("id", request.get("id"));
    answer.set("result", result);
    write(Json.mapper().writeValueAsString(answer));
  }

  private static void write(String line) throws IOException {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    OUT.write(bytes);
  }
}
