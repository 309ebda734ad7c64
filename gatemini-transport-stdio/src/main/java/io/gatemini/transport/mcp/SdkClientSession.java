package io.gatemini.transport.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The SDK's client behind one backend: it negotiates, and answers what the server asks. Nothing is
 * offered to the server (no sampling, roots or elicitation).
 */
final class SdkClientSession {
  private final MessageChannel channel;
  private final McpAsyncClient client;
  private volatile @Nullable Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler;

  SdkClientSession(MessageChannel channel, Duration timeout, String version) {
    this.channel = channel;
    client =
        McpClient.async(new Transport())
            .requestTimeout(timeout)
            .initializationTimeout(timeout)
            .clientInfo(Implementation.builder("gatemini", version).build())
            .capabilities(ClientCapabilities.builder().build())
            .jsonSchemaValidator(SdkMessages.noValidation())
            .build();
  }

  /** Negotiates. */
  CompletableFuture<Handshake> initialize() {
    return client.initialize().map(SdkClientSession::handshake).toFuture();
  }

  /** Takes an answer to the SDK, or a request of the server. */
  void deliver(JsonRpcEnvelope envelope, byte[] buffer) {
    Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> known = handler;
    if (known != null) {
      known
          .apply(Mono.just(SdkMessages.of(envelope, buffer)))
          .subscribe(
              answered -> {},
              problem -> McpBackend.LOG.log(Level.DEBUG, () -> "not answered: " + problem));
    }
  }

  /** Fails what is pending. */
  void close() {
    client.close();
  }

  private static Handshake handshake(McpSchema.InitializeResult result) {
    Implementation server = result.serverInfo();
    var tools = result.capabilities() == null ? null : result.capabilities().tools();
    return new Handshake(
        server == null ? null : server.title(),
        server == null ? null : server.name(),
        result.instructions(),
        tools != null,
        tools != null && Boolean.TRUE.equals(tools.listChanged()));
  }

  /**
   * What the server said of itself.
   *
   * @param offersTools whether it announced tools
   * @param tellsOfChanges whether it tells when they change
   */
  record Handshake(
      @Nullable String title,
      @Nullable String name,
      @Nullable String instructions,
      boolean offersTools,
      boolean tellsOfChanges) {}

  /** What the SDK sends goes through the channel; the channel is not the SDK's to close. */
  private final class Transport implements McpClientTransport {
    @Override
    public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> messages) {
      handler = messages;
      return Mono.empty();
    }

    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
      return Mono.defer(
          () -> {
            try {
              return Mono.fromCompletionStage(channel.send(JsonRpcMessages.of(wire(message))))
                  .onErrorResume(
                      problem -> channel.isEnding() ? Mono.empty() : Mono.error(problem));
            } catch (JsonProcessingException e) {
              return Mono.error(e);
            }
          });
    }

    /** Servers have been seen to refuse a notification whose params are null or absent. */
    private JSONRPCMessage wire(JSONRPCMessage message) {
      return message instanceof JSONRPCNotification notification && notification.params() == null
          ? new JSONRPCNotification(notification.method(), Map.of())
          : message;
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
      T value = SdkMessages.mapper().convertValue(data, type);
      if (value instanceof McpSchema.InitializeResult result && result.protocolVersion() != null) {
        // Before the SDK sends its next message, which must carry the version over HTTP.
        channel.negotiated(result.protocolVersion());
      }
      return value;
    }

    @Override
    public Mono<Void> closeGracefully() {
      return Mono.empty();
    }

    @Override
    public List<String> protocolVersions() {
      return SdkMessages.PROTOCOL_VERSIONS;
    }
  }
}
