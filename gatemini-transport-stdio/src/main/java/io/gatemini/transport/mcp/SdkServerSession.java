package io.gatemini.transport.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.gatemini.spi.Surface;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.spec.McpSchema.Icon;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The SDK's server behind one connection: it negotiates, and nothing else. One server a connection,
 * because instructions belong to the moment of connecting.
 */
final class SdkServerSession {
  private final McpServerSession session;

  /**
   * @param offer what clients are told of, which is not the SDK's to answer for
   */
  SdkServerSession(Surface surface, Offer offer, Consumer<byte[]> send) {
    Transport transport = new Transport(send);
    Provider provider = new Provider();
    var specification =
        McpServer.async(provider)
            .serverInfo(implementation(surface.server()))
            .capabilities(capabilities(offer))
            .jsonMapper(SdkMessages.mapper())
            .jsonSchemaValidator(SdkMessages.noValidation());
    surface.instructions().ifPresent(specification::instructions);
    specification.build();
    session = Objects.requireNonNull(provider.factory, "session factory").create(transport);
  }

  private static Implementation implementation(Surface.ServerInfo server) {
    var implementation =
        Implementation.builder(server.name(), server.version()).title(server.title());
    server.website().ifPresent(implementation::websiteUrl);
    if (!server.icons().isEmpty()) {
      implementation.icons(server.icons().stream().map(SdkServerSession::icon).toList());
    }
    return implementation.build();
  }

  private static Icon icon(Surface.Icon icon) {
    var builder = Icon.builder(icon.source()).mimeType(icon.mimeType());
    return (icon.sizes().isEmpty() ? builder : builder.sizes(icon.sizes())).build();
  }

  private static ServerCapabilities capabilities(Offer offer) {
    var capabilities = ServerCapabilities.builder().tools(true).logging();
    if (offer.resources()) {
      capabilities.resources(true, true);
    }
    if (offer.prompts()) {
      capabilities.prompts(true);
    }
    if (offer.completions()) {
      capabilities.completions();
    }
    return capabilities.build();
  }

  /**
   * Handles a message. The handlers that are reachable do not wait for anything, so the reader's
   * thread goes through them.
   *
   * @param done runs when the message has been handled, and its answer sent
   */
  void handle(JsonRpcEnvelope envelope, byte[] buffer, Runnable done) {
    session
        .handle(SdkMessages.of(envelope, buffer))
        .doFinally(signal -> done.run())
        .subscribe(ignored -> {}, error -> SurfaceServer.LOG.log(System.Logger.Level.DEBUG, error));
  }

  void close() {
    session.close();
  }

  /** Gives the factory out that the SDK hands in. */
  private static final class Provider implements McpServerTransportProvider {
    private McpServerSession.@Nullable Factory factory;

    @Override
    public void setSessionFactory(McpServerSession.Factory factory) {
      this.factory = factory;
    }

    @Override
    public Mono<Void> notifyClients(String method, Object params) {
      return Mono.empty();
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

  /** What the SDK sends goes out; the connection itself is not the SDK's to close. */
  private record Transport(Consumer<byte[]> send) implements McpServerTransport {
    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
      return Mono.fromRunnable(
          () -> {
            try {
              send.accept(JsonRpcMessages.of(message));
            } catch (JsonProcessingException e) {
              throw new IllegalStateException("a message of the SDK cannot be written", e);
            }
          });
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
      return SdkMessages.mapper().convertValue(data, type);
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
