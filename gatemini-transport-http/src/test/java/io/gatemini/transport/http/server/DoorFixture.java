package io.gatemini.transport.http.server;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ClientChannel.Question;
import io.gatemini.ProgressListener;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.spi.Provider;
import io.gatemini.testing.Patience;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.TestSurface;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** A surface at a port of its own, and clients that send it what they like. */
final class DoorFixture implements AutoCloseable {
  static final String INITIALIZE =
      """
      {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"%s",
       "capabilities":{"elicitation":{}},"clientInfo":{"name":"test","version":"1"}}}""";
  static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

  final TestSurface surface = new TestSurface();
  final HttpTransport.Listening open;
  private final TestContext context = new TestContext();
  private final HttpClient http = HttpClient.newHttpClient();

  /** With {@code options} as JSON, beside a free port. */
  DoorFixture(String options, Provider... plugins) {
    context.plugins.addAll(List.of(plugins));
    if (plugins.length > 0) {
      context.withThreads();
    }
    surface.tool("never", call -> new CompletableFuture<ToolResult>());
    JsonNode read = ConformanceSurface.json(options);
    ((com.fasterxml.jackson.databind.node.ObjectNode) read)
        .put("listen", read.path("listen").asText("127.0.0.1:0"));
    open = HttpTransport.of(read).open(surface, context);
  }

  DoorFixture() {
    this("{}");
  }

  /** Adds the tool {@code ask}, which returns the answer of its client. */
  void asks() {
    surface.tool(
        "ask",
        call ->
            call.context()
                .client()
                .ask(
                    new Question(
                        Question.Kind.ELICITATION,
                        RawJson.parse("{\"message\":\"?\",\"requestedSchema\":{}}")))
                .thenApply(answer -> ToolResult.text(answer.orElseThrow().toString())));
  }

  /** Adds the tool {@code slow}, which reports a first step and ends when the test says so. */
  Slow slow() {
    Slow slow = new Slow();
    surface.tool(
        "slow",
        call -> {
          slow.progress = call.context().client().progress();
          slow.step(1);
          return slow.work;
        });
    return slow;
  }

  /** A call of that tool. */
  static final class Slow {
    final CompletableFuture<ToolResult> work = new CompletableFuture<>();
    private volatile ProgressListener progress = ProgressListener.none();

    void step(int number) {
      progress.onProgress(number, OptionalDouble.empty(), Optional.empty());
    }

    void end() {
      work.complete(ToolResult.text("done"));
    }
  }

  /** A request with the headers that every client sends; {@code headers} come in pairs. */
  HttpRequest.Builder request(String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(open.uri())
            .header("Accept", "application/json, text/event-stream")
            .header("Content-Type", "application/json");
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    return request;
  }

  HttpResponse<String> post(String body, String... headers) {
    return Patience.join(
        http.sendAsync(
            request(headers).POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString()));
  }

  HttpResponse<String> send(HttpRequest request) {
    return Patience.join(http.sendAsync(request, BodyHandlers.ofString()));
  }

  /** The id of a new session. */
  String session(String version, String... headers) {
    HttpResponse<String> answer = post(INITIALIZE.formatted(version), headers);
    String session = answer.headers().firstValue("Mcp-Session-Id").orElseThrow();
    String[] all = java.util.Arrays.copyOf(headers, headers.length + 2);
    all[headers.length] = "Mcp-Session-Id";
    all[headers.length + 1] = session;
    post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", all);
    return session;
  }

  static String call(int id, String tool) {
    return """
        {"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"%s","arguments":{"n":%d},
         "_meta":{"progressToken":%d}}}"""
        .formatted(id, tool, id, id);
  }

  /** A stream of events. */
  Events stream(HttpRequest request) {
    HttpResponse<Stream<String>> response =
        Patience.join(http.sendAsync(request, BodyHandlers.ofLines()));
    return new Events(response);
  }

  /** The events of a stream, one by one. */
  static final class Events implements AutoCloseable {
    final HttpResponse<Stream<String>> response;
    private final Iterator<String> lines;
    String lastId = "";

    Events(HttpResponse<Stream<String>> response) {
      this.response = response;
      this.lines = response.body().iterator();
    }

    /** The next message. */
    JsonNode next() {
      while (true) {
        String line = lines.next();
        if (line.startsWith("id: ")) {
          lastId = line.substring(4);
        } else if (line.startsWith("data: {") || line.startsWith("data: [")) {
          return ConformanceSurface.json(line.substring(6));
        }
      }
    }

    /** Waits for the end of the stream. */
    void awaitEnd() {
      lines.forEachRemaining(line -> {});
    }

    @Override
    public void close() {
      response.body().close();
    }
  }

  /** A connection of its own. */
  Socket connect() throws IOException {
    URI uri = open.uri();
    Socket socket = new Socket(uri.getHost(), uri.getPort());
    socket.setSoTimeout((int) Patience.LIMIT.toMillis());
    return socket;
  }

  /** The response to bytes that are sent as they are, until the server closes the connection. */
  String raw(byte[] request) throws IOException {
    try (Socket socket = connect()) {
      OutputStream out = socket.getOutputStream();
      try {
        out.write(request);
        out.flush();
      } catch (IOException e) {
        // A server that refuses need not read all.
      }
      return read(socket.getInputStream());
    }
  }

  static String read(InputStream in) throws IOException {
    StringBuilder text = new StringBuilder();
    byte[] buffer = new byte[8192];
    try {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        text.append(new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
      }
    } catch (java.net.SocketException e) {
      text.append("\n(connection reset)");
    }
    return text.toString();
  }

  String raw(String headers, String body) throws IOException {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    String head =
        "POST /mcp HTTP/1.1\r\nConnection: close\r\nContent-Type: application/json\r\n"
            + "Accept: application/json, text/event-stream\r\nContent-Length: "
            + content.length
            + "\r\n"
            + headers
            + "\r\n";
    byte[] start = head.getBytes(StandardCharsets.ISO_8859_1);
    byte[] all = java.util.Arrays.copyOf(start, start.length + content.length);
    System.arraycopy(content, 0, all, start.length, content.length);
    return raw(all);
  }

  @Override
  public void close() {
    open.close();
    context.close();
  }
}
