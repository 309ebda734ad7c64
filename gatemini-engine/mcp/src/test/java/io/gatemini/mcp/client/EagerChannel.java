package io.gatemini.mcp.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.mcp.message.MessageChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Answers within {@code send}, on the sender's thread, as an eager HTTP channel may. */
final class EagerChannel implements MessageChannel {
  final List<String> log = new CopyOnWriteArrayList<>();
  BiFunction<String, JsonNode, @Nullable String> server = EagerChannel::serve;
  CompletableFuture<Void> exchange = CompletableFuture.completedFuture(null);
  @Nullable Receiver receiver;
  boolean ending;

  @Override
  public boolean isEnding() {
    return ending;
  }

  @Override
  public CompletionStage<Void> open(Receiver opened) {
    receiver = opened;
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletionStage<Void> send(byte[] message) {
    JsonNode json = RawJson.wrap(message).tree();
    String method = json.path("method").asText();
    log.add(method);
    String answer = server.apply(method, json);
    if (answer != null) {
      deliver("{\"jsonrpc\":\"2.0\",\"id\":" + json.get("id") + "," + answer.strip() + "}");
    }
    return method.equals("tools/call") ? exchange : CompletableFuture.completedFuture(null);
  }

  void deliver(String line) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    Objects.requireNonNull(receiver).message(bytes, 0, bytes.length);
  }

  static @Nullable String serve(String method, JsonNode message) {
    return switch (method) {
      case "initialize" ->
          "\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},"
              + "\"serverInfo\":{\"name\":\"far-server\",\"version\":\"1\"}}";
      case "tools/list" -> "\"error\":{\"code\":-32601,\"message\":\"Method not found\"}";
      case "tools/call" -> "\"result\":{\"content\":[]}";
      default -> null;
    };
  }

  @Override
  public void negotiated(String protocolVersion) {
    log.add("negotiated " + protocolVersion);
  }

  @Override
  public CompletionStage<Void> close() {
    log.add("close");
    return CompletableFuture.completedFuture(null);
  }
}
