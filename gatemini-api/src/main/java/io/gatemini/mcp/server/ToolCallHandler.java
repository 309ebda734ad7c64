package io.gatemini.mcp.server;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.gatemini.CallContext;
import io.gatemini.ClientChannel;
import io.gatemini.ProgressListener;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.ToolResult;
import io.gatemini.internal.mcp.JsonRpcMessages;
import io.gatemini.internal.mcp.SurfaceJson;
import io.gatemini.internal.text.ForeignText;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.JsonRpcMessage.Slice;
import io.gatemini.spi.SurfaceListener.LogMessage;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The fast lane of one connection: {@code tools/call} straight to the surface and the raw bytes of
 * its result straight back.
 */
final class ToolCallHandler {
  private final Surface surface;
  private final OpenRequests open;
  private final ContentForVersion content;
  private final Consumer<LogMessage> log;

  /**
   * @param log shows the client a line
   */
  ToolCallHandler(
      Surface surface, OpenRequests open, ContentForVersion content, Consumer<LogMessage> log) {
    this.surface = surface;
    this.open = open;
    this.content = content;
    this.log = log;
  }

  /** Handles a {@code tools/call}. */
  void call(JsonRpcMessage envelope, byte[] buffer, Session session, Reply reply) {
    Slice idSlice = envelope.id();
    if (idSlice == null) {
      return;
    }
    byte[] id = idSlice.copy(buffer);
    String problem = problem(envelope);
    String tool = envelope.toolName();
    if (problem != null || tool == null) {
      reply.answer(
          JsonRpcMessages.error(id, JsonRpcMessage.INVALID_PARAMS, String.valueOf(problem)));
      return;
    }
    Slice token = envelope.callToken();
    Call call =
        new Call(
            OpenRequests.key(idSlice, buffer),
            id,
            envelope.length(),
            reply,
            open,
            content,
            log,
            token == null ? null : token.copy(buffer));
    byte[] refusal = open.take(call);
    if (refusal != null) {
      reply.answer(refusal);
      return;
    }
    Slice arguments = envelope.arguments();
    try {
      RawJson raw =
          arguments != null && arguments.isObject()
              ? RawJson.copyOf(buffer, arguments.offset(), arguments.length())
              : RawJson.emptyObject();
      CompletableFuture<ToolResult> future =
          surface
              .call(new Surface.SurfaceCall(tool, raw, context(envelope, buffer, session, call)))
              .toCompletableFuture();
      call.follow(future);
    } catch (RuntimeException | Error e) {
      call.completed(null, e);
    }
  }

  private static CallContext context(
      JsonRpcMessage envelope, byte[] buffer, Session session, Call call) {
    CallContext context = CallContext.of(session).withClient(call);
    Slice meta = envelope.meta();
    return meta != null && envelope.hasMoreMeta()
        ? context.withMeta(RawJson.copyOf(buffer, meta.offset(), meta.length()))
        : context;
  }

  /** The fault of a call's parameters, in words; null when there is none. */
  private @Nullable String problem(JsonRpcMessage envelope) {
    Slice params = envelope.params();
    if (params == null || !params.isObject()) {
      return "\"params\" must be an object with the \"name\" of a tool and its \"arguments\"";
    }
    String tool = envelope.toolName();
    if (tool == null) {
      return "\"name\" must be a string: the name of the tool to call";
    }
    Slice arguments = envelope.arguments();
    if (arguments != null && !arguments.isObject() && arguments.type() != JsonToken.VALUE_NULL) {
      return "\"arguments\" must be an object";
    }
    Slice meta = envelope.meta();
    if (meta != null && !meta.isObject()) {
      return "\"_meta\" must be an object";
    }
    Slice token = envelope.callToken();
    if (token != null
        && token.type() != JsonToken.VALUE_STRING
        && token.type() != JsonToken.VALUE_NUMBER_INT) {
      return "\"progressToken\" must be a string or an integer";
    }
    if (token != null && token.length() > JsonRpcMessage.MAX_ID_BYTES) {
      return "\"progressToken\" may have up to " + JsonRpcMessage.MAX_ID_BYTES + " bytes";
    }
    return surface.hasTool(tool) ? null : "Unknown tool: " + ForeignText.name(tool);
  }

  /** A call in flight. */
  private static final class Call extends OpenRequest<ToolResult>
      implements ClientChannel, ProgressListener {
    private final ContentForVersion content;
    private final Consumer<LogMessage> log;
    private final byte @Nullable [] progressToken;

    Call(
        String key,
        byte[] id,
        long bytes,
        Reply reply,
        OpenRequests open,
        ContentForVersion content,
        Consumer<LogMessage> log,
        byte @Nullable [] progressToken) {
      super(key, id, bytes, reply, open);
      this.content = content;
      this.log = log;
      this.progressToken = progressToken;
    }

    @Override
    RawJson json(ToolResult result) {
      return content.fit(result);
    }

    @Override
    public ProgressListener progress() {
      return progressToken == null ? ProgressListener.none() : this;
    }

    @Override
    public void log(LogMessage message) {
      log.accept(message);
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
