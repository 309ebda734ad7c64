package io.gatemini.mcp.server;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.gatemini.CallContext;
import io.gatemini.ClientChannel;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.ProgressListener;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.ToolResult;
import io.gatemini.internal.peer.JsonRpcMessages;
import io.gatemini.internal.peer.OpenQuestions;
import io.gatemini.internal.peer.OpenRequest;
import io.gatemini.internal.peer.Reply;
import io.gatemini.internal.peer.SurfaceJson;
import io.gatemini.internal.text.ForeignText;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.JsonRpcMessage.Slice;
import io.gatemini.spi.SurfaceListener.LogMessage;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code tools/call}: straight to the surface, and the raw bytes of its result straight back. */
record ToolCallHandler(Surface surface) {
  /** Handles a {@code tools/call}. */
  void call(JsonRpcMessage message, ClientView client, Reply reply) {
    String problem = problem(message);
    String tool = message.toolName();
    if (problem != null || tool == null) {
      reply.refuse(message, JsonRpcMessage.INVALID_PARAMS, String.valueOf(problem));
      return;
    }
    Call call = new Call(message, client, reply);
    call.begin(
        () -> {
          CallContext context = context(message, call.client.session(), call);
          return surface.call(new Surface.SurfaceCall(tool, arguments(message), context));
        });
  }

  /**
   * Begins a call whose request may take several rounds.
   *
   * @throws InvalidArgumentsException where its parameters are at fault
   */
  static Function<ClientChannel, CompletionStage<ToolResult>> work(
      Surface surface, JsonRpcMessage message, Session session) {
    ToolCallHandler handler = new ToolCallHandler(surface);
    String problem = handler.problem(message);
    String tool = message.toolName();
    if (problem != null || tool == null) {
      throw new InvalidArgumentsException(String.valueOf(problem));
    }
    RawJson arguments = arguments(message);
    CallContext context = context(message, session, ClientChannel.none());
    return client ->
        surface.call(new Surface.SurfaceCall(tool, arguments, context.withClient(client)));
  }

  private static RawJson arguments(JsonRpcMessage message) {
    Slice arguments = message.arguments();
    return arguments != null && arguments.isObject()
        ? raw(arguments, message)
        : RawJson.emptyObject();
  }

  private static CallContext context(
      JsonRpcMessage message, Session session, ClientChannel client) {
    CallContext context = CallContext.of(session).withClient(client);
    Slice meta = message.meta();
    return meta != null && message.hasMoreMeta() ? context.withMeta(raw(meta, message)) : context;
  }

  private static RawJson raw(Slice slice, JsonRpcMessage message) {
    return RawJson.copyOf(message.buffer(), slice.offset(), slice.length());
  }

  /** The fault of a call's parameters, in words; null when there is none. */
  private @Nullable String problem(JsonRpcMessage message) {
    Slice params = message.params();
    if (params == null || !params.isObject()) {
      return "\"params\" must be an object with the \"name\" of a tool and its \"arguments\"";
    }
    String tool = message.toolName();
    if (tool == null) {
      return "\"name\" must be a string: the name of the tool to call";
    }
    Slice arguments = message.arguments();
    if (arguments != null && !arguments.isObject() && arguments.type() != JsonToken.VALUE_NULL) {
      return "\"arguments\" must be an object";
    }
    Slice meta = message.meta();
    if (meta != null && !meta.isObject()) {
      return "\"_meta\" must be an object";
    }
    Slice token = message.callToken();
    if (token != null
        && token.type() != JsonToken.VALUE_STRING
        && token.type() != JsonToken.VALUE_NUMBER_INT) {
      return "\"progressToken\" must be a string or an integer";
    }
    if (token != null && token.length() > JsonRpcMessage.MAX_ID_BYTES) {
      return "\"progressToken\" may have up to " + JsonRpcMessage.MAX_ID_BYTES + " bytes";
    }
    return surface
        .refusal(tool)
        .map(reason -> "Unknown tool: " + ForeignText.name(tool) + "; " + reason)
        .orElse(null);
  }

  /** A call in flight. */
  private static final class Call extends OpenRequest<ToolResult>
      implements ClientChannel, ProgressListener {
    private final ClientView client;
    private final byte @Nullable [] progressToken;

    /** Not the request itself: a report that is not read may hold it. */
    private final Object asking = new Object();

    private @Nullable OpenQuestions questions;
    private boolean over;

    Call(JsonRpcMessage message, ClientView client, Reply reply) {
      super(message, reply, client.open());
      Slice token = message.callToken();
      this.client = client;
      this.progressToken = token == null ? null : token.copy(message.buffer());
    }

    @Override
    protected RawJson json(ToolResult result) {
      return client.era().content().fit(result);
    }

    @Override
    protected byte[] failure(byte[] id, @Nullable Throwable problem) {
      return client.era().error(id, problem, null);
    }

    @Override
    public ProgressListener progress() {
      return progressToken == null ? ProgressListener.none() : this;
    }

    @Override
    public void log(LogMessage message) {
      client.log(message, this::report);
    }

    @Override
    public CompletionStage<Optional<RawJson>> ask(Question question) {
      return questions().ask(() -> client.ask(question, this::report), answer -> answer);
    }

    /** Few calls have any. */
    private OpenQuestions questions() {
      synchronized (asking) {
        OpenQuestions known = questions;
        if (known == null) {
          known = new OpenQuestions();
          questions = known;
          if (over) {
            known.end();
          }
        }
        return known;
      }
    }

    @Override
    protected void ended() {
      OpenQuestions known;
      synchronized (asking) {
        over = true;
        known = questions;
      }
      if (known != null) {
        known.end();
      }
    }

    @Override
    public void onProgress(double progress, OptionalDouble total, Optional<String> message) {
      ObjectNode params = SurfaceJson.progress(progress, total, message);
      params.putRawValue(
          "progressToken",
          new RawValue(
              progressToken == null ? "0" : new String(progressToken, StandardCharsets.UTF_8)));
      report(JsonRpcMessages.notification("notifications/progress", RawJson.of(params)));
    }
  }
}
