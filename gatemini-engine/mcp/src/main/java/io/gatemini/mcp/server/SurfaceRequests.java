package io.gatemini.mcp.server;

import io.gatemini.RawJson;
import io.gatemini.Surface;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.peer.JsonRpcMessages;
import io.gatemini.internal.peer.OpenRequest;
import io.gatemini.internal.peer.Reply;
import io.gatemini.internal.text.ForeignText;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.JsonRpcMessage.Kind;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The messages of clients to one surface, but for the handshake that some versions of the protocol
 * begin with. A message is handled without knowing by which wire it came or under which version:
 * what differs is asked of the {@link ClientView}. The class of a method's family handles it.
 * Thread-safe.
 */
final class SurfaceRequests {
  /** The error for a mistake of this side, without internals. */
  static final String FAILED = "the request failed";

  /** Methods that mean something for a client that stays. */
  private static final Set<String> WITH_A_CONNECTION =
      Set.of("resources/subscribe", "resources/unsubscribe", "logging/setLevel");

  private final SurfaceMethods methods;
  private final ToolCallHandler calls;

  SurfaceRequests(Surface surface) {
    this.methods = new SurfaceMethods(surface);
    this.calls = new ToolCallHandler(surface);
  }

  /** Begins what a message asks for, and answers it once, now or later. */
  void handle(JsonRpcMessage message, ClientView client, Reply reply) {
    switch (message.kind()) {
      case INVALID -> invalid(message, client, reply);
      case BATCH -> reply.refuse(message, "a batch holds messages, not batches");
      case RESPONSE -> {
        response(message, client);
        reply.unanswered();
      }
      case NOTIFICATION -> {
        notification(message, client);
        reply.unanswered();
      }
      case REQUEST -> request(message, client, reply);
    }
  }

  /** A request that failed here was not begun: the client learns of it, and sends the next one. */
  static void failed(JsonRpcMessage message, Reply reply, Throwable problem) {
    Guarded.log(SurfaceServer.LOG, "a message could not be handled", problem);
    if (message.kind() == Kind.REQUEST) {
      reply.refuse(message, JsonRpcMessage.INTERNAL_ERROR, FAILED);
    } else {
      reply.unanswered();
    }
  }

  private static void invalid(JsonRpcMessage message, ClientView client, Reply reply) {
    if (client.invalid(message)) {
      reply.unanswered();
    } else {
      reply.refuse(message, message.errorCode(), message.errorMessage());
    }
  }

  /** An answer without an id complains about something that this side sent. */
  private static void response(JsonRpcMessage message, ClientView client) {
    if (!client.answer(message)) {
      SurfaceServer.LOG.log(
          Level.DEBUG,
          () ->
              message.id() == null
                  ? "the client could not read a message"
                  : "an answer to nothing that was asked: " + message);
    }
  }

  private static void notification(JsonRpcMessage message, ClientView client) {
    if (message.method().equals("notifications/cancelled")) {
      client.open().cancel(message);
    } else {
      SurfaceServer.LOG.log(Level.DEBUG, () -> "ignored: " + message);
    }
  }

  private void request(JsonRpcMessage message, ClientView client, Reply reply) {
    String name = message.method();
    if (name.equals("ping") && !client.era().stateless()) {
      // Allowed at any time, before a handshake, too.
      reply.answer(JsonRpcMessages.result(OpenRequest.id(message), RawJson.emptyObject()));
      return;
    }
    Optional<String> refusal = client.refusal(name);
    if (refusal.isPresent()) {
      reply.refuse(message, refusal.get());
    } else if (name.equals("tools/call")) {
      calls.call(message, client, reply);
    } else {
      RequestMethod<?> method = method(name, client);
      if (method == null) {
        reply.refuse(
            message,
            JsonRpcMessage.METHOD_NOT_FOUND,
            "Method not found: " + ForeignText.name(name));
      } else {
        begin(method, message, client, reply);
      }
    }
  }

  /** The method of a name; one that is not offered is unknown. */
  @Nullable RequestMethod<?> method(String name, ClientView client) {
    return client.era().stateless() && WITH_A_CONNECTION.contains(name)
        ? null
        : methods.of(name, client.features());
  }

  private static <T> void begin(
      RequestMethod<T> method, JsonRpcMessage message, ClientView client, Reply reply) {
    Request<T> request = new Request<>(message, client, reply, method);
    request.begin(
        () -> {
          Params params = Params.read(message.params(), message.buffer());
          request.uri = params.uri();
          return method.work().apply(params, client);
        });
  }

  /** One request under way. */
  private static final class Request<T> extends OpenRequest<T> {
    private final RequestMethod<T> method;
    private final ClientView client;
    private volatile @Nullable String uri;

    Request(JsonRpcMessage message, ClientView client, Reply reply, RequestMethod<T> method) {
      super(message, reply, client.open());
      this.method = method;
      this.client = client;
    }

    @Override
    protected RawJson json(T result) {
      return RawJson.of(method.answer().apply(result));
    }

    @Override
    protected byte[] failure(byte[] id, @Nullable Throwable problem) {
      return client.era().error(id, problem, uri);
    }
  }
}
