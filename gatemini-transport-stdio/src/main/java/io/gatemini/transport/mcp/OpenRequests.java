package io.gatemini.transport.mcp;

import com.fasterxml.jackson.core.JsonToken;
import io.gatemini.Json;
import io.gatemini.transport.mcp.JsonRpcEnvelope.Slice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What one client is waiting for, whichever lane works on it. An id is only looked up to cancel,
 * and to refuse a second use of it. Thread-safe.
 */
final class OpenRequests {
  /** What a client is told that uses an id for two requests at a time. */
  static final String IN_FLIGHT = "a request with this id is still in flight";

  private final Map<String, OpenRequest<?>> open = new ConcurrentHashMap<>();
  private final Runnable afterEach;

  /**
   * @param afterEach runs when a request has ended and its answer, if any, was sent
   */
  OpenRequests(Runnable afterEach) {
    this.afterEach = afterEach;
  }

  /**
   * Puts a request under its id, unless another is under way with it. An id is free again once its
   * answer is on the way: a client that has read the answer may use it before this side has noticed
   * that the answer was sent.
   */
  boolean take(OpenRequest<?> request) {
    OpenRequest<?> known = open.putIfAbsent(request.key(), request);
    return known == null || (known.hasEnded() && open.replace(request.key(), known, request));
  }

  void forget(OpenRequest<?> request) {
    open.remove(request.key(), request);
    afterEach.run();
  }

  /** Handles a {@code notifications/cancelled}; one for an unknown id is ignored. */
  void cancel(JsonRpcEnvelope envelope, byte[] buffer) {
    Slice requestId = envelope.requestId();
    if (requestId != null) {
      OpenRequest<?> request = open.get(key(requestId, buffer));
      if (request != null) {
        request.cancel();
      }
    }
  }

  /** Cancels all there is; none is answered. */
  void cancelAll() {
    List.copyOf(open.values()).forEach(OpenRequest::cancel);
  }

  boolean isIdle() {
    return open.isEmpty();
  }

  /** Whether nothing is being worked on, though answers may still be on their way. */
  boolean isAnswered() {
    return open.values().stream().allMatch(OpenRequest::hasEnded);
  }

  /** An id in one spelling, so that an escape in a string makes no difference. */
  static String key(Slice id, byte[] buffer) {
    String text = id.text(buffer);
    if (id.type() == JsonToken.VALUE_STRING && text.indexOf('\\') >= 0) {
      try {
        return '"' + Json.mapper().readValue(text, String.class) + '"';
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return text;
  }
}
