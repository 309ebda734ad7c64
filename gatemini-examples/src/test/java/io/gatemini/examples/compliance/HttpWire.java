package io.gatemini.examples.compliance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.testing.Patience;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A client over HTTP: a session, or requests that need none. For one thread. */
final class HttpWire implements Wire {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final String SESSION = "Mcp-Session-Id";

  private final URI address;
  private final String version;
  private final BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
  private volatile Optional<String> session = Optional.empty();

  HttpWire(URI address, String version) {
    this.address = address;
    this.version = version;
  }

  private HttpRequest.Builder request() {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .header("Accept", "application/json, text/event-stream")
            .header("Content-Type", "application/json");
    if (session.isEmpty()
        ? version.equals(ComplianceClient.STATELESS)
        : version.compareTo("2025-06-18") >= 0) {
      request.header("MCP-Protocol-Version", version);
    }
    session.ifPresent(id -> request.header(SESSION, id));
    return request;
  }

  @Override
  public void send(JsonNode message) {
    HttpRequest.Builder request = request();
    JsonNode named = message.at("/params/_meta/io.modelcontextprotocol~1protocolVersion");
    if (named.isTextual()) {
      String method = message.path("method").asText();
      request.setHeader("MCP-Protocol-Version", named.asText()).header("Mcp-Method", method);
      String name =
          message.at(method.equals("resources/read") ? "/params/uri" : "/params/name").asText();
      if (!name.isEmpty()) {
        request.header("Mcp-Name", name);
      }
    }
    CompletableFuture<Void> taken = read(request.POST(BodyPublishers.ofString(message.toString())));
    // Requests are sent in the session that the handshake begins; they do not wait for each other.
    if (!message.has("id") || message.path("method").asText().equals("initialize")) {
      Patience.join(taken);
    }
  }

  @Override
  public void hear() {
    if (session.isPresent()) {
      var unused = read(request().GET());
    }
  }

  private CompletableFuture<Void> read(HttpRequest.Builder request) {
    return HTTP.sendAsync(request.build(), BodyHandlers.ofLines())
        .thenAcceptAsync(this::take, task -> new Thread(task, "http-wire").start());
  }

  private void take(HttpResponse<Stream<String>> response) {
    session = response.headers().firstValue(SESSION).or(() -> session);
    if (response.headers().firstValue("Content-Type").orElse("").startsWith("text/event-stream")) {
      events(response.body());
    } else {
      String body = response.body().collect(Collectors.joining("\n"));
      if (!body.isBlank()) {
        messages.add(RawJson.parse(body).tree());
      }
    }
  }

  private void events(Stream<String> lines) {
    lines
        .filter(line -> line.startsWith("data: {") || line.startsWith("data: ["))
        .forEach(line -> messages.add(RawJson.parse(line.substring(6)).tree()));
  }

  @Override
  public JsonNode next() {
    try {
      JsonNode message = messages.poll(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
      assertThat(message).as("a message").isNotNull();
      return message;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** The session is not known any more; without one, nothing can end. */
  @Override
  public boolean nextIsEnd() {
    return status(request().GET().build()) == (session.isPresent() ? 404 : 405);
  }

  @Override
  public void hangUp() {
    int status = status(request().DELETE().build());
    assertThat(status).isEqualTo(session.isPresent() ? 204 : 405);
  }

  private static int status(HttpRequest request) {
    return Patience.join(HTTP.sendAsync(request, BodyHandlers.discarding())).statusCode();
  }

  @Override
  public void close() {
    if (session.isPresent()) {
      status(request().DELETE().build());
    }
  }
}
