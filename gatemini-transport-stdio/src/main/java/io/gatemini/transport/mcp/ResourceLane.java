package io.gatemini.transport.mcp;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.GatewayException;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.Json;
import io.gatemini.RawJson;
import io.gatemini.Resource;
import io.gatemini.ResourceContent;
import io.gatemini.ResourceTemplate;
import io.gatemini.Session;
import io.gatemini.UnknownResourceException;
import io.gatemini.spi.Surface;
import io.gatemini.transport.mcp.JsonRpcEnvelope.Slice;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lists and reads the resources of the surface for one connection. The SDK lists in no order,
 * matches templates by path segments only, and reads on threads of its own.
 *
 * <p>A client that cancels a reading is answered all the same, as the specification allows:
 * readings end by themselves.
 */
final class ResourceLane {
  /** The specification's code for a resource that does not exist. */
  static final int RESOURCE_NOT_FOUND = -32002;

  private static final Set<String> METHODS =
      Set.of("resources/list", "resources/templates/list", "resources/read");

  private final Surface surface;
  private final Consumer<byte[]> send;
  private final Runnable afterEach;
  private final Map<Long, CompletableFuture<?>> open = new ConcurrentHashMap<>();
  private final AtomicLong readings = new AtomicLong();

  /**
   * @param afterEach runs when a reading has ended and its answer was sent
   */
  ResourceLane(Surface surface, Consumer<byte[]> send, Runnable afterEach) {
    this.surface = surface;
    this.send = send;
    this.afterEach = afterEach;
  }

  /** Whether a surface has any, and a client is told so. */
  static boolean isOffered(Surface surface, Session session) {
    return !surface.resources(session).isEmpty() || !surface.resourceTemplates(session).isEmpty();
  }

  boolean takes(String method) {
    return METHODS.contains(method);
  }

  boolean isIdle() {
    return open.isEmpty();
  }

  /** Gives up what is being read; none of it is answered. */
  void cancelAll() {
    open.values().forEach(reading -> reading.cancel(true));
  }

  /** Handles a request whose method it takes. */
  void request(JsonRpcEnvelope envelope, byte[] buffer, Session session) {
    Slice idSlice = envelope.id();
    if (idSlice == null) {
      return;
    }
    byte[] id = idSlice.copy(buffer);
    Slice params = envelope.params();
    Slice cursor = envelope.cursor();
    if (params != null && !params.isObject()) {
      refuse(id, "\"params\" must be an object");
    } else if (envelope.method().equals("resources/read")) {
      read(id, params, buffer, session);
    } else if (cursor != null && cursor.type() != JsonToken.VALUE_NULL) {
      refuse(id, "the cursor is not known; all there is is on the first page");
    } else {
      ObjectNode result = JsonNodeFactory.instance.objectNode();
      if (envelope.method().equals("resources/list")) {
        ArrayNode resources = result.putArray("resources");
        for (Resource resource : surface.resources(session)) {
          describe(
              resources.addObject().put("uri", resource.uri()),
              resource.name(),
              resource.title(),
              resource.description(),
              resource.mimeType());
        }
      } else {
        ArrayNode templates = result.putArray("resourceTemplates");
        for (ResourceTemplate template : surface.resourceTemplates(session)) {
          describe(
              templates.addObject().put("uriTemplate", template.uriTemplate()),
              template.name(),
              template.title(),
              template.description(),
              template.mimeType());
        }
      }
      send.accept(JsonRpcMessages.result(id, RawJson.of(result)));
    }
  }

  /** A member that says nothing is left out. */
  private static void describe(
      ObjectNode json, String name, String title, String description, String mimeType) {
    json.put("name", name);
    if (!title.isEmpty()) {
      json.put("title", title);
    }
    if (!description.isEmpty()) {
      json.put("description", description);
    }
    if (!mimeType.isEmpty()) {
      json.put("mimeType", mimeType);
    }
  }

  private void read(byte[] id, @Nullable Slice params, byte[] buffer, Session session) {
    Optional<String> uri = uri(params, buffer);
    if (uri.isEmpty()) {
      refuse(id, "\"uri\" must be a string: the address of the resource to read");
      return;
    }
    CompletableFuture<ResourceContent> reading;
    try {
      reading = surface.readResource(session, uri.get()).toCompletableFuture();
    } catch (RuntimeException e) {
      reading = CompletableFuture.failedFuture(e);
    }
    long number = readings.incrementAndGet();
    open.put(number, reading);
    CompletableFuture<ResourceContent> followed = reading;
    CompletableFuture<ResourceContent> unused =
        reading.whenComplete(
            (text, failure) -> {
              if (!followed.isCancelled()) {
                send.accept(answer(id, uri.get(), text, failure));
              }
              open.remove(number);
              afterEach.run();
            });
  }

  private static byte[] answer(
      byte[] id, String uri, @Nullable ResourceContent text, @Nullable Throwable failure) {
    if (text == null || failure != null) {
      return failure(id, uri, failure);
    }
    try {
      return JsonRpcMessages.result(id, contents(text));
    } catch (RuntimeException e) {
      // A text that cannot be written: nothing of it has left yet.
      return failure(id, uri, e);
    }
  }

  private static Optional<String> uri(@Nullable Slice params, byte[] buffer) {
    if (params == null) {
      return Optional.empty();
    }
    try {
      JsonNode uri = Json.mapper().readTree(buffer, params.offset(), params.length()).path("uri");
      // Half a character, which JSON can escape, could not be written again.
      return Optional.ofNullable(uri.textValue())
          .map(text -> new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static RawJson contents(ResourceContent text) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result
        .putArray("contents")
        .addObject()
        .put("uri", text.uri())
        .put("mimeType", text.mimeType())
        .put(text.binary() ? "blob" : "text", text.text());
    return RawJson.of(result);
  }

  private static byte[] failure(byte[] id, String uri, @Nullable Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof UnknownResourceException) {
      return JsonRpcMessages.error(
          id,
          RESOURCE_NOT_FOUND,
          message(cause),
          RawJson.of(JsonNodeFactory.instance.objectNode().put("uri", uri)));
    }
    if (cause instanceof InvalidArgumentsException) {
      return JsonRpcMessages.error(id, JsonRpcEnvelope.INVALID_PARAMS, message(cause));
    }
    if (cause instanceof GatewayException) {
      return JsonRpcMessages.error(id, JsonRpcEnvelope.INTERNAL_ERROR, message(cause));
    }
    SurfaceServer.LOG.log(Level.ERROR, "a resource could not be read", cause);
    return JsonRpcMessages.error(
        id, JsonRpcEnvelope.INTERNAL_ERROR, "the resource could not be read");
  }

  private static String message(Throwable failure) {
    return String.valueOf(failure.getMessage());
  }

  private void refuse(byte[] id, String message) {
    send.accept(JsonRpcMessages.error(id, JsonRpcEnvelope.INVALID_PARAMS, message));
  }
}
