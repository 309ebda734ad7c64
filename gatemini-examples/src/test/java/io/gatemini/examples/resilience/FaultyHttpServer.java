package io.gatemini.examples.resilience;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.testing.TestHttpServer;
import io.gatemini.testing.TestHttpServer.Answer;
import io.gatemini.testing.TestHttpServer.Received;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * An MCP server over streamable HTTP on a bare socket, with one {@link HttpFault}, which it shows
 * while it is armed.
 */
final class FaultyHttpServer implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String JSON_OF = "Content-Type: application/json\r\nContent-Length: ";

  private final HttpFault fault;
  private final AtomicBoolean armed = new AtomicBoolean();
  private final List<String> executed = new CopyOnWriteArrayList<>();
  private final Set<String> sessions = ConcurrentHashMap.newKeySet();
  private final AtomicInteger sessionIds = new AtomicInteger();
  private volatile TestHttpServer server;

  /** The answer that was cut off, for who asks for the rest. */
  private volatile @Nullable String rest;

  FaultyHttpServer(HttpFault fault) {
    this.fault = fault;
    this.server = new TestHttpServer(this::handle);
  }

  String url() {
    return server.url();
  }

  List<String> executed() {
    return executed;
  }

  void arm() {
    armed.set(true);
    if (fault == HttpFault.DOWN) {
      server.close();
    }
  }

  void disarm() {
    if (armed.getAndSet(false) && fault == HttpFault.DOWN) {
      server = new TestHttpServer(server.port(), this::handle);
    }
  }

  @Override
  public void close() {
    server.close();
  }

  private void handle(Received request, Answer answer) throws IOException, InterruptedException {
    if (fault == HttpFault.MUTE && armed.get()) {
      return;
    }
    String session = request.header("mcp-session-id").orElse("");
    if (request.method().equals("DELETE")) {
      sessions.remove(session);
      answer.empty("200 OK");
      return;
    }
    if (request.method().equals("GET")) {
      stream(request, answer);
      return;
    }
    JsonNode message = JSON.readTree(request.body());
    String method = message.path("method").asText();
    if (method.equals("initialize")) {
      initialize(answer, message);
    } else if (!sessions.contains(session) && fault != HttpFault.REDIRECT_TO_PRIVATE) {
      answer.status("404 Not Found", "application/json", "{\"error\":\"no such session\"}");
    } else if (!message.has("id")) {
      answer.empty("202 Accepted");
    } else if (method.equals("tools/list")) {
      answer.json(answer(message, tools()));
    } else if (method.equals("tools/call")) {
      call(answer, message, session);
    } else {
      answer.json(answer(message, JSON.createObjectNode()));
    }
  }

  private void stream(Received request, Answer answer) throws IOException {
    String kept = rest;
    if (kept != null && request.header("last-event-id").orElse("").equals("e-1")) {
      answer.status("200 OK", "text/event-stream", "id: e-2\ndata: " + kept + "\n\n");
    } else {
      answer.empty("405 Method Not Allowed");
    }
  }

  private void initialize(Answer answer, JsonNode message) throws IOException {
    String id = "session-" + sessionIds.incrementAndGet();
    sessions.add(id);
    ObjectNode result = JSON.createObjectNode();
    result.put(
        "protocolVersion", message.path("params").path("protocolVersion").asText("2025-11-25"));
    result.putObject("capabilities").putObject("tools");
    result.putObject("serverInfo").put("name", "faulty-http").put("version", "1");
    if (fault == HttpFault.REDIRECT_TO_PRIVATE) {
      answer.json(answer(message, result));
    } else {
      answer.json(answer(message, result), "Mcp-Session-Id: " + id);
    }
  }

  private static ObjectNode tools() {
    ObjectNode result = JSON.createObjectNode();
    for (String name : List.of("echo", "act", "read", "hang")) {
      ObjectNode tool = result.withArray("tools").addObject().put("name", name);
      tool.put("description", "The tool " + name + ".").putObject("inputSchema");
      tool.withObject("/inputSchema").put("type", "object");
      tool.putObject("annotations").put("readOnlyHint", name.equals("read"));
    }
    return result;
  }

  private void call(Answer answer, JsonNode message, String session)
      throws IOException, InterruptedException {
    String tool = message.path("params").path("name").asText();
    String text = message.path("params").path("arguments").path("text").asText();
    ObjectNode result = JSON.createObjectNode();
    result.putArray("content").addObject().put("type", "text").put("text", text);
    String good = answer(message, result);
    if (tool.equals("hang")) {
      executed.add(text);
    } else if (!tool.equals("echo") && armed.compareAndSet(true, false)) {
      misbehave(answer, text, good, session);
    } else {
      if (!tool.equals("echo")) {
        executed.add(text);
      }
      answer.json(good);
    }
  }

  private void misbehave(Answer answer, String text, String good, String session)
      throws IOException, InterruptedException {
    String page = "<html><body><h1>Oops</h1>" + "<p>padding</p>".repeat(500) + "</body></html>";
    switch (fault) {
      case STATUS_401 -> {
        armed.set(true); // until somebody changes it
        answer.status(
            "401 Unauthorized",
            "application/json",
            "{}",
            "WWW-Authenticate: Bearer realm=\"faulty\"");
      }
      case SESSION_LOST -> {
        sessions.remove(session);
        answer.status("404 Not Found", "application/json", "{\"error\":\"no such session\"}");
      }
      case STATUS_429 -> answer.empty("429 Too Many Requests", "Retry-After: 1");
      case STATUS_429_LONG -> answer.empty("429 Too Many Requests", "Retry-After: 60");
      case REDIRECT -> {
        armed.set(true);
        answer.empty("307 Temporary Redirect", "Location: http://10.0.0.1/mcp");
      }
      case REDIRECT_TO_PRIVATE -> {
        armed.set(true);
        // To itself, under a name that is not allowed; over http it would not be followed at all.
        answer.empty(
            "307 Temporary Redirect", "Location: https://127.0.0.1:" + server.port() + "/mcp");
      }
      default -> {
        executed.add(text);
        misbehaveAfter(answer, good, page);
      }
    }
  }

  /** The fault after the call has been executed. */
  private void misbehaveAfter(Answer answer, String good, String page)
      throws IOException, InterruptedException {
    switch (fault) {
      case STATUS_500 -> answer.status("500 Internal Server Error", "application/json", "{}");
      case HTML_PAGE -> answer.status("502 Bad Gateway", "text/html", page);
      case HTML_200 -> answer.status("200 OK", "text/html", page);
      case NO_CONTENT_TYPE -> answer.status("200 OK", "", good);
      case SLOW_BODY -> {
        answer.raw("HTTP/1.1 200 OK\r\n" + JSON_OF + "1000000\r\n\r\n");
        while (true) {
          answer.raw(" ");
          TimeUnit.MILLISECONDS.sleep(50);
        }
      }
      case CUT_SSE -> {
        answer.stream();
        answer.event(": not yet...");
        answer.cut();
      }
      case CUT_SSE_RESUMABLE -> {
        rest = good;
        answer.stream();
        answer.event("id: e-1\nretry: 10\ndata:\n\n");
        answer.cut();
      }
      case RESET -> {
        answer.raw("HTTP/1.1 200 OK\r\n" + JSON_OF + "1000\r\n\r\n{\"jsonrpc\"");
        answer.reset();
      }
      default -> answer.json(good);
    }
  }

  private static String answer(JsonNode request, ObjectNode result) {
    ObjectNode message = JSON.createObjectNode().put("jsonrpc", "2.0");
    message.set("id", request.get("id"));
    message.set("result", result);
    return message.toString();
  }
}
