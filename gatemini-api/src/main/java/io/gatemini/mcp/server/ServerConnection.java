package io.gatemini.mcp.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Exposure;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.async.Tasks;
import io.gatemini.internal.mcp.JsonRpcMessages;
import io.gatemini.internal.mcp.ProtocolVersions;
import io.gatemini.internal.text.ForeignText;
import io.gatemini.internal.thread.Guarded;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.JsonRpcMessage.Kind;
import io.gatemini.mcp.message.JsonRpcMessage.Slice;
import io.gatemini.mcp.message.MessageChannel;
import io.gatemini.spi.Json;
import io.gatemini.spi.Listening;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One client: sorts its messages between the lanes, keeps the order of the handshake, and ends in
 * an orderly way. Messages come from one thread.
 */
final class ServerConnection implements MessageChannel.Receiver, Exposure {
  /**
   * Numbers the clients of this process. A random id would need the system's secure random, whose
   * providers cost the client a tenth of its wait for the handshake.
   */
  private static final AtomicLong CLIENTS = new AtomicLong();

  /** What a client says of itself is kept as long as it is connected. */
  private static final int MAX_HANDSHAKE_BYTES = 64 * 1024;

  /** So much may wait for a client that does not read, and more is not read of it. */
  private static final long MAX_UNREAD_BYTES = 1024 * 1024;

  /** How long a pipe may stand still before its client counts as one that does not read. */
  private static final Duration STANDSTILL = Duration.ofSeconds(2);

  /** The error for a mistake of this side, which tells nothing of its innards. */
  private static final String FAILED = "the request failed";

  /** Where the handshake stands (specification 2025-11-25, lifecycle). */
  private enum Phase {
    NEW,
    INITIALIZING,
    READY
  }

  private final Surface surface;
  private final MessageChannel channel;
  private final ScheduledExecutorService scheduler;
  private final Duration drainTimeout;
  private final Reply direct = Reply.to(this::send);
  private final OpenRequests open;
  private final AtomicBoolean finished = new AtomicBoolean();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();

  private volatile Phase phase = Phase.NEW;
  private volatile String protocolVersion = "";
  private volatile boolean draining;
  private volatile Session session = Session.of("mcp-" + CLIENTS.incrementAndGet());
  private volatile @Nullable ServerFeatures offer;
  private volatile @Nullable Conversation conversation;

  ServerConnection(
      Surface surface,
      MessageChannel channel,
      ScheduledExecutorService scheduler,
      Duration drainTimeout) {
    this.surface = surface;
    this.channel = channel;
    this.scheduler = scheduler;
    this.drainTimeout = drainTimeout;
    this.open = new OpenRequests(channel.memory(), this::finishWhenDrained);
  }

  /** What a client has once the handshake is over; it has seen no list before. */
  private record Conversation(
      Listening listening, ToolCallHandler calls, RequestDispatcher requests) {}

  @Override
  public void message(byte[] buffer, int offset, int length) {
    channel.awaitWritten(MAX_UNREAD_BYTES, STANDSTILL);
    JsonRpcMessage envelope;
    List<Slice> messages;
    try {
      envelope = JsonRpcMessage.parse(buffer, offset, length);
      messages =
          envelope.kind() == Kind.BATCH
              ? JsonRpcMessage.elements(buffer, envelope.offset(), envelope.length())
              : List.of();
    } catch (RuntimeException | Error e) {
      Guarded.log(SurfaceServer.LOG, "a message could not be read", e);
      JsonRpcMessage ends = JsonRpcMessage.ofEnds(buffer, offset, length);
      refuse(direct, ends, ends.buffer(), JsonRpcMessage.INTERNAL_ERROR, FAILED);
      return;
    }
    if (envelope.kind() == Kind.BATCH) {
      batch(envelope, buffer, messages);
    } else {
      message(envelope, buffer, direct);
    }
  }

  /** What fails here was not begun: the client hears of it, and sends the next one. */
  private void message(JsonRpcMessage envelope, byte[] buffer, Reply reply) {
    try {
      sort(envelope, buffer, reply);
    } catch (RuntimeException | Error e) {
      Guarded.log(SurfaceServer.LOG, "a message could not be handled", e);
      if (envelope.kind() == Kind.REQUEST) {
        refuse(reply, envelope, buffer, JsonRpcMessage.INTERNAL_ERROR, FAILED);
      }
    }
  }

  private void sort(JsonRpcMessage envelope, byte[] buffer, Reply reply) {
    switch (envelope.kind()) {
      case INVALID ->
          refuse(reply, envelope, buffer, envelope.errorCode(), envelope.errorMessage());
      case BATCH -> refuse(reply, envelope, buffer, "a batch holds messages, not batches");
      case RESPONSE -> response(envelope);
      case NOTIFICATION -> notification(envelope, buffer);
      case REQUEST -> request(envelope, buffer, reply);
    }
  }

  private void batch(JsonRpcMessage envelope, byte[] buffer, List<Slice> messages) {
    if (!protocolVersion.equals(Batch.PROTOCOL_VERSION)) {
      String problem = "batches belong to protocol version " + Batch.PROTOCOL_VERSION;
      refuse(direct, envelope, buffer, problem + "; send one JSON-RPC message at a time");
    } else if (messages.isEmpty() || messages.size() > JsonRpcMessage.MAX_BATCH) {
      String problem = "a batch holds 1 to " + JsonRpcMessage.MAX_BATCH + " messages";
      refuse(direct, envelope, buffer, problem);
    } else {
      Batch batch = new Batch(this::send, channel.memory());
      try {
        for (Slice slice : messages) {
          JsonRpcMessage message = JsonRpcMessage.parse(buffer, slice.offset(), slice.length());
          batch.expect(message.kind());
          message(message, buffer, batch);
        }
      } finally {
        batch.read();
      }
    }
  }

  @Override
  public void oversized(byte[] head, byte[] tail, long size) {
    skipped(head, tail, "a message of " + size + " bytes is larger than this server takes");
  }

  @Override
  public void noRoom(byte[] head, byte[] tail, long size, String refusal) {
    skipped(head, tail, "a message of " + size + " bytes was skipped, " + refusal);
  }

  private void skipped(byte[] head, byte[] tail, String problem) {
    JsonRpcMessage ends = JsonRpcMessage.ofEnds(head, tail);
    refuse(direct, ends, ends.buffer(), problem);
  }

  /** This side asks nothing; an answer without an id complains about something it sent. */
  private static void response(JsonRpcMessage envelope) {
    SurfaceServer.LOG.log(
        Level.DEBUG,
        () ->
            envelope.id() == null
                ? "the client could not read a message"
                : "an answer to nothing that was asked: " + envelope);
  }

  private void notification(JsonRpcMessage envelope, byte[] buffer) {
    switch (envelope.method()) {
      case "notifications/cancelled" -> open.cancel(envelope, buffer);
      case "notifications/initialized" -> {
        if (phase == Phase.INITIALIZING) {
          converse();
        }
      }
      default -> SurfaceServer.LOG.log(Level.DEBUG, () -> "ignored: " + envelope);
    }
  }

  private void converse() {
    Listening listening =
        surface.listen(
            session, new ClientNews(channel, () -> phase == Phase.READY && !draining, this::send));
    ServerFeatures told = Objects.requireNonNull(offer, "offer");
    conversation =
        new Conversation(
            listening,
            new ToolCallHandler(
                surface, open, ContentForVersion.of(protocolVersion), listening::log),
            new RequestDispatcher(surface, listening, told, open));
    if (finished.get()) {
      // Whoever ended the connection may have looked before there was anything to close.
      listening.close();
      return;
    }
    phase = Phase.READY;
    surface.connected(session);
  }

  private void request(JsonRpcMessage envelope, byte[] buffer, Reply reply) {
    String method = envelope.method();
    Conversation known = conversation;
    if (method.equals("ping")) {
      // Allowed at any time, before the handshake, too.
      reply.answer(JsonRpcMessages.result(id(envelope, buffer), RawJson.emptyObject()));
    } else if (draining) {
      refuse(reply, envelope, buffer, "this server is shutting down");
    } else if (method.equals("initialize")) {
      initialize(envelope, buffer, reply);
    } else if (phase != Phase.READY || known == null) {
      refuse(
          reply,
          envelope,
          buffer,
          "send \"initialize\" and then \"notifications/initialized\" before \""
              + ForeignText.name(method)
              + "\"");
    } else if (method.equals("tools/call")) {
      known.calls().call(envelope, buffer, session, reply);
    } else {
      known.requests().request(envelope, buffer, session, reply);
    }
  }

  private void initialize(JsonRpcMessage envelope, byte[] buffer, Reply reply) {
    if (phase == Phase.READY) {
      refuse(reply, envelope, buffer, "this connection is initialized already");
      return;
    }
    if (reply != direct) {
      refuse(reply, envelope, buffer, "\"initialize\" must not be part of a batch");
      return;
    }
    Slice params = envelope.params();
    String problem = "\"params\" must be an object with a \"protocolVersion\"";
    if (params != null && params.length() > MAX_HANDSHAKE_BYTES) {
      problem = "\"params\" of \"initialize\" may have up to " + MAX_HANDSHAKE_BYTES + " bytes";
    } else if (params != null && params.isObject()) {
      try {
        problem = take(Json.mapper().readTree(buffer, params.offset(), params.length()));
      } catch (IOException e) {
        problem = "\"params\" cannot be read";
      }
    }
    if (problem != null) {
      refuse(reply, envelope, buffer, JsonRpcMessage.INVALID_PARAMS, problem);
      return;
    }
    ObjectNode result;
    try {
      // A client may correct itself before the handshake is over; what it says last holds. Lists
      // may depend on its name.
      ServerFeatures offered = ServerFeatures.of(surface, session);
      result = ServerHandshake.result(protocolVersion, surface, offered);
      offer = offered;
    } catch (RuntimeException | Error e) {
      Guarded.log(SurfaceServer.LOG, "a client could not be told what there is", e);
      refuse(reply, envelope, buffer, JsonRpcMessage.INTERNAL_ERROR, FAILED);
      return;
    }
    phase = Phase.INITIALIZING;
    reply.answer(JsonRpcMessages.result(id(envelope, buffer), RawJson.of(result)));
  }

  /** Takes the client's version and identity; tells what is wrong, if it is. */
  private @Nullable String take(JsonNode params) {
    String problem = ServerHandshake.problem(params);
    if (problem == null) {
      JsonNode client = params.path("clientInfo");
      protocolVersion = ProtocolVersions.negotiated(params.path("protocolVersion").asText());
      session =
          session.withClient(
              ForeignText.name(client.path("name").asText()),
              ForeignText.name(client.path("version").asText()));
    }
    return problem;
  }

  private static void refuse(Reply reply, JsonRpcMessage envelope, byte[] buffer, String problem) {
    refuse(reply, envelope, buffer, JsonRpcMessage.INVALID_REQUEST, problem);
  }

  private static void refuse(
      Reply reply, JsonRpcMessage envelope, byte[] buffer, int code, String problem) {
    Slice id = envelope.id();
    reply.answer(JsonRpcMessages.error(id == null ? null : id.copy(buffer), code, problem));
  }

  private static byte[] id(JsonRpcMessage envelope, byte[] buffer) {
    Slice id = envelope.id();
    if (id == null) {
      throw new IllegalStateException("a request without an id");
    }
    return id.copy(buffer);
  }

  private void send(byte[] message) {
    CompletableFuture<Void> sent = channel.send(message).toCompletableFuture();
    if (!sent.isDone() || sent.isCompletedExceptionally()) {
      sent.exceptionally(
          broken -> {
            finish();
            return null;
          });
    }
  }

  /** The client sends nothing more; what it asked for is still answered while it can be. */
  @Override
  public void closed(String reason) {
    SurfaceServer.LOG.log(Level.DEBUG, () -> "client gone: " + reason);
    if (!channel.canSend() || !Guarded.run(SurfaceServer.LOG, "answers are lost", this::drain)) {
      finish();
    }
  }

  private void drain() {
    draining = true;
    if (isIdle()) {
      finish();
      return;
    }
    later(drainTimeout, this::finish);
    watch(channel.sentBytes(), channel.writtenBytes());
  }

  /** Ends early when all that is left to do is to write, and nothing of that has moved. */
  private void watch(long sent, long written) {
    later(
        STANDSTILL,
        () -> {
          long sentNow = channel.sentBytes();
          long writtenNow = channel.writtenBytes();
          boolean stuck = sentNow == sent && writtenNow == written && written < sent;
          if (stuck && open.isAnswered()) {
            finish();
          } else if (!finished.get()) {
            watch(sentNow, writtenNow);
          }
        });
  }

  private void later(Duration delay, Runnable action) {
    if (Tasks.trySchedule(() -> scheduler, delay, action) == null) {
      finish();
    }
  }

  private void finishWhenDrained() {
    if (draining && isIdle()) {
      finish();
    }
  }

  private boolean isIdle() {
    return open.isIdle();
  }

  private void finish() {
    if (!finished.compareAndSet(false, true)) {
      return;
    }
    draining = true;
    guarded(open::cancelAll);
    Conversation talked = conversation;
    if (talked != null) {
      guarded(talked.listening()::close);
    }
    guarded(() -> surface.disconnected(session));
    guarded(
        () ->
            channel
                .close()
                .whenComplete(
                    (done, problem) -> {
                      if (problem == null) {
                        closed.complete(null);
                      } else {
                        closed.completeExceptionally(problem);
                      }
                    }));
  }

  /** A failure at the end keeps nothing else from ending. */
  private static void guarded(Runnable step) {
    Guarded.run(SurfaceServer.LOG, "the end of a connection failed in part", step);
  }

  @Override
  public CompletionStage<Void> closed() {
    return closed;
  }

  @Override
  public void close() {
    drain();
    // The drain has its own bound; the rest is for the last bytes on their way out.
    if (!Futures.await(closed, drainTimeout.plusSeconds(3))) {
      finish();
    }
  }
}
