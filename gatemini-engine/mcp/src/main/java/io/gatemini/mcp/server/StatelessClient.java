package io.gatemini.mcp.server;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ClientChannel.Question;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.internal.peer.OpenRequests;
import io.gatemini.internal.rounds.ClientAbilities;
import io.gatemini.internal.text.ForeignText;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.spi.Listening;
import io.gatemini.spi.LogLevel;
import io.gatemini.spi.SurfaceListener.LogMessage;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The client of one request that says itself who it is (specification 2026-07-28). Immutable.
 *
 * @param abilities the questions that it can be asked
 * @param logLevel from which level on it wants lines for its log; null for none
 */
record StatelessClient(
    Session session,
    Era era,
    ServerFeatures features,
    ClientAbilities abilities,
    OpenRequests open,
    @Nullable LogLevel logLevel)
    implements ClientView {

  static final String VERSION = "io.modelcontextprotocol/protocolVersion";
  static final String CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
  private static final String INFO = "io.modelcontextprotocol/clientInfo";
  private static final String LOG_LEVEL = "io.modelcontextprotocol/logLevel";

  /** The session with the name that the client gives itself. */
  static Session named(Session session, JsonNode meta) {
    JsonNode info = meta.path(INFO);
    return info.path("name").isTextual()
        ? session.withClient(
            ForeignText.name(info.path("name").asText()),
            ForeignText.name(info.path("version").asText("")))
        : session;
  }

  static @Nullable LogLevel logLevel(JsonNode meta) {
    JsonNode level = meta.path(LOG_LEVEL);
    return level.isTextual() ? LoggingMethod.level(level.asText()) : null;
  }

  @Override
  public Listening listening() {
    throw new IllegalStateException("a request without a connection subscribes to nothing");
  }

  @Override
  public void log(LogMessage message, Consumer<byte[]> way) {
    if (logLevel != null && message.level().compareTo(logLevel) >= 0) {
      way.accept(ClientNews.log(message));
    }
  }

  /** It is asked by the answer to its request; a request that is answered once asks nothing. */
  @Override
  public CompletionStage<Optional<RawJson>> ask(Question question, Consumer<byte[]> way) {
    return CompletableFuture.completedFuture(Optional.empty());
  }

  @Override
  public boolean answer(JsonRpcMessage message) {
    return false;
  }

  @Override
  public boolean invalid(JsonRpcMessage message) {
    return false;
  }

  @Override
  public Optional<String> refusal(String method) {
    return Optional.empty();
  }
}
