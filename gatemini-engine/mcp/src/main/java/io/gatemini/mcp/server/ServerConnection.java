package io.gatemini.mcp.server;

import io.gatemini.Exposure;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.peer.OpenRequests;
import io.gatemini.internal.peer.PendingRequests;
import io.gatemini.internal.peer.Reply;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.JsonRpcMessage.Kind;
import io.gatemini.mcp.message.JsonRpcMessage.Slice;
import io.gatemini.mcp.message.MessageChannel;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The wire to one client: takes its messages one by one or in batches, leads them to the handshake
 * or to the surface, and sends what there is to say. Messages come from one thread.
 */
final class ServerConnection implements MessageChannel.Receiver, Exposure {
  /** So much may wait for a client that does not read, and more is not read of it. */
  private static final long MAX_UNREAD_BYTES = 1024 * 1024;

  /** Numbers that JSON in JavaScript can hold, with room for as many questions again. */
  private static final long FIRST_IDS = 1L << 52;

  /** A client asks for nothing more; its other messages still come, unlike after its end. */
  private static final String LEAVING = "notifications/gatemini/leaving";

  private final SurfaceRequests requests;
  private final StatelessRequests stateless;
  private final MessageChannel channel;
  private final Duration drainTimeout;
  private final Reply direct = Reply.to(this::send);
  final ConnectedClient client;
  private final ClientNews news;
  private final ConnectionEnd end;

  ServerConnection(
      Surface surface,
      MessageChannel channel,
      Session session,
      ScheduledExecutorService scheduler,
      Duration drainTimeout) {
    this.requests = new SurfaceRequests(surface);
    this.stateless = new StatelessRequests(surface, scheduler);
    this.channel = channel;
    this.drainTimeout = drainTimeout;
    this.client =
        new ConnectedClient(
            surface,
            session,
            new OpenRequests(channel.memory(), this::requestEnded),
            new PendingRequests(
                channel, "the client", ThreadLocalRandom.current().nextLong(FIRST_IDS)));
    this.news = new ClientNews(channel, client::canHear, this::send);
    this.end = new ConnectionEnd(channel, client, scheduler, drainTimeout);
  }

  @Override
  public void message(byte[] buffer, int offset, int length) {
    channel.awaitWritten(MAX_UNREAD_BYTES, ConnectionEnd.STANDSTILL);
    read(buffer, offset, length, direct);
  }

  @Override
  public void message(byte[] buffer, int offset, int length, MessageChannel.Exchange exchange) {
    read(buffer, offset, length, Reply.over(exchange));
  }

  private void read(byte[] buffer, int offset, int length, Reply reply) {
    // A full heap: the next message may have room.
    Guarded.orFail(
        () -> {
          JsonRpcMessage message = JsonRpcMessage.parse(buffer, offset, length);
          if (message.kind() == Kind.BATCH) {
            batch(
                message,
                JsonRpcMessage.elements(buffer, message.offset(), message.length()),
                reply);
          } else {
            take(message, reply);
          }
        },
        problem -> unread(JsonRpcMessage.ofEnds(buffer, offset, length), problem, reply));
  }

  private void unread(JsonRpcMessage ends, Throwable problem, Reply reply) {
    Guarded.log(SurfaceServer.LOG, "a message could not be read", problem);
    if (client.pending().unread(ends, problem)) {
      reply.unanswered();
    } else {
      reply.refuse(ends, JsonRpcMessage.INTERNAL_ERROR, SurfaceRequests.FAILED);
    }
  }

  private void batch(JsonRpcMessage message, List<Slice> elements, Reply reply) {
    if (!client.era().batches()) {
      String problem = "batches belong to protocol version " + Batch.PROTOCOL_VERSION;
      reply.refuse(message, problem + "; send one JSON-RPC message at a time");
    } else if (elements.isEmpty() || elements.size() > JsonRpcMessage.MAX_BATCH) {
      reply.refuse(message, "a batch holds 1 to " + JsonRpcMessage.MAX_BATCH + " messages");
    } else {
      Batch batch = new Batch(reply, channel.memory());
      try {
        for (Slice slice : elements) {
          JsonRpcMessage element =
              JsonRpcMessage.parse(message.buffer(), slice.offset(), slice.length());
          batch.expect();
          take(element, batch);
        }
      } finally {
        batch.read();
      }
    }
  }

  private void take(JsonRpcMessage message, Reply reply) {
    // Else the client waits, and is read no more.
    Guarded.orFail(
        () -> handle(message, reply), problem -> SurfaceRequests.failed(message, reply, problem));
  }

  private void handle(JsonRpcMessage message, Reply reply) {
    if (StatelessRequests.isOne(message) && client.takesRequests()) {
      stateless.handle(message, client.stateless(), client.open(), reply);
    } else if (message.kind() == Kind.REQUEST && message.method().equals("initialize")) {
      client.initialize(message, !(reply instanceof Batch), reply);
    } else if (message.kind() == Kind.NOTIFICATION
        && message.method().equals("notifications/initialized")) {
      client.initialized(news);
      reply.unanswered();
    } else if (message.kind() == Kind.NOTIFICATION && message.method().equals(LEAVING)) {
      reply.unanswered();
      drain();
    } else {
      if (message.kind() == Kind.REQUEST && !message.method().equals("ping")) {
        client.initialized(news); // some clients never say so
      }
      requests.handle(message, client, reply);
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
    if (!client.pending().skipped(ends, problem)) {
      direct.refuse(ends, problem);
    }
  }

  private void send(byte[] message) {
    CompletableFuture<Void> sent = channel.send(message).toCompletableFuture();
    if (!sent.isDone() || sent.isCompletedExceptionally()) {
      sent.exceptionally(
          broken -> {
            end.finish();
            return null;
          });
    }
  }

  private void drain() {
    stateless.leave();
    end.drain();
  }

  private void requestEnded() {
    end.requestEnded();
  }

  /** The client sends nothing more; what it asked for is still answered while it can be. */
  @Override
  public void closed(String reason) {
    SurfaceServer.LOG.log(Level.DEBUG, () -> "client gone: " + reason);
    client.pending().close("the client is gone: " + reason);
    if (!channel.canSend() || !Guarded.run(SurfaceServer.LOG, "answers are lost", this::drain)) {
      end.finish();
    }
  }

  @Override
  public CompletionStage<Void> closed() {
    return end.closed();
  }

  @Override
  public void close() {
    drain();
    // The drain has its own bound; the rest is for the last bytes on their way out.
    if (!Futures.await(end.closed(), drainTimeout.plusSeconds(3))) {
      end.finish();
    }
  }
}
