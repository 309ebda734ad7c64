package io.gatemini.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A client that writes lines as they are and reads messages. */
public final class TestClient {
  public static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"tester\",\"version\":\"9\"}}}";
  public static final String INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

  private static final JsonNode END = RawJson.parse("\"end of stream\"").tree();

  private final OutputStream out;
  private final BlockingDeque<JsonNode> messages = new LinkedBlockingDeque<>();

  public TestClient(InputStream in, OutputStream out) {
    this.out = out;
    Thread reader = new Thread(() -> read(in), "test-client");
    reader.setDaemon(true);
    reader.start();
  }

  private void read(InputStream in) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      @Nullable String line = lines.readLine();
      while (line != null) {
        messages.add(RawJson.parse(line).tree());
        line = lines.readLine();
      }
    } catch (IOException e) {
      // The end, too.
    } finally {
      messages.add(END);
    }
  }

  public void send(String line) {
    try {
      synchronized (out) {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void call(Object id, String tool, String arguments) {
    String idText = id instanceof String text ? "\"" + text + "\"" : id.toString();
    send(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + idText
            + ",\"method\":\"tools/call\",\"params\":{\"name\":\""
            + tool
            + "\",\"arguments\":"
            + arguments
            + "}}");
  }

  /** Shakes hands. */
  public JsonNode initialize() {
    send(INITIALIZE);
    JsonNode answer = answer(0);
    send(INITIALIZED);
    return answer;
  }

  /** The next message. */
  public JsonNode next() {
    return nextWithin(Patience.LIMIT)
        .orElseThrow(() -> new AssertionError("no message came within " + Patience.LIMIT));
  }

  /** The answer to a request; notifications before it are dropped, other answers are kept. */
  public JsonNode answer(Object id) {
    Deque<JsonNode> others = new ArrayDeque<>();
    JsonNode message = next();
    while (message.has("method") || !message.path("id").asText().equals(id.toString())) {
      assertThat(message).as("all that came: %s", others).isNotEqualTo(END);
      if (!message.has("method")) {
        others.push(message);
      }
      message = next();
    }
    others.forEach(messages::addFirst);
    return message;
  }

  /** The next message, if one comes within a time. */
  public Optional<JsonNode> nextWithin(Duration time) {
    try {
      return Optional.ofNullable(messages.poll(time.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Whether the stream ended with nothing before. */
  public boolean nextIsEnd() {
    return next().equals(END);
  }

  /** Asks for a sign of life: every answer that was due before it has been sent then. */
  public JsonNode ping(String id) {
    send("{\"jsonrpc\":\"2.0\",\"id\":\"" + id + "\",\"method\":\"ping\"}");
    return answer(id);
  }

  /** Closes the client's end. */
  public void hangUp() {
    try {
      out.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
