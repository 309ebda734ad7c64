package io.gatemini.examples.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.server.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.Charset;
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
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * A bundled server as a process with the heap and the flags of its launcher, and the client beside
 * it that keeps the book: which ids are open, what was answered, what the log says. Thread-safe.
 */
final class FuzzedServer implements AutoCloseable {
  /** The names of errors of the virtual machine; a program's own have no package. */
  static final Pattern ERROR =
      Pattern.compile(
          "\\bjava\\.[\\w.]+Error\\b|OutOfMemoryError|StackOverflowError|Exception in thread");

  private static final int LAST_LINES = 400;

  private final Process process;
  private final OutputStream stdin;
  private final Findings findings;
  private final RequestBook book = new RequestBook();
  private final AtomicLong own = new AtomicLong();
  private final Map<String, CompletableFuture<JsonNode>> awaited = new ConcurrentHashMap<>();
  private final Deque<String> log = new ArrayDeque<>();
  private final CompletableFuture<Void> outputEnded;
  private volatile boolean ending;

  private FuzzedServer(Process process, Findings findings) {
    this.process = process;
    this.stdin = process.getOutputStream();
    this.findings = findings;
    // ISO 8859-1 keeps the bytes as they are.
    outputEnded =
        lines(process.getInputStream(), StandardCharsets.ISO_8859_1, this::receive)
            .thenRun(this::outputEnded);
    lines(process.getErrorStream(), StandardCharsets.UTF_8, this::logged);
  }

  /** Gives each line to a consumer, in a thread of its own; completes at the end of the stream. */
  private static CompletableFuture<Void> lines(
      InputStream stream, Charset charset, Consumer<String> consumer) {
    CompletableFuture<Void> end = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try (BufferedReader in = new BufferedReader(new InputStreamReader(stream, charset))) {
                in.lines().forEach(consumer);
              } catch (IOException e) {
                // Ends with the process.
              } finally {
                end.complete(null);
              }
            },
            "fuzz-reader");
    thread.setDaemon(true);
    thread.start();
    return end;
  }

  /** Starts a server over these backends. */
  static FuzzedServer start(String config, Path directory, Findings findings) throws IOException {
    Path file = Files.writeString(directory.resolve("gatemini.json"), config);
    List<String> line = new ArrayList<>(FuzzServer.command(Main.class));
    line.set(line.indexOf("-Xmx160m"), "-Xmx256m");
    line.add(1, "-Xmn24m");
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

  /** The handshake. */
  void initialize(String version) throws Exception {
    await(
        "\"initialize\",\"params\":{\"protocolVersion\":\"%s\",\"capabilities\":{},\"clientInfo\":%s}"
            .formatted(version, "{\"name\":\"fuzz\",\"version\":\"1\"}"));
    send(bytes("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n"));
  }

  /**
   * Sends a request of the client's own, which the book does not contain.
   *
   * @param call what stands behind {@code "method":}
   */
  CompletableFuture<JsonNode> request(String call) throws IOException {
    String id = "own-" + own.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    awaited.put('"' + id, answer);
    send(bytes("{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"method\":%s}\n".formatted(id, call)));
    return answer;
  }

  /** The answer to a request. */
  JsonNode await(String call) throws Exception {
    return request(call).get(SteadyWatch.PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** The answer of one of the seven tools as a text. */
  String call(String tool, String arguments) throws Exception {
    return await(
            "\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s}"
                .formatted(tool, arguments))
        .at("/result/content/0/text")
        .asText();
  }

  /** The text that a program or a JSON call returns. */
  String run(String code) throws Exception {
    return call("call_tool_chain", "{\"code\":" + HostileJson.quoted(code) + "}");
  }

  /** The text that a backend's tool returns for the same text. */
  String echo(String backend, String text) throws Exception {
    return run("{\"tool\":\"" + backend + ".echo\",\"arguments\":{\"text\":\"" + text + "\"}}");
  }

  /** Pings again and again. */
  SteadyWatch pings() {
    return watch("ping", SteadyWatch.PING_MILLIS, () -> await("\"ping\""));
  }

  SteadyWatch watch(String what, long boundMillis, SteadyWatch.Probe probe) {
    return new SteadyWatch(findings, what, boundMillis, probe, this::giveUp);
  }

  void send(byte[] bytes) throws IOException {
    synchronized (stdin) {
      stdin.write(bytes);
      stdin.flush();
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void outputEnded() {
    book.close();
    awaited.values().forEach(answer -> answer.completeExceptionally(new IOException("ended")));
    if (!ending) {
      findings.add("server ended", "its log: " + lastLog());
    }
  }

  private void receive(String line) {
    try {
      JsonNode message = RequestBook.read(line.getBytes(StandardCharsets.ISO_8859_1));
      (message.isArray() ? message : List.of(message)).forEach(this::receive);
    } catch (IOException e) {
      findings.add("no JSON from the server", e.getMessage() + ": " + Findings.shown(line));
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
      findings.add("not an answer", shown(message));
    }
    look(message);
    // A line that cannot be read is refused under the id that stands in it: it is no answer to the
    // request that has this id.
    if (id.isNull() || message.path("error").path("code").asInt() == -32700) {
      return;
    }
    String key = RequestBook.key(id);
    CompletableFuture<JsonNode> own = awaited.remove(key);
    if (own != null) {
      own.complete(message);
    } else if (!book.answer(key)) {
      findings.add("wrong answer", "an answer to an id that is not open: " + shown(message));
    }
  }

  private static String shown(JsonNode message) {
    return Findings.shown(HostileJson.quoted(message));
  }

  /** Nothing that a client reads shows the innards of the server. */
  private void look(JsonNode message) {
    JsonNode error = message.path("error");
    String text = error.path("message").asText();
    if (message.at("/result/isError").asBoolean()) {
      text = message.at("/result/content/0/text").asText();
    }
    if ((error.path("code").asInt() == -32603 && text.equals("the request failed"))
        || ERROR.matcher(text).find()
        || text.contains("java.lang.")
        || text.contains("\tat ")) {
      findings.add("innards", shown(message));
    }
  }

  private void answerTo(JsonNode id) {
    String answer =
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32601,\"message\":\"not offered\"}}\n"
            .formatted(HostileJson.quoted(id));
    // From a thread of its own: the one that reads must go on reading.
    CompletableFuture.runAsync(
        () -> {
          try {
            send(bytes(answer));
          } catch (IOException e) {
            // The end of the output says so, too.
          }
        });
  }

  private void logged(String line) {
    synchronized (log) {
      log.add(line);
      if (log.size() > LAST_LINES) {
        log.remove();
      }
    }
    if (ERROR.matcher(line).find()) {
      findings.add("Error in the log", Findings.shown(line));
    }
  }

  /** The last lines of the server on stderr. */
  String lastLog() {
    synchronized (log) {
      return String.join("\n", log);
    }
  }

  /** Ends a server that answers nothing any more, after a look at what its threads do. */
  private void giveUp() throws IOException {
    printThreads();
    close();
  }

  void printThreads() throws IOException {
    System.out.println(ProcessFootprint.jcmd(handle(), "Thread.print"));
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
    List<ProcessHandle> family = new ArrayList<>(process.descendants().toList());
    family.add(handle());
    family.forEach(ProcessHandle::destroyForcibly);
  }
}
