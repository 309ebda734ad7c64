package io.gatemini.examples.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.examples.hostile.HostileTexts;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A stdio MCP server that is well-behaved but for one habit, its mode. It writes the id of every
 * process it is, or starts, to a file, so that a test can look for orphans.
 *
 * <p>{@code java ... MisbehavingServer <mode> <pid file> [milliseconds]}
 */
public final class MisbehavingServer {
  /** What the server does wrong. */
  enum Mode {
    /** Nothing. */
    NORMAL,
    /** Prints what is no JSON-RPC around every answer. */
    GARBAGE,
    /** Closes its stderr before it says anything. */
    CLOSES_STDERR,
    /** Ends neither at the end of its input nor at TERM. */
    IGNORES_TERM,
    /** Starts a process that outlives it. */
    GRANDCHILDREN,
    /** Answers initialize late. */
    SLOW_START,
    /** Says why on stderr and exits with code 3. */
    EXITS_AT_ONCE,
    /** Never answers. */
    MUTE,
    /** Is no server: waits to be killed. */
    LINGER
  }

  private final Mode mode;
  private final Path pidFile;
  private final OutputStream out = new FileOutputStream(FileDescriptor.out);
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final Map<JsonNode, Future<?>> sleeping = new ConcurrentHashMap<>();

  private MisbehavingServer(Mode mode, Path pidFile) {
    this.mode = mode;
    this.pidFile = pidFile;
  }

  /** The command line of a server in a mode. */
  static List<String> command(Mode mode, Path pidFile, String... more) {
    List<String> line = new ArrayList<>(java(MisbehavingServer.class));
    line.add(mode.name());
    line.add(pidFile.toString());
    line.addAll(List.of(more));
    return line;
  }

  /** The start of a command line that runs a class of the test class path, quick to start. */
  static List<String> java(Class<?> main) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xshare:auto",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xmx256m",
        "-cp",
        System.getProperty("java.class.path"),
        main.getName());
  }

  public static void main(String[] args) throws Exception {
    Mode mode = Mode.valueOf(args[0]);
    MisbehavingServer server = new MisbehavingServer(mode, Path.of(args[1]));
    server.record(ProcessHandle.current().pid());
    switch (mode) {
      case CLOSES_STDERR -> System.err.close();
      case IGNORES_TERM ->
          // A process ends when its shutdown hooks have: this one never does.
          Runtime.getRuntime().addShutdownHook(new Thread(MisbehavingServer::waitForever));
      case GRANDCHILDREN -> {
        Process child =
            new ProcessBuilder(command(Mode.LINGER, server.pidFile))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        server.record(child.pid());
      }
      case SLOW_START -> TimeUnit.MILLISECONDS.sleep(Long.parseLong(args[2]));
      case EXITS_AT_ONCE -> {
        System.err.println("the licence file is missing");
        System.exit(3);
      }
      case MUTE, LINGER -> waitForever();
      case NORMAL, GARBAGE -> {}
    }
    server.serve();
    if (mode == Mode.IGNORES_TERM) {
      waitForever();
    }
    System.exit(0);
  }

  private static void waitForever() {
    CountDownLatch never = new CountDownLatch(1);
    while (never.getCount() > 0) {
      try {
        never.await();
      } catch (InterruptedException e) {
        Thread.onSpinWait(); // waits on: that is the point of it
      }
    }
  }

  private void record(long pid) throws IOException {
    Files.writeString(pidFile, pid + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private void serve() throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8), 1 << 16);
    String line;
    while ((line = in.readLine()) != null) {
      handle(RawMcpClient.JSON.readTree(line));
    }
  }

  private void handle(JsonNode message) throws IOException {
    JsonNode params = message.path("params");
    switch (message.path("method").asText()) {
      case "initialize" -> {
        ObjectNode result = RawMcpClient.JSON.createObjectNode();
        result.put("protocolVersion", params.path("protocolVersion").asText());
        result.putObject("capabilities").putObject("tools");
        result.putObject("serverInfo").put("name", "misbehaving").put("version", "1");
        answer(message, result);
      }
      case "tools/list" -> answer(message, tools());
      case "tools/call" -> call(message, params.path("name").asText(), params.path("arguments"));
      case "notifications/cancelled" -> {
        Future<?> work = sleeping.remove(params.path("requestId"));
        if (work != null && work.cancel(false)) {
          note("cancelled", params);
        }
      }
      default -> {
        if (message.has("id")) {
          answer(message, RawMcpClient.JSON.createObjectNode());
        }
      }
    }
  }

  /** Adds a line to a file beside that of the processes. */
  private void note(String file, JsonNode what) throws IOException {
    Files.writeString(
        pidFile.resolveSibling(pidFile.getFileName() + "." + file),
        what + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  private static ObjectNode tools() {
    ObjectNode result = RawMcpClient.JSON.createObjectNode();
    ArrayNode tools = result.putArray("tools");
    tool(tools, "echo", "Answers with the text it is given.", "text", "string");
    tool(tools, "size", "Answers with the length of the text it is given.", "text", "string");
    tool(tools, "line", "Answers with a long line of base64 that ends in a word.", "of", "integer");
    tool(tools, "sleep", "Answers after some milliseconds.", "ms", "integer");
    tool(tools, "pid", "Answers with the process id of the server.", "why", "string");
    tool(tools, "variable", "Answers with a variable of its environment.", "name", "string");
    tool(tools, "die", "Ends the server with an exit code and no answer.", "code", "integer");
    return result;
  }

  private static void tool(
      ArrayNode tools, String name, String description, String parameter, String type) {
    ObjectNode tool = tools.addObject().put("name", name).put("description", description);
    ObjectNode schema = tool.putObject("inputSchema").put("type", "object");
    schema.putObject("properties").putObject(parameter).put("type", type);
  }

  private void call(JsonNode message, String tool, JsonNode arguments) throws IOException {
    if (arguments.has("log")) {
      System.err.println(arguments.path("log").asText());
    }
    switch (tool) {
      case "echo" -> text(message, arguments.path("text").asText());
      case "size" -> text(message, "" + arguments.path("text").asText().length());
      case "line" -> text(message, HostileTexts.base64(arguments.path("of").asInt()) + " end");
      case "variable" ->
          text(message, System.getenv().getOrDefault(arguments.path("name").asText(), "absent"));
      case "pid" -> text(message, "" + ProcessHandle.current().pid());
      case "sleep" -> {
        long ms = arguments.path("ms").asLong();
        Runnable wake =
            () -> {
              sleeping.remove(message.get("id"));
              try {
                text(message, "slept " + ms);
              } catch (IOException e) {
                System.exit(4);
              }
            };
        sleeping.put(message.get("id"), timer.schedule(wake, ms, TimeUnit.MILLISECONDS));
        note("asleep", arguments);
      }
      case "die" -> {
        System.err.println("the disk is on fire");
        System.err.flush();
        Runtime.getRuntime().halt(arguments.path("code").asInt());
      }
      default -> text(message, "no such tool: " + tool);
    }
  }

  private void text(JsonNode message, String text) throws IOException {
    ObjectNode result = RawMcpClient.JSON.createObjectNode();
    result.putArray("content").addObject().put("type", "text").put("text", text);
    answer(message, result);
  }

  private void answer(JsonNode request, ObjectNode result) throws IOException {
    ObjectNode message = RawMcpClient.JSON.createObjectNode().put("jsonrpc", "2.0");
    message.set("id", request.get("id"));
    message.set("result", result);
    String line = message + "\n";
    if (mode == Mode.GARBAGE) {
      line =
          "npm notice new version available\n\n"
              + "[]\n"
              + "{\"id\":5}\n"
              + "{\"jsonrpc\":\"2.0\",\"id\":\"nobody\",\"result\":{}}\n"
              + line
              + "}{ \u0000\u001b[31m not json\n";
    }
    synchronized (out) {
      out.write(line.getBytes(StandardCharsets.UTF_8));
      out.flush();
    }
  }
}
