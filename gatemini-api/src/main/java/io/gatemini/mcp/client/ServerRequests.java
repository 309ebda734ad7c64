package io.gatemini.mcp.client;

import io.gatemini.RawJson;
import io.gatemini.internal.mcp.ErrorAnswer;
import io.gatemini.internal.mcp.JsonRpcMessages;
import io.gatemini.internal.mcp.OpenRequest;
import io.gatemini.internal.mcp.OpenRequests;
import io.gatemini.internal.mcp.Reply;
import io.gatemini.internal.text.ForeignText;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.JsonRpcMessage.Slice;
import io.gatemini.mcp.message.MessageChannel;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a server to its client: a ping, and those that somebody here answers; all others
 * are refused. A server that cancels, or ends, has the work on its request cancelled. Thread-safe.
 */
final class ServerRequests {
  private final Map<String, Function<RawJson, CompletionStage<RawJson>>> methods;
  private final OpenRequests open;
  private final Reply reply;

  /**
   * @param methods what answers each method, given its parameters; must not block
   */
  ServerRequests(
      MessageChannel channel, Map<String, Function<RawJson, CompletionStage<RawJson>>> methods) {
    this.methods = Map.copyOf(methods);
    this.open = new OpenRequests(channel.memory(), () -> {});
    this.reply = Reply.to(channel::send);
  }

  /** Handles a request. */
  void handle(JsonRpcMessage message) {
    String name = message.method();
    Function<RawJson, CompletionStage<RawJson>> method = methods.get(name);
    if (name.equals("ping")) {
      reply.answer(JsonRpcMessages.result(OpenRequest.id(message), RawJson.emptyObject()));
    } else if (method == null) {
      reply.refuse(
          message,
          JsonRpcMessage.METHOD_NOT_FOUND,
          "this client does not offer \"" + ForeignText.name(name) + "\"");
    } else {
      new Request(message).begin(() -> method.apply(params(message)));
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
