package io.gatemini.mcp.client;

import io.gatemini.RawJson;
import io.gatemini.internal.peer.ErrorAnswer;
import io.gatemini.internal.peer.JsonRpcMessages;
import io.gatemini.internal.peer.OpenRequest;
import io.gatemini.internal.peer.OpenRequests;
import io.gatemini.internal.peer.Reply;
import io.gatemini.internal.text.ForeignText;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.JsonRpcMessage.Slice;
import io.gatemini.mcp.message.MessageChannel;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a server to its client: a ping, and those that somebody here answers; all others
 * are refused. A server that cancels, or ends, has the work on its request cancelled. Thread-safe.
 */
final class ServerRequests {
  /** The request that made the server ask is unknown. */
  static final long NO_CAUSE = -1;

  private final Map<String, Method> methods;
  private final OpenRequests open;
  private final Reply reply;

  /** The handler of a method. */
  interface Method {
    /**
     * Begins the answer; must not block.
     *
     * @param cause the id of the request that made the server ask, or {@link #NO_CAUSE}
     */
    CompletionStage<RawJson> answer(RawJson params, long cause);
  }

  /**
   * @param methods what answers each method
   */
  ServerRequests(MessageChannel channel, Map<String, Method> methods) {
    this.methods = Map.copyOf(methods);
    this.open = new OpenRequests(channel.memory(), () -> {});
    this.reply = Reply.to(channel::send);
  }

  /**
   * Handles a request.
   *
   * @param cause the id of the request that made the server ask, or {@link #NO_CAUSE}
   */
  void handle(JsonRpcMessage message, long cause) {
    String name = message.method();
    Method method = methods.get(name);
    if (name.equals("ping")) {
      reply.answer(JsonRpcMessages.result(OpenRequest.id(message), RawJson.emptyObject()));
    } else if (method == null) {
      reply.refuse(
          message,
          JsonRpcMessage.METHOD_NOT_FOUND,
          "this client does not offer \"" + ForeignText.name(name) + "\"");
    } else {
      new Request(message).begin(() -> method.answer(params(message), cause));
    }
  }

  private static RawJson params(JsonRpcMessage message) {
    Slice params = message.params();
    return params == null
        ? RawJson.emptyObject()
        : RawJson.copyOf(message.buffer(), params.offset(), params.length());
  }

  /** Handles a {@code notifications/cancelled}. */
  void cancel(JsonRpcMessage message) {
    open.cancel(message);
  }

  /** The server is gone, and so is the need for answers. */
  void close() {
    open.cancelAll();
  }

  /** A request that is being answered. */
  private final class Request extends OpenRequest<RawJson> {
    Request(JsonRpcMessage message) {
      super(message, reply, open);
    }

    @Override
    protected RawJson json(RawJson result) {
      return result;
    }

    @Override
    protected byte[] failure(byte[] id, @Nullable Throwable problem) {
      return ErrorAnswer.of(id, problem, null);
    }
  }
}
