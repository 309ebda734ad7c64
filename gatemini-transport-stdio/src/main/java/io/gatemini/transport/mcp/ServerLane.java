package io.gatemini.transport.mcp;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.gatemini.GatewayException;
import io.gatemini.Json;
import io.gatemini.ProgressListener;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.spi.Surface;
import io.gatemini.transport.mcp.JsonRpcEnvelope.Slice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The fast lane of one connection: {@code tools/call} straight to the surface and the raw bytes of
 * its result straight back. What the SDK would check is checked here.
 *
 * <p>{@code tools/list} is answered here, too. The description of a tool changes with the catalog;
 * with the SDK a change would be a removal and an addition, each announced to the client, in an
 * order of its own, and its tool record keeps only the members it knows.
 */
final class ServerLane {
  private final Surface surface;
  private final Consumer<byte[]> send;
  private final Runnable afterEach;

  /** Calls in flight; the id is only looked up to cancel, and to refuse a second use of it. */
  private final Map<String, Call> calls = new ConcurrentHashMap<>();

  /**
   * @param afterEach runs when a call has ended and its answer, if any, was sent
   */
  ServerLane(Surface surface, Consumer<byte[]> send, Runnable afterEach) {
    this.surface = surface;
    this.send = send;
    this.afterEach = afterEach;
  }

  boolean isIdle() {
    return calls.isEmpty();
  }

  /** Handles a {@code tools/call}. */
  void call(JsonRpcEnvelope envelope, byte[] buffer, Session session) {
    Slice idSlice = envelope.id();
    if (idSlice == null) {
      return;
    }
    byte[] id = idSlice.copy(buffer);
    String problem = problem(envelope);
    String tool = envelope.toolName();
    if (problem != null || tool == null) {
      send.accept(
          JsonRpcMessages.error(id, JsonRpcEnvelope.INVALID_PARAMS, String.valueOf(problem)));
      return;
    }
    String key = key(idSlice, buffer);
    Slice token = envelope.callToken();
    Call call = new Call(key, id, token == null ? null : token.copy(buffer));
    if (!take(key, call)) {
      send.accept(
          JsonRpcMessages.error(
              id, JsonRpcEnvelope.INVALID_REQUEST, "a call with this id is still in flight"));
      return;
    }
    Slice arguments = envelope.arguments();
    RawJson raw =
        arguments != null && arguments.isObject()
            ? RawJson.copyOf(buffer, arguments.offset(), arguments.length())
            : RawJson.emptyObject();
    try {
      CompletableFuture<ToolResult> future =
          surface
              .call(
                  new Surface.SurfaceCall(
                      session, tool, raw, token == null ? ProgressListener.none() : call))
              .toCompletableFuture();
      call.follow(future);
    } catch (RuntimeException e) {
      call.completed(null, e);
    }
  }

  /**
   * Puts a call under its id. An id is free again once its answer is on the way: a client that has
   * read the answer may use it before this side has noticed that the answer was sent.
   */
  private boolean take(String key, Call call) {
    Call known = calls.putIfAbsent(key, call);
    return known == null || (known.hasEnded() && calls.replace(key, known, call));
  }

  /** Handles a {@code tools/list}. */
  void list(JsonRpcEnvelope envelope, byte[] buffer, Session session) {
    Slice id = envelope.id();
    if (id == null) {
      return;
    }
    Slice params = envelope.params();
    Slice cursor = envelope.cursor();
    if (params != null && !params.isObject()) {
      refuse(id, buffer, "\"params\" must be an object");
    } else if (cursor != null && cursor.type() != JsonToken.VALUE_NULL) {
      refuse(id, buffer, "the cursor is not known; all tools are on the first page");
    } else {
      ObjectNode result = JsonNodeFactory.instance.objectNode();
      ArrayNode tools = result.putArray("tools");
      for (Surface.SurfaceTool tool : surface.tools(session)) {
        tools.add(describe(tool));
      }
      send.accept(JsonRpcMessages.result(id.copy(buffer), RawJson.of(result)));
    }
  }

  /** Handles a {@code notifications/cancelled}; one for an unknown id is ignored. */
  void cancel(JsonRpcEnvelope envelope, byte[] buffer) {
    Slice requestId = envelope.requestId();
    if (requestId != null) {
      Call call = calls.get(key(requestId, buffer));
      if (call != null) {
        call.cancel();
      }
    }
  }

  /** Cancels all calls; none is answered. */
  void cancelAll() {
    for (Call call : List.copyOf(calls.values())) {
      call.cancel();
    }
  }

  private void refuse(Slice id, byte[] buffer, String message) {
    send.accept(JsonRpcMessages.error(id.copy(buffer), JsonRpcEnvelope.INVALID_PARAMS, message));
  }

  /** What is wrong with the parameters of a call, in words; null when nothing is. */
  private @Nullable String problem(JsonRpcEnvelope envelope) {
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
    return surface.hasTool(tool) ? null : "Unknown tool: " + tool;
  }

  private static ObjectNode describe(Surface.SurfaceTool tool) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("name", tool.name());
    if (!tool.title().isEmpty()) {
      json.put("title", tool.title());
    }
    json.put("description", tool.description());
    json.set("inputSchema", tool.inputSchema());
    if (tool.outputSchema().isObject()) {
      json.set("outputSchema", tool.outputSchema());
    }
    ObjectNode annotations = tool.annotations().toJson();
    if (!annotations.isEmpty()) {
      json.set("annotations", annotations);
    }
    return json;
  }

  /** An id in one spelling, so that an escape in a string makes no difference. */
  private static String key(Slice id, byte[] buffer) {
    String text = id.text(buffer);
    if (id.type() == JsonToken.VALUE_STRING && text.indexOf('\\') >= 0) {
      try {
        return Json.mapper().writeValueAsString(Json.mapper().readValue(text, String.class));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return text;
  }

  /** A call in flight. Exactly one of an answer and a cancellation ends it. */
  private final class Call implements ProgressListener {
    private final String key;
    private final byte[] id;
    private final byte @Nullable [] progressToken;

    // Guarded by this: a report must not follow the answer.
    private boolean ended;
    private @Nullable CompletableFuture<ToolResult> future;

    Call(String key, byte[] id, byte @Nullable [] progressToken) {
      this.key = key;
      this.id = id;
      this.progressToken = progressToken;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback looks at every outcome
    void follow(CompletableFuture<ToolResult> future) {
      boolean late;
      synchronized (this) {
        this.future = future;
        late = ended;
      }
      if (late) {
        future.cancel(true);
      } else {
        future.whenComplete(this::completed);
      }
    }

    void completed(@Nullable ToolResult result, @Nullable Throwable problem) {
      synchronized (this) {
        if (ended) {
          return;
        }
        ended = true;
      }
      byte[] answer;
      try {
        answer = result != null ? JsonRpcMessages.result(id, result.json()) : failure(problem);
      } catch (RuntimeException e) {
        // A result that cannot be written: nothing of it has left yet.
        answer = failure(e);
      }
      send.accept(answer);
      forget();
    }

    synchronized boolean hasEnded() {
      return ended;
    }

    void cancel() {
      CompletableFuture<ToolResult> running;
      synchronized (this) {
        if (ended) {
          return;
        }
        ended = true;
        running = future;
      }
      if (running != null) {
        running.cancel(true);
      }
      forget();
    }

    private void forget() {
      calls.remove(key, this);
      afterEach.run();
    }

    private byte[] failure(@Nullable Throwable problem) {
      Throwable cause = problem;
      while (cause instanceof CompletionException && cause.getCause() != null) {
        cause = cause.getCause();
      }
      if (cause instanceof GatewayException) {
        return JsonRpcMessages.error(
            id, JsonRpcEnvelope.INTERNAL_ERROR, String.valueOf(cause.getMessage()));
      }
      SurfaceServer.LOG.log(Level.ERROR, "a call failed without an answer", cause);
      return JsonRpcMessages.error(id, JsonRpcEnvelope.INTERNAL_ERROR, "the call failed");
    }

    @Override
    public void onProgress(double progress, OptionalDouble total, Optional<String> message) {
      ObjectNode params = JsonNodeFactory.instance.objectNode();
      params.putRawValue(
          "progressToken",
          new RawValue(
              progressToken == null ? "0" : new String(progressToken, StandardCharsets.UTF_8)));
      number(params, "progress", progress);
      total.ifPresent(value -> number(params, "total", value));
      message.ifPresent(text -> params.put("message", text));
      byte[] report = JsonRpcMessages.notification("notifications/progress", RawJson.of(params));
      synchronized (this) {
        if (!ended) {
          send.accept(report);
        }
      }
    }

    /** Whole numbers are written as such. */
    private static void number(ObjectNode params, String name, double value) {
      if (value == Math.rint(value) && Math.abs(value) < 1e15) {
        params.put(name, (long) value);
      } else {
        params.put(name, value);
      }
    }
  }
}
