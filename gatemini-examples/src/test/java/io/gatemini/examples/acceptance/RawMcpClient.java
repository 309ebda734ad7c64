package io.gatemini.examples.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.spi.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * An MCP client over a child's pipes that shares no protocol code with the project: what it says of
 * an answer is an independent opinion. Thread-safe.
 *
 * <p>A message that arrives is the answer to a request of its own, or is kept in {@link #others}.
 */
final class RawMcpClient implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The project's, for its bounds: the tests send what a mapper refuses by default. */
  static final JsonMapper JSON = Json.mapper();

  private final Process process;
  private final OutputStream stdin;
  private final AtomicLong ids = new AtomicLong(1_000);
  private final Map<Long, CompletableFuture<JsonNode>> open = new ConcurrentHashMap<>();
  private final List<JsonNode> others = new ArrayList<>();
  private final List<String> stderr = Collections.synchronizedList(new ArrayList<>());
  private final CompletableFuture<Void> outputEnded = new CompletableFuture<>();
  private final Map<String, JsonNode> answers = new ConcurrentHashMap<>();

  private RawMcpClient(Process process) {
    this.process = process;
    this.stdin = process.getOutputStream();
    start("stdout", this::readStdout);
    start("stderr", this::readStderr);
  }

  /** Starts a server; nothing is said to it yet. */
  static RawMcpClient start(List<String> command, Map<String, String> environment) {
    try {
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().putAll(environment);
      return new RawMcpClient(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a server and shakes hands. */
  static RawMcpClient connect(List<String> command, Map<String, String> environment) {
    RawMcpClient client = start(command, environment);
    client.initialize();
    return client;
  }

  /** Arguments, or other members. */
  static ObjectNode object() {
    return JSON.createObjectNode();
  }

  static ObjectNode object(String name, Object value) {
    return object().set(name, JSON.valueToTree(value));
  }

  Process process() {
    return process;
  }

  /** Answers a question of the server from now on; before the handshake, to announce it. */
  RawMcpClient answering(String method, JsonNode result) {
    answers.put(method, result);
    return this;
  }

  private ObjectNode capabilities() {
    ObjectNode capabilities = JSON.createObjectNode();
    answers
        .keySet()
        .forEach(method -> capabilities.putObject(method.substring(0, method.indexOf('/'))));
    if (capabilities.has("elicitation")) {
      capabilities.withObject("/elicitation").putObject("form");
      capabilities.withObject("/elicitation").putObject("url");
    }
    return capabilities;
  }

  /** The handshake; returns what the server says of itself. */
  JsonNode initialize() {
    ObjectNode params = JSON.createObjectNode().put("protocolVersion", "2025-11-25");
    params.set("capabilities", capabilities());
    params.putObject("clientInfo").put("name", "raw").put("version", "1");
    JsonNode answer = await(request("initialize", params));
    assertThat(answer.path("result").path("protocolVersion").asText()).isEqualTo("2025-11-25");
    notify("notifications/initialized", JSON.createObjectNode());
    return answer.path("result");
  }

  /** Sends a request; completes with the whole answer, a result or an error. */
  CompletableFuture<JsonNode> request(String method, JsonNode params) {
    return request(ids.incrementAndGet(), method, params);
  }

  /** An id for a request that is sent by hand or cancelled. */
  long nextId() {
    return ids.incrementAndGet();
  }

  CompletableFuture<JsonNode> request(long id, String method, JsonNode params) {
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    open.put(id, answer);
    if (outputEnded.isDone()) {
      answer.completeExceptionally(new IllegalStateException("the output has ended"));
    }
    ObjectNode message =
        JSON.createObjectNode().put("jsonrpc", "2.0").put("id", id).put("method", method);
    message.set("params", params);
    sendLine(message.toString());
    return answer;
  }

  void notify(String method, JsonNode params) {
    ObjectNode message = JSON.createObjectNode().put("jsonrpc", "2.0").put("method", method);
    message.set("params", params);
    sendLine(message.toString());
  }

  /** Sends a tools/call. */
  CompletableFuture<JsonNode> callAsync(String tool, JsonNode arguments) {
    ObjectNode params = JSON.createObjectNode().put("name", tool);
    params.set("arguments", arguments);
    return request("tools/call", params);
  }

  /** The result of a tools/call; fails at a protocol error. */
  JsonNode call(String tool, JsonNode arguments) {
    JsonNode answer = await(callAsync(tool, arguments));
    assertThat(answer.has("result")).as("a result, not %s", answer).isTrue();
    return answer.get("result");
  }

  /** Every page of tools/list. */
  List<JsonNode> tools() {
    List<JsonNode> tools = new ArrayList<>();
    ObjectNode params = JSON.createObjectNode();
    while (true) {
      JsonNode page = await(request("tools/list", params)).path("result");
      page.path("tools").forEach(tools::add);
      if (!page.hasNonNull("nextCursor")) {
        return tools;
      }
      params = JSON.createObjectNode().put("cursor", page.get("nextCursor").asText());
    }
  }

  /** Waits until a tool of a backend is in the catalog. */
  void awaitTool(String key) {
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(toolKeys()).as(stderr()).contains(key));
  }

  /** The first page of list_tools_meta. */
  List<String> toolKeys() {
    List<String> keys = new ArrayList<>();
    ObjectNode page = JSON.createObjectNode().put("page_size", 100).put("compact", false);
    try {
      JSON.readTree(text(call("list_tools_meta", page)))
          .path("tools")
          .forEach(key -> keys.add(key.asText()));
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
    return keys;
  }

  /** The text of the first content block. */
  static String text(JsonNode result) {
    return result.path("content").path(0).path("text").asText();
  }

  void ping() {
    JsonNode answer = await(request("ping", JSON.createObjectNode()));
    assertThat(answer.path("result").isObject()).as("answer to ping: %s", answer).isTrue();
  }

  /** A call of call_tool_chain with a JSON call as its code. */
  CompletableFuture<JsonNode> chainAsync(String tool, JsonNode arguments) {
    return callAsync("call_tool_chain", chainArguments(tool, arguments));
  }

  JsonNode chain(String tool, JsonNode arguments) {
    return call("call_tool_chain", chainArguments(tool, arguments));
  }

  /** The one content of a resource; fails at a protocol error. */
  JsonNode read(String uri) {
    JsonNode answer = readAnswer(uri);
    assertThat(answer.at("/result/contents")).as("one content, not %s", answer).hasSize(1);
    return answer.at("/result/contents/0");
  }

  /** The whole answer to a resources/read, a result or an error. */
  JsonNode readAnswer(String uri) {
    return await(request("resources/read", JSON.createObjectNode().put("uri", uri)));
  }

  /** Runs a program, as an agent would. */
  JsonNode program(String code) {
    return call("call_tool_chain", JSON.createObjectNode().put("code", code));
  }

  JsonNode program(String code, String mode) {
    return call("call_tool_chain", JSON.createObjectNode().put("code", code).put("mode", mode));
  }

  private static ObjectNode chainArguments(String tool, JsonNode arguments) {
    ObjectNode code = JSON.createObjectNode().put("tool", tool);
    code.set("arguments", arguments);
    return JSON.createObjectNode().put("code", code.toString());
  }

  /** Sends a line as it is. */
  void sendLine(String line) {
    send((line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  void send(byte[] bytes) {
    try {
      synchronized (stdin) {
        stdin.write(bytes);
        stdin.flush();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the server reads no more; " + stderr(), e);
    }
  }

  void closeStdin() {
    try {
      synchronized (stdin) {
        stdin.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The first message, beside answers to own requests, that the condition holds for. */
  JsonNode awaitOther(Predicate<JsonNode> condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    synchronized (others) {
      while (true) {
        for (JsonNode message : others) {
          if (condition.test(message)) {
            others.remove(message);
            return message;
          }
        }
        long millis = (end - System.nanoTime()) / 1_000_000;
        if (millis <= 0 || outputEnded.isDone()) {
          return fail("no such message; had " + others + "; stderr: " + stderr());
        }
        try {
          others.wait(millis);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IllegalStateException(e);
        }
      }
    }
  }

  /** Messages beside answers to own requests that were not awaited. */
  List<JsonNode> others() {
    synchronized (others) {
      return List.copyOf(others);
    }
  }

  String stderr() {
    return String.join("\n", List.copyOf(stderr));
  }

  JsonNode await(CompletableFuture<JsonNode> answer) {
    return await(answer, PATIENCE);
  }

  JsonNode await(CompletableFuture<JsonNode> answer, Duration patience) {
    try {
      return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return fail("no answer in " + patience + "; stderr: " + stderr());
    } catch (ExecutionException e) {
      return fail(e + "; stderr: " + stderr());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Waits for the end of the process and of its output; returns the exit code. */
  int awaitExit(Duration patience) {
    try {
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        return fail("still running after " + patience + "; stderr: " + stderr());
      }
      outputEnded.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return process.exitValue();
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the output did not end with the process", e);
    }
  }

  /** Kills what is left of the server and its children. */
  @Override
  public void close() {
    List<ProcessHandle> family =
        Stream.concat(process.descendants(), Stream.of(process.toHandle()))
            .collect(Collectors.toList());
    family.forEach(ProcessHandle::destroyForcibly);
  }

  private void start(String name, Runnable reader) {
    Thread thread = new Thread(reader, "raw-client-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  private void readStdout() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8), 1 << 16)) {
      String line;
      while ((line = reader.readLine()) != null) {
        receive(line);
      }
    } catch (IOException e) {
      stderr.add("[output broke: " + e.getMessage() + "]");
    } finally {
      outputEnded.complete(null);
      open.values()
          .forEach(
              answer ->
                  answer.completeExceptionally(new IllegalStateException("the output ended")));
      synchronized (others) {
        others.notifyAll();
      }
    }
  }

  private void receive(String line) {
    JsonNode message;
    try {
      message = JSON.readTree(line);
    } catch (IOException e) {
      message = JSON.createObjectNode().put("notJson", line);
    }
    JsonNode id = message.path("id");
    if (!message.has("method") && id.isIntegralNumber()) {
      CompletableFuture<JsonNode> answer = open.remove(id.asLong());
      if (answer != null) {
        answer.complete(message);
        return;
      }
    }
    if (message.has("method") && message.has("id")) {
      ObjectNode reply = JSON.createObjectNode().put("jsonrpc", "2.0");
      reply.set("id", id);
      if (message.get("method").asText().equals("ping")) {
        reply.putObject("result");
      } else if (answers.containsKey(message.get("method").asText())) {
        reply.set("result", answers.get(message.get("method").asText()));
      } else {
        reply.putObject("error").put("code", -32601).put("message", "not offered");
      }
      sendLine(reply.toString());
    }
    synchronized (others) {
      others.add(message);
      others.notifyAll();
    }
  }

  private void readStderr() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
      String line;
      while ((line = reader.readLine()) != null) {
        stderr.add(line);
      }
    } catch (IOException e) {
      stderr.add("[stderr broke: " + e.getMessage() + "]");
    }
  }
}
