package io.gatemini.server.proxy;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.internal.process.ProcessTree;
import io.gatemini.server.Main;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.spi.Json;
import io.gatemini.testing.MisbehavingServer;
import io.gatemini.testing.ScriptedServer;
import io.gatemini.transport.daemon.SocketStreams;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A proxy that is a process, as clients start it, and its client. */
final class ProxyProcess {
  private static final long SECONDS = 60;

  final Process process;
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();

  /** The lines of its stderr. */
  final List<String> errors = new CopyOnWriteArrayList<>();

  /** Answers to what had one already. */
  final List<String> doubled = new CopyOnWriteArrayList<>();

  private int id;

  private ProxyProcess(Process process) {
    this.process = process;
    thread(this::readErrors);
  }

  private static void thread(Runnable work) {
    Thread thread = new Thread(work, "proxy-process-read");
    thread.setDaemon(true);
    thread.start();
  }

  private void readErrors() {
    try (BufferedReader lines = process.errorReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        System.err.println(line);
        errors.add(line);
      }
    } catch (IOException e) {
      // It has ended.
    }
  }

  /** The process: {@code SOCKET CONFIG} and the milliseconds of its patience. */
  public static void main(String[] args) throws Exception {
    List<Long> millis = Arrays.stream(args).skip(2).map(Long::valueOf).toList();
    Proxy proxy =
        new Proxy(
            new DaemonStart(
                DaemonPlaces.at(Path.of(args[0])), Path.of(args[1]), "0", java(Main.class)),
            new FileInputStream(FileDescriptor.in),
            new FileOutputStream(FileDescriptor.out),
            new Proxy.Patience(
                millis.get(0),
                millis.get(1),
                millis.get(2),
                millis.get(3),
                millis.get(4),
                millis.get(5)));
    System.exit(proxy.run());
  }

  /** The start of a command line that runs a class of the test class path. */
  static List<String> java(Class<?> main) {
    return ScriptedServer.java(main, "-Xmx256m");
  }

  /** A configuration with backend "one", in a directory of its own. */
  static Path config(Path directory) throws IOException {
    ObjectNode root = Json.mapper().createObjectNode();
    ObjectNode one = root.putObject("backends").putObject("one");
    List<String> line = backend("NORMAL", directory);
    one.put("command", line.get(0));
    line.stream().skip(1).forEach(one.withArray("args")::add);
    root.put("cache_path", directory.resolve("cache.json").toString());
    return Files.writeString(directory.resolve("gatemini.yaml"), root.toString());
  }

  static List<String> backend(String mode, Path directory) {
    List<String> line = new ArrayList<>(java(MisbehavingServer.class));
    line.add(mode);
    line.add(directory.resolve("pids").toString());
    return line;
  }

  /** A process that does nothing. */
  static Process idle(Path directory) throws IOException {
    return new ProcessBuilder(backend("MUTE", directory))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** Greets all who come with a line, until the socket is closed; those who are clients wait. */
  static BlockingQueue<SocketChannel> greetAll(ServerSocketChannel listening, String greeting) {
    BlockingQueue<SocketChannel> clients = new LinkedBlockingQueue<>();
    thread(
        () -> {
          try {
            while (true) {
              SocketChannel guest = listening.accept();
              guest.write(ByteBuffer.wrap((greeting + "\n").getBytes(StandardCharsets.UTF_8)));
              BufferedReader lines =
                  new BufferedReader(
                      new InputStreamReader(SocketStreams.in(guest), StandardCharsets.UTF_8));
              if (String.valueOf(lines.readLine()).contains("\"as\":\"client\"")) {
                clients.add(guest);
              }
            }
          } catch (IOException e) {
            // It is closed.
          }
        });
    return clients;
  }

  /** Ends the daemon, if there is one. */
  static void endDaemon(DaemonPlaces places) {
    Long pid = places.readPid();
    if (pid != null) {
      ProcessHandle.of(pid)
          .ifPresent(
              daemon -> {
                daemon.destroy();
                awaitEnd(daemon);
              });
    }
  }

  /** An orphan may stay a zombie for seconds: its exit would be noticed as late. */
  static void awaitEnd(ProcessHandle process) {
    await().atMost(Duration.ofSeconds(60)).until(() -> !ProcessTree.isAlive(process));
  }

  /** Starts one whose client does not read yet, with more variables in its environment. */
  static ProxyProcess start(
      DaemonPlaces places, Path config, Proxy.Patience patience, Map<String, String> variables)
      throws IOException {
    List<String> line = new ArrayList<>(java(ProxyProcess.class));
    line.add(places.socket().toString());
    line.add(config.toString());
    for (long millis :
        List.of(
            patience.silence(),
            patience.frozen(),
            patience.quiet(),
            patience.clientAnswer(),
            patience.drain(),
            patience.parent())) {
      line.add("" + millis);
    }
    ProcessBuilder builder = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.PIPE);
    builder.environment().putAll(variables);
    return new ProxyProcess(builder.start());
  }

  /** Reads from now on all that comes. */
  ProxyProcess read() {
    thread(this::readAll);
    return this;
  }

  private void readAll() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode message = Json.mapper().readTree(line);
        if (!message.has("method") && !heard(message.path("id").asInt()).complete(message)) {
          doubled.add(message.toString());
        }
      }
    } catch (IOException e) {
      // It has ended: what is waited for does not come.
    }
  }

  private CompletableFuture<JsonNode> heard(int asked) {
    return answers.computeIfAbsent(asked, unused -> new CompletableFuture<>());
  }

  JsonNode answer(int asked) throws Exception {
    return heard(asked).get(SECONDS, TimeUnit.SECONDS);
  }

  void write(String text) throws IOException {
    process.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  ProxyProcess shakeHands() throws Exception {
    Objects.requireNonNull(answer(beginHandshake()).get("result"));
    initialized();
    return this;
  }

  int beginHandshake() throws IOException {
    return begin(
        "initialize",
        "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},"
            + "\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}");
  }

  void initialized() throws IOException {
    write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
  }

  int begin(String method, String params) throws IOException {
    write(request(method, params) + "\n");
    return id;
  }

  private String request(String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + ++id
        + ",\"method\":\""
        + method
        + "\",\"params\":"
        + params
        + "}";
  }

  int beginCall(String tool, Map<String, ?> arguments) throws IOException {
    return begin("tools/call", call(tool, arguments));
  }

  private static String call(String tool, Map<String, ?> arguments) {
    ObjectNode call = Json.mapper().createObjectNode().put("tool", tool);
    call.set("arguments", Json.mapper().valueToTree(arguments));
    ObjectNode params = Json.mapper().createObjectNode().put("name", "call_tool_chain");
    params.putObject("arguments").put("code", call.toString()).put("max_output_size", 1_000_000);
    return params.toString();
  }

  /** A call as the line that begins it, for a client that writes it in parts. */
  String line(String tool, Map<String, ?> arguments) {
    return request("tools/call", call(tool, arguments)) + "\n";
  }

  /** The last request. */
  int asked() {
    return id;
  }

  String text(int asked) throws Exception {
    JsonNode answer = answer(asked);
    return answer.at("/result/content/0/text").asText(answer.toString());
  }

  String call(String tool, String argument, Object value) throws Exception {
    return text(beginCall(tool, Map.of(argument, value)));
  }

  /** Sends a signal, as a terminal does. */
  void signal(String name) throws Exception {
    new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor();
  }

  /** Its client closes its end, and the process ends. */
  void leave() throws Exception {
    signal("CONT");
    process.getOutputStream().close();
    if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }
}
