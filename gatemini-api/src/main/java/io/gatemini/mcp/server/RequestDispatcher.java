package io.gatemini.mcp.server;

import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.internal.mcp.JsonRpcMessages;
import io.gatemini.internal.text.ForeignText;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.JsonRpcMessage.Slice;
import io.gatemini.spi.Listening;
import org.jspecify.annotations.Nullable;

/**
 * All requests of one connection but the handshake and {@code tools/call}: takes the id, reads the
 * parameters, begins the work, answers it or what it failed with. What a method means is the
 * business of the class of its family.
 */
final class RequestDispatcher {
  private final ServerFeatures offer;
  private final OpenRequests open;
  private final ToolListing tools;
  private final ResourceMethods resources;
  private final PromptMethods prompts;
  private final CompletionMethod completion;
  private final LoggingMethod logging;

  RequestDispatcher(Surface surface, Listening listening, ServerFeatures offer, OpenRequests open) {
    this.offer = offer;
    this.open = open;
    this.tools = new ToolListing(surface);
    this.resources = new ResourceMethods(surface, listening);
    this.prompts = new PromptMethods(surface);
    this.completion = new CompletionMethod(surface);
    this.logging = new LoggingMethod(listening);
  }

  /** Handles a request; a method that is not offered is unknown. */
  void request(JsonRpcMessage envelope, byte[] buffer, Session session, Reply reply) {
    Slice id = envelope.id();
    if (id == null) {
      return;
    }
    RequestMethod<?> method = method(envelope.method());
    if (method == null) {
      reply.answer(
          JsonRpcMessages.error(
              id.copy(buffer),
              JsonRpcMessage.METHOD_NOT_FOUND,
              "Method not found: " + ForeignText.name(envelope.method())));
    } else {
      begin(method, id, envelope, buffer, session, reply);
    }
  }

  /** The method of a name; none is made before somebody asks for it. */
  private @Nullable RequestMethod<?> method(String name) {
    return switch (name) {
      case "tools/list" -> tools.list();
      case "resources/list" -> offer.resources() ? resources.list() : null;
      case "resources/templates/list" -> offer.resources() ? resources.listTemplates() : null;
      case "resources/read" -> offer.resources() ? resources.read() : null;
      case "resources/subscribe" -> offer.resources() ? resources.subscribe() : null;
      case "resources/unsubscribe" -> offer.resources() ? resources.unsubscribe() : null;
      case "prompts/list" -> offer.prompts() ? prompts.list() : null;
      case "prompts/get" -> offer.prompts() ? prompts.get() : null;
      case "completion/complete" -> offer.completions() ? completion.complete() : null;
      case "logging/setLevel" -> logging.setLevel();
      default -> null;
    };
  }

  private <T> void begin(
      RequestMethod<T> method,
      Slice id,
      JsonRpcMessage envelope,
      byte[] buffer,
      Session session,
      Reply reply) {
    Request<T> request =
        new Request<>(
            OpenRequests.key(id, buffer), id.copy(buffer), envelope.length(), reply, open, method);
    byte[] refusal = open.take(request);
    if (refusal != null) {
      reply.answer(refusal);
      return;
    }
    try {
      request.begin(Params.read(envelope.params(), buffer), session);
    } catch (RuntimeException | Error e) {
      // An Error of a plug-in would end the thread that reads, and the client would hear nothing.
      request.completed(null, e);
    }
  }

  /** One request under way. */
  private static final class Request<T> extends OpenRequest<T> {
    private final RequestMethod<T> method;
    private volatile @Nullable String uri;

    Request(
        String key,
        byte[] id,
        long bytes,
        Reply reply,
        OpenRequests open,
        RequestMethod<T> method) {
      super(key, id, bytes, reply, open);
      this.method = method;
    }

    void begin(Params params, Session session) {
      uri = params.uri();
      follow(method.work().apply(params, session).toCompletableFuture());
    }

    @Override
    RawJson json(T result) {
      return RawJson.of(method.answer().apply(result));
    }

    @Override
    byte[] failure(byte[] id, @Nullable Throwable problem) {
      return Failures.answer(id, problem, uri);
    }
  }
}
