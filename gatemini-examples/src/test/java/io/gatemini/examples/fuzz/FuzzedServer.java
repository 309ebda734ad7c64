package io.gatemini.examples.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.server.Main;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A bundled server as a process with the heap and the flags of its launcher, and the client beside
 * it that keeps the book: which ids are open, what was answered, what the log says. Thread-safe.
 */
final class FuzzedServer implements SteadyWatch.Fuzzed, AutoCloseable {
  /** The names of errors of the virtual machine; a program's own have no package. */
  static final Pattern ERROR =
      Pattern.compile(
          "\\bjava\\.[\\w.]+Error\\b|OutOfMemoryError|StackOverflowError|Exception in thread");

  private static final int LAST_LINES = 400;

  /** How much of a stack is shown; the end of a deep recursion says little. */
  private static final int FRAMES = 25;

  private final Process process;
  private final OutputStream stdin;
  private final Findings findings;
  private final RequestBook book = new RequestBook();
  private final AtomicLong own = new AtomicLong();
  private final Map<String, CompletableFuture<JsonNode>> awaited = new ConcurrentHashMap<>();
  private final Deque<String> log = new ArrayDeque<>();
  private final CompletableFuture<Void> outputEnded = new CompletableFuture<>();
  private volatile boolean ending;
  private volatile String where = "the start";

  private FuzzedServer(Process process, Findings findings) {
    this.process = process;
    this.stdin = process.getOutputStream();
    this.findings = findings;
    start("fuzz-stdout", this::readStdout);
    start("fuzz-stderr", this::readStderr);
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Starts a server over these backends. */
  static FuzzedServer start(ObjectNode config, Path directory, Findings findings)
      throws IOException {
    Path file = Files.createTempFile(directory, "gatemini", ".json");
    Files.writeString(file, config.toPrettyString());
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-XX:+UseSerialGC", "-Xmx256m", "-Xmn24m", "-XX:TieredStopAtLevel=1"));
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    line.addAll(List.of("--direct", "--config", file.toString()));
    return new FuzzedServer(
        new ProcessBuilder(line).directory(directory.toFile()).start(), findings);
  }

  RequestBook book() {
    return book;
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  boolean isAlive() {
    return process.isAlive() && !outputEnded.isDone();
  }

  /** Says what is being done, for a finding that no line can be blamed for. */
  void at(String what) {
    where = what;
  }

  @Override
  public String where() {
    return where;
  }

  /** The handshake. */
  void initialize(String version) throws Exception {
    ObjectNode params = JsonNodeFactory.instance.objectNode().put("protocolVersion", version);
    params.putObject("capabilities");
    params.putObject("clientInfo").put("name", "fuzz").put("version", "1");
    await(request("initialize", params));
    send(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n"
            .getBytes(StandardCharsets.UTF_8));
  }

  /** Sends a request of the client's own, which the book knows nothing of. */
  CompletableFuture<JsonNode> request(String method, JsonNode params) throws IOException {
    String id = "own-" + own.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    awaited.put('"' + id, answer);
    ObjectNode message = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0").put("id", id);
    message.put("method", method).set("params", params);
    send((HostileJson.text(message) + "\n").getBytes(StandardCharsets.UTF_8));
    return answer;
  }

  /** Calls one of the seven tools. */
  CompletableFuture<JsonNode> call(String tool, ObjectNode arguments) throws IOException {
    ObjectNode params = JsonNodeFactory.instance.objectNode().put("name", tool);
    params.set("arguments", arguments);
    return request("tools/call", params);
  }

  /** Runs a program or a JSON call. */
  CompletableFuture<JsonNode> run(String code) throws IOException {
    return call("call_tool_chain", JsonNodeFactory.instance.objectNode().put("code", code));
  }

  static JsonNode await(CompletableFuture<JsonNode> answer) throws Exception {
    return answer.get(60, TimeUnit.SECONDS);
  }

  void send(byte[] bytes) throws IOException {
    synchronized (stdin) {
      stdin.write(bytes);
      stdin.flush();
    }
  }

  /** Sends a ping; how long its answer took from the moment that it was written. */
  long ping(long patienceSeconds) throws Exception {
    String id = "own-" + own.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    awaited.put('"' + id, answer);
    byte[] line =
        ("{\"jsonrpc\":\"2.0\",\"id\":\"" + id + "\",\"method\":\"ping\"}\n")
            .getBytes(StandardCharsets.UTF_8);
    long from;
    synchronized (stdin) {
      from = System.nanoTime();
      stdin.write(line);
      stdin.flush();
    }
    answer.get(patienceSeconds, TimeUnit.SECONDS);
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - from);
  }

  private void readStdout() {
    try (InputStream in = new BufferedInputStream(process.getInputStream(), 1 << 16)) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      byte[] buffer = new byte[1 << 16];
      int count;
      while ((count = in.read(buffer, 0, Math.max(1, Math.min(buffer.length, in.available()))))
          >= 0) {
        int from = 0;
        for (int i = 0; i < count; i++) {
          if (buffer[i] == '\n') {
            line.write(buffer, from, i - from);
            from = i + 1;
            receive(line.toByteArray());
            line.reset();
          }
        }
        line.write(buffer, from, count - from);
      }
    } catch (IOException e) {
      findings.add("output broke", e + " at " + where);
    } finally {
      outputEnded.complete(null);
      book.close();
      awaited.values().forEach(answer -> answer.completeExceptionally(new IOException("ended")));
      if (!ending) {
        findings.add("server ended", "at " + where + "; its log: " + lastLog());
      }
    }
  }

  private void receive(byte[] line) {
    JsonNode message;
    try {
      message = LineOracle.read(line);
    } catch (IOException e) {
      findings.add(
          "no JSON from the server",
          e.getMessage() + ": " + Findings.shown(new String(line, StandardCharsets.UTF_8)));
      return;
    }
    if (message.isArray()) {
      message.forEach(this::receive);
    } else {
      receive(message);
    }
  }

  private void receive(JsonNode message) {
    JsonNode id = message.path("id");
    if (message.has("method")) {
      if (message.has("id")) {
        answerTo(id);
      }
      return;
    }
    if (!message.path("jsonrpc").asText().equals("2.0")
        || message.has("result") == message.has("error")) {
      findings.add("not an answer", Findings.shown(HostileJson.text(message)));
    }
    look(message);
    // A line that cannot be read is refused under the id that stands in it: it is no answer to the
    // request that has this id.
    if (id.isNull() || message.path("error").path("code").asInt() == -32700) {
      return;
    }
    String key = LineOracle.key(id);
    CompletableFuture<JsonNode> own = awaited.remove(key);
    if (own != null) {
      own.complete(message);
      return;
    }
    String problem = book.answer(key);
    if (problem != null) {
      findings.add(
          "wrong answer",
          problem + ": " + Findings.shown(HostileJson.text(message)) + " at " + where);
    }
  }

  /** Nothing that a client reads shows the innards of the server. */
  private void look(JsonNode message) {
    JsonNode error = message.path("error");
    String text =
        error.isMissingNode()
            ? message.at("/result/isError").asBoolean()
                ? message.at("/result/content/0/text").asText()
                : ""
            : error.path("message").asText();
    if ((error.path("code").asInt() == -32603 && text.equals("the request failed"))
        || ERROR.matcher(text).find()
        || text.contains("java.lang.")
        || text.contains("\tat ")) {
      findings.add("innards", Findings.shown(HostileJson.text(message)) + " at " + where);
    }
  }

  private void answerTo(JsonNode id) {
    // From a thread of its own: the one that reads must go on reading.
    CompletableFuture.runAsync(
        () -> {
          try {
            send(
                ("{\"jsonrpc\":\"2.0\",\"id\":"
                        + HostileJson.text(id)
                        + ",\"error\":{\"code\":-32601,\"message\":\"not offered\"}}\n")
                    .getBytes(StandardCharsets.UTF_8));
          } catch (IOException e) {
            // The end of the output says so, too.
          }
        });
  }

  private void readStderr() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
      StringBuilder error = new StringBuilder();
      int frames = 0;
      String line;
      while ((line = reader.readLine()) != null) {
        remember(line);
        if (frames > 0 && line.startsWith("\tat ") && frames <= FRAMES) {
          error.append('\n').append(line);
          frames++;
          continue;
        } else if (frames > 0) {
          findings.add("Error in the log", error.toString());
          frames = 0;
        }
        if (ERROR.matcher(line).find()) {
          error.setLength(0);
          error.append(Findings.shown(line)).append(" at ").append(where);
          frames = 1;
        }
      }
      if (frames > 0) {
        findings.add("Error in the log", error.toString());
      }
    } catch (IOException e) {
      // Ends with the process.
    }
  }

  private void remember(String line) {
    synchronized (log) {
      log.add(line);
      if (log.size() > LAST_LINES) {
        log.remove();
      }
    }
  }

  /** Ends a server that answers nothing any more, after a look at what its threads do. */
  @Override
  public void giveUp() throws IOException, InterruptedException {
    ending = true;
    System.out.println(ProcessFootprint.jcmd(process.pid(), "Thread.print"));
    close();
  }

  /** The last of what the server said on stderr. */
  String lastLog() {
    synchronized (log) {
      return String.join("\n", log);
    }
  }

  /** Ends it as a client does; it must go by itself. */
  void end() throws IOException, InterruptedException {
    ending = true;
    synchronized (stdin) {
      stdin.close();
    }
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      findings.add("does not end", "60 s after the end of its input; its log: " + lastLog());
    } else if (process.exitValue() != 0) {
      findings.add("exit code", process.exitValue() + "; its log: " + lastLog());
    }
  }

  /** Kills what is left of it and of its children. */
  @Override
  public void close() {
    ending = true;
    List<ProcessHandle> family =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    family.forEach(ProcessHandle::destroyForcibly);
  }
}
