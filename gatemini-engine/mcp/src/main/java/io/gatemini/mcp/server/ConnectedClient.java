package io.gatemini.mcp.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ClientChannel.Question;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.internal.json.JsonValues;
import io.gatemini.internal.peer.JsonRpcMessages;
import io.gatemini.internal.peer.OpenRequest;
import io.gatemini.internal.peer.OpenRequests;
import io.gatemini.internal.peer.PendingRequests;
import io.gatemini.internal.peer.ProtocolVersions;
import io.gatemini.internal.peer.Reply;
import io.gatemini.internal.rounds.ClientAbilities;
import io.gatemini.internal.text.ForeignText;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.JsonRpcMessage.Slice;
import io.gatemini.spi.Listening;
import io.gatemini.spi.SurfaceListener;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The client of a connection that begins with a handshake, and the order of that (specification
 * 2025-11-25, lifecycle). Messages come from one thread.
 */
final class ConnectedClient implements ClientView {
  /**
   * Numbers the clients of this process. A random id would need the system's secure random, whose
   * providers cost the client a tenth of its wait for the handshake.
   */
  private static final AtomicLong CLIENTS = new AtomicLong();

  /** Several processes may keep the results of their sessions in one store. */
  private static final String SESSIONS =
      "mcp-" + Integer.toString(new SecureRandom().nextInt() & Integer.MAX_VALUE, 36) + "-";

  /** A client's description of itself is kept as long as it is connected. */
  private static final int MAX_HANDSHAKE_BYTES = 64 * 1024;

  private static final String LEAVING = "this server is shutting down";

  private enum Phase {
    NEW,
    INITIALIZING,
    READY
  }

  private final Surface surface;
  private final OpenRequests open;
  private final PendingRequests pending;

  private volatile Phase phase = Phase.NEW;
  private volatile boolean known;
  private volatile boolean leaving;
  private volatile boolean gone;
  private volatile Era era = Era.of("");
  private volatile ClientAbilities abilities = ClientAbilities.NONE;
  private volatile Session session;
  private volatile @Nullable ServerFeatures features;
  private volatile @Nullable Listening listening;
  private volatile Consumer<Session> onConnected = connected -> {};

  ConnectedClient(Surface surface, Session session, OpenRequests open, PendingRequests pending) {
    this.surface = surface;
    this.session = session;
    this.open = open;
    this.pending = pending;
  }

  /** The identity of a client of which nothing is known yet. */
  static Session newSession() {
    return Session.of(SESSIONS + CLIENTS.incrementAndGet());
  }

  @Override
  public Session session() {
    return session;
  }

  @Override
  public Era era() {
    return era;
  }

  @Override
  public ServerFeatures features() {
    return Objects.requireNonNull(features, "no handshake yet");
  }

  @Override
  public void log(SurfaceListener.LogMessage message, Consumer<byte[]> way) {
    listening().log(message);
  }

  @Override
  public CompletionStage<Optional<RawJson>> ask(Question question, Consumer<byte[]> way) {
    return abilities.include(question)
        ? pending.ask(ClientAbilities.method(question.kind()), question.params(), way)
        : CompletableFuture.completedFuture(Optional.empty());
  }

  @Override
  public boolean answer(JsonRpcMessage message) {
    return pending.answer(message);
  }

  @Override
  public boolean invalid(JsonRpcMessage message) {
    return pending.invalid(message);
  }

  @Override
  public Listening listening() {
    return Objects.requireNonNull(listening, "no handshake yet");
  }

  @Override
  public OpenRequests open() {
    return open;
  }

  /** The requests to it that wait for its answers. */
  PendingRequests pending() {
    return pending;
  }

  @Override
  public Optional<String> refusal(String method) {
    if (leaving) {
      return Optional.of(LEAVING);
    }
    return phase == Phase.READY
        ? Optional.empty()
        : Optional.of("send \"initialize\" before \"" + ForeignText.name(method) + "\"");
  }

  /** Whether the handshake is over and the end has not begun. */
  boolean canHear() {
    return phase == Phase.READY && !leaving;
  }

  /**
   * Handles {@code initialize}. A client may correct itself before the handshake is over; what it
   * says last holds.
   */
  void initialize(JsonRpcMessage message, boolean alone, Reply reply) {
    if (leaving) {
      reply.refuse(message, LEAVING);
    } else if (phase == Phase.READY) {
      reply.refuse(message, "this connection is initialized already");
    } else if (!alone) {
      reply.refuse(message, "\"initialize\" must not be part of a batch");
    } else {
      welcome(message, reply);
    }
  }

  private void welcome(JsonRpcMessage message, Reply reply) {
    String version;
    try {
      version = take(params(message));
    } catch (IllegalArgumentException e) {
      reply.refuse(message, JsonRpcMessage.INVALID_PARAMS, String.valueOf(e.getMessage()));
      return;
    }
    // Lists may depend on the client's name.
    ServerFeatures offered = ServerFeatures.of(surface, session);
    ObjectNode result = ServerHandshake.result(version, surface, offered);
    features = offered;
    phase = Phase.INITIALIZING;
    reply.answer(JsonRpcMessages.result(OpenRequest.id(message), RawJson.of(result)));
  }

  private static JsonNode params(JsonRpcMessage message) {
    Slice params = message.params();
    if (params != null && params.length() > MAX_HANDSHAKE_BYTES) {
      throw new IllegalArgumentException(
          "\"params\" of \"initialize\" may have up to " + MAX_HANDSHAKE_BYTES + " bytes");
    }
    if (params == null || !params.isObject()) {
      throw new IllegalArgumentException("\"params\" must be an object with a \"protocolVersion\"");
    }
    try {
      return JsonValues.parse(message.buffer(), params.offset(), params.length());
    } catch (IOException e) {
      throw new IllegalArgumentException("\"params\" cannot be read", e);
    }
  }

  /** Takes the client's version and identity; returns the version to speak. */
  private String take(JsonNode params) {
    String problem = ServerHandshake.problem(params);
    if (problem != null) {
      throw new IllegalArgumentException(problem);
    }
    JsonNode client = params.path("clientInfo");
    String version = ProtocolVersions.negotiated(params.path("protocolVersion").asText());
    era = Era.of(version);
    abilities = ClientAbilities.of(params.path("capabilities"));
    session =
        session.withClient(
            ForeignText.name(client.path("name").asText()),
            ForeignText.name(client.path("version").asText()));
    return version;
  }

  /**
   * Handles {@code notifications/initialized}, or a request of a client that leaves it out: from
   * here on the client is served.
   */
  void initialized(SurfaceListener news) {
    if (phase != Phase.INITIALIZING) {
      return;
    }
    Listening begun = surface.listen(session, news);
    listening = begun;
    if (gone) {
      // The connection may have been ended before there was anything to close.
      begun.close();
      return;
    }
    phase = Phase.READY;
    pending.open();
    surface.connected(session);
    onConnected.accept(session);
  }

  /** Sets who hears of the end of the handshake; before the first message. */
  void onConnected(Consumer<Session> listener) {
    onConnected = listener;
  }

  boolean takesRequests() {
    return !leaving;
  }

  /** Its session for requests that need no handshake; the first of them counts as one. */
  Session stateless() {
    if (phase == Phase.NEW && !known) {
      known = true;
      surface.connected(session);
      onConnected.accept(session);
    }
    return session;
  }

  /** No more requests are taken of it. */
  void leave() {
    leaving = true;
  }

  /** Ends what the surface does for it. */
  void gone() {
    gone = true;
    try {
      Listening begun = listening;
      if (begun != null) {
        begun.close();
      }
    } finally {
      surface.disconnected(session);
    }
  }
}
