package io.gatemini.examples.resilience;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
  private static final String TYPE = "Content-Type: application/json\r\n";
  private static final String SSE = "Content-Type: text/event-stream\r\n";

  private final HttpFault fault;
  private final AtomicBoolean armed = new AtomicBoolean();
  private final List<String> executed = new CopyOnWriteArrayList<>();
  private final Set<String> sessions = ConcurrentHashMap.newKeySet();
  private final AtomicInteger sessionIds = new AtomicInteger();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "faulty-http");
            thread.setDaemon(true);
            return thread;
          });
  private final int port;
  private volatile @Nullable ServerSocket listener;

  /** The answer that was cut off, for who asks for the rest. */
  private volatile @Nullable String rest;

  FaultyHttpServer(HttpFault fault) {
    this.fault = fault;
    this.port = listen(0);
  }

  private int listen(int port) {
    try {
      ServerSocket socket = new ServerSocket();
      socket.setReuseAddress(true);
      bind(socket, new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      listener = socket;
      threads.execute(() -> accept(socket));
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The thread that accepted on the last socket of the port has to let go of it first. */
  private static void bind(ServerSocket socket, InetSocketAddress address) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
    while (true) {
      try {
        socket.bind(address, 200);
        return;
      } catch (BindException e) {
        if (System.nanoTime() > deadline) {
          throw e;
        }
        Thread.onSpinWait();
      }
    }
  }

  String url() {
    return "http://localhost:" + port + "/mcp";
  }

  List<String> executed() {
    return executed;
  }

  void arm() {
    armed.set(true);
    if (fault == HttpFault.DOWN) {
      hangUp();
    }
  }

  void disarm() {
    if (armed.getAndSet(false) && fault == HttpFault.DOWN) {
      listen(port);
    }
  }

  private void hangUp() {
    ServerSocket socket = listener;
    listener = null;
    try {
      if (socket != null) {
        socket.close();
      }
      for (Socket open : sockets) {
        open.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    hangUp();
    threads.shutdownNow();
  }

  private void accept(ServerSocket server) {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        // Head and body are written apart: without this every answer waits for a delayed ACK.
        socket.setTcpNoDelay(true);
        sockets.add(socket);
        if (server.isClosed()) {
          // Accepted while the server hung up, which may not have seen it.
          socket.close();
        }
        threads.execute(() -> serve(socket));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      Exchange exchange = Exchange.read(socket, in);
      while (exchange != null) {
        handle(exchange);
        exchange = Exchange.read(socket, in);
      }
    } catch (IOException | InterruptedException e) {
      // The client went away, or the test is over.
    } finally {
      sockets.remove(socket);
    }
  }

  private void handle(Exchange exchange) throws IOException, InterruptedException {
    if (fault == HttpFault.MUTE && armed.get()) {
      return;
    }
    String session = exchange.headers.getOrDefault("mcp-session-id", "");
    if (exchange.method.equals("DELETE")) {
      sessions.remove(session);
      exchange.send("200 OK", "", "");
      return;
    }
    if (exchange.method.equals("GET")) {
      stream(exchange);
      return;
    }
    JsonNode message = JSON.readTree(exchange.body);
    String method = message.path("method").asText();
    if (method.equals("initialize")) {
      initialize(exchange, message);
    } else if (!sessions.contains(session) && fault != HttpFault.REDIRECT_TO_PRIVATE) {
      exchange.send("404 Not Found", TYPE, "{\"error\":\"no such session\"}");
    } else if (!message.has("id")) {
      exchange.send("202 Accepted", "", "");
    } else if (method.equals("tools/list")) {
      exchange.send("200 OK", TYPE, answer(message, tools()));
    } else if (method.equals("tools/call")) {
      call(exchange, message, session);
    } else {
      exchange.send("200 OK", TYPE, answer(message, JSON.createObjectNode()));
    }
  }

  private void stream(Exchange exchange) throws IOException {
    String kept = rest;
    if (kept != null && exchange.headers.getOrDefault("last-event-id", "").equals("e-1")) {
      exchange.send("200 OK", SSE, "id: e-2\ndata: " + kept + "\n\n");
    } else {
      exchange.send("405 Method Not Allowed", "", "");
    }
  }

  private void initialize(Exchange exchange, JsonNode message) throws IOException {
    String id = "session-" + sessionIds.incrementAndGet();
    sessions.add(id);
    ObjectNode result = JSON.createObjectNode();
    result.put(
        "protocolVersion", message.path("params").path("protocolVersion").asText("2025-11-25"));
    result.putObject("capabilities").putObject("tools");
    result.putObject("serverInfo").put("name", "faulty-http").put("version", "1");
    String header = fault == HttpFault.REDIRECT_TO_PRIVATE ? "" : "Mcp-Session-Id: " + id + "\r\n";
    exchange.send("200 OK", TYPE + header, answer(message, result));
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

  private void call(Exchange exchange, JsonNode message, String session)
      throws IOException, InterruptedException {
    String tool = message.path("params").path("name").asText();
    String text = message.path("params").path("arguments").path("text").asText();
    ObjectNode result = JSON.createObjectNode();
    result.putArray("content").addObject().put("type", "text").put("text", text);
    String good = answer(message, result);
    if (tool.equals("hang")) {
      executed.add(text);
    } else if (!tool.equals("echo") && armed.compareAndSet(true, false)) {
      misbehave(exchange, text, good, session);
    } else {
      if (!tool.equals("echo")) {
        executed.add(text);
      }
      exchange.send("200 OK", TYPE, good);
    }
  }

  private void misbehave(Exchange exchange, String text, String good, String session)
      throws IOException, InterruptedException {
    String page = "<html><body><h1>Oops</h1>" + "<p>padding</p>".repeat(500) + "</body></html>";
    switch (fault) {
      case STATUS_401 -> {
        armed.set(true); // until somebody changes it
        exchange.send(
            "401 Unauthorized", "WWW-Authenticate: Bearer realm=\"faulty\"\r\n" + TYPE, "{}");
      }
      case SESSION_LOST -> {
        sessions.remove(session);
        exchange.send("404 Not Found", TYPE, "{\"error\":\"no such session\"}");
      }
      case STATUS_429 -> exchange.send("429 Too Many Requests", "Retry-After: 1\r\n", "");
      case STATUS_429_LONG -> exchange.send("429 Too Many Requests", "Retry-After: 60\r\n", "");
      case REDIRECT -> {
        armed.set(true);
        exchange.send("307 Temporary Redirect", "Location: http://10.0.0.1/mcp\r\n", "");
      }
      case REDIRECT_TO_PRIVATE -> {
        armed.set(true);
        // To itself, under a name that nobody has allowed; over http it would not be followed at
        // all.
        String location = "Location: https://127.0.0.1:" + port + "/mcp\r\n";
        exchange.send("307 Temporary Redirect", location, "");
      }
      default -> {
        executed.add(text);
        misbehaveAfter(exchange, good, page);
      }
    }
  }

  /** What goes wrong once the call has been executed. */
  private void misbehaveAfter(Exchange exchange, String good, String page)
      throws IOException, InterruptedException {
    switch (fault) {
      case STATUS_500 -> exchange.send("500 Internal Server Error", TYPE, "{}");
      case HTML_PAGE -> exchange.send("502 Bad Gateway", "Content-Type: text/html\r\n", page);
      case HTML_200 -> exchange.send("200 OK", "Content-Type: text/html\r\n", page);
      case NO_CONTENT_TYPE -> exchange.send("200 OK", "", good);
      case SLOW_BODY -> {
        exchange.write("HTTP/1.1 200 OK\r\n" + TYPE + "Content-Length: 1000000\r\n\r\n");
        while (true) {
          exchange.write(" ");
          TimeUnit.MILLISECONDS.sleep(50);
        }
      }
      case CUT_SSE -> {
        exchange.write("HTTP/1.1 200 OK\r\n" + SSE + "Transfer-Encoding: chunked\r\n\r\n");
        exchange.write("c\r\n: not yet...\r\n");
        exchange.socket.close();
      }
      case CUT_SSE_RESUMABLE -> {
        rest = good;
        exchange.write("HTTP/1.1 200 OK\r\n" + SSE + "Transfer-Encoding: chunked\r\n\r\n");
        String primer = "id: e-1\nretry: 10\ndata:\n\n";
        exchange.write(Integer.toHexString(primer.length()) + "\r\n" + primer + "\r\n");
        exchange.socket.close();
      }
      case RESET -> {
        exchange.write("HTTP/1.1 200 OK\r\n" + TYPE + "Content-Length: 1000\r\n\r\n{\"jsonrpc\"");
        exchange.socket.setSoLinger(true, 0);
        exchange.socket.close();
      }
      default -> exchange.send("200 OK", TYPE, good);
    }
  }

  private static String answer(JsonNode request, ObjectNode result) {
    ObjectNode message = JSON.createObjectNode().put("jsonrpc", "2.0");
    message.set("id", request.get("id"));
    message.set("result", result);
    return message.toString();
  }

  /** A request and the way back; header names are in lower case. */
  private record Exchange(
      Socket socket, String method, Map<String, String> headers, String body, OutputStream out) {

    static @Nullable Exchange read(Socket socket, InputStream in) throws IOException {
      String first = line(in);
      if (first.isEmpty()) {
        return null;
      }
      Map<String, String> headers = new TreeMap<>();
      for (String line = line(in); !line.isEmpty(); line = line(in)) {
        int colon = line.indexOf(':');
        headers.put(
            line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
      }
      byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
      String text = new String(body, StandardCharsets.UTF_8);
      String method = first.substring(0, first.indexOf(' '));
      return new Exchange(socket, method, headers, text, socket.getOutputStream());
    }

    private static String line(InputStream in) throws IOException {
      StringBuilder line = new StringBuilder();
      for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
        if (next != '\r') {
          line.append((char) next);
        }
      }
      return line.toString();
    }

    void send(String status, String headers, String body) throws IOException {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      write("HTTP/1.1 " + status + "\r\n" + headers);
      write("Content-Length: " + bytes.length + "\r\n\r\n" + body);
    }

    void write(String text) throws IOException {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    }
  }
}
