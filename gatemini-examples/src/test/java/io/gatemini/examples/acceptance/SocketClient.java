package io.gatemini.examples.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.server.ipc.Greeting;
import io.gatemini.spi.Json;
import io.gatemini.transport.daemon.SocketStreams;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A client of a daemon without a proxy between. For one thread. */
final class SocketClient implements AutoCloseable {
  private final SocketChannel socket;
  private final OutputStream out;
  private final BufferedReader in;
  private final Greeting.Daemon daemon;
  private int id;

  private SocketClient(DaemonPlaces places, String greeting) throws IOException {
    socket = SocketChannel.open(StandardProtocolFamily.UNIX);
    socket.connect(UnixDomainSocketAddress.of(places.socket()));
    out = SocketStreams.out(socket);
    in =
        new BufferedReader(new InputStreamReader(SocketStreams.in(socket), StandardCharsets.UTF_8));
    send(greeting);
    daemon =
        Greeting.readDaemon(Objects.requireNonNull(in.readLine()))
            .orElseThrow(() -> new IOException("this is no daemon"));
  }

  /** The daemon, as it greeted. */
  Greeting.Daemon daemon() {
    return daemon;
  }

  static SocketClient of(DaemonPlaces places, String greeting) throws IOException {
    return new SocketClient(places, greeting);
  }

  /** One that has shaken hands. */
  static SocketClient connect(DaemonPlaces places, Map<String, String> variables)
      throws IOException {
    SocketClient client = of(places, Greeting.client("1", "/", variables));
    client.request(
        "initialize",
        Json.mapper()
            .readTree(
                "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},"
                    + "\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}"));
    client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    return client;
  }

  void send(String line) throws IOException {
    out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Sends a request and returns its id. */
  int begin(String method, JsonNode params) throws IOException {
    ObjectNode message = Json.mapper().createObjectNode().put("jsonrpc", "2.0");
    message.put("id", ++id).put("method", method).set("params", params);
    send(message.toString());
    return id;
  }

  /** The answer to a request; everything before it is passed over. */
  JsonNode answer(int wanted) throws IOException {
    while (true) {
      JsonNode message = Json.mapper().readTree(Objects.requireNonNull(line(), "it has hung up"));
      if (!message.has("method") && message.path("id").asInt() == wanted) {
        return message;
      }
    }
  }

  JsonNode request(String method, JsonNode params) throws IOException {
    return answer(begin(method, params));
  }

  static ObjectNode chain(String tool, Map<String, ?> arguments) {
    ObjectNode call = Json.mapper().createObjectNode().put("tool", tool);
    call.set("arguments", Json.mapper().valueToTree(arguments));
    ObjectNode params = Json.mapper().createObjectNode().put("name", "call_tool_chain");
    params.putObject("arguments").put("code", call.toString());
    return params;
  }

  /** The text of a tool's answer. */
  String call(String tool, Map<String, ?> arguments) throws IOException {
    return request("tools/call", chain(tool, arguments)).at("/result/content/0/text").asText();
  }

  /** Reads until a line comes; everything before it is passed over. */
  void awaitLine(String wanted) throws IOException {
    while (!wanted.equals(Objects.requireNonNull(line(), "it has hung up"))) {}
  }

  /** Reads until the other side hangs up; notifications may come before, answers may not. */
  void awaitEnd() throws IOException {
    for (String line = line(); line != null; line = line()) {
      assertThat(Json.mapper().readTree(line).has("method")).as(line).isTrue();
    }
  }

  /** The next message; null at the end. */
  @Nullable String line() throws IOException {
    return in.readLine();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
