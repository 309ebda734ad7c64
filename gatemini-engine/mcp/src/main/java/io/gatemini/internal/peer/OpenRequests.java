package io.gatemini.internal.peer;

import com.fasterxml.jackson.core.JsonToken;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.JsonRpcMessage.Slice;
import io.gatemini.spi.Json;
import io.gatemini.spi.MessageMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The open requests of one peer, up to a bound: a peer that does not wait for answers must not fill
 * the memory with questions. An id is only looked up to cancel, and to refuse a second use of it.
 * Thread-safe.
 */
public final class OpenRequests {
  /** The error for an id that is used for two requests at a time. */
  static final String IN_FLIGHT = "a request with this id is still in flight";

  /** JSON-RPC's first code for errors of a server's own. */
  public static final int TOO_MANY = -32000;

  /** More than any peer has been seen to have; each is worked on at the same time. */
  public static final int MAX_OPEN = 4_096;

  /** One peer's questions may take this part of all messages in flight. */
  private static final int MEMORY_PARTS = 2;

  private final Map<String, OpenRequest<?>> open = new ConcurrentHashMap<>();
  private final AtomicLong openBytes = new AtomicLong();
  private final MessageMemory memory;
  private final long maxOpenBytes;
  private final Runnable afterEach;

  /**
   * @param memory counts requests that are large
   * @param afterEach runs when a request has ended and its answer, if any, was sent
   */
  public OpenRequests(MessageMemory memory, Runnable afterEach) {
    this.memory = memory;
    this.maxOpenBytes = memory.maxBytes() / MEMORY_PARTS;
    this.afterEach = afterEach;
  }

  /**
   * Puts a request under its id, unless another is under way with it, or too much is. An id is free
   * again once its answer is on the way: a peer that has read the answer may use it before this
   * side has noticed that the answer was sent.
   *
   * @return the answer for the peer instead; null if the request was taken
   */
  byte @Nullable [] take(OpenRequest<?> request) {
    long bytes = openBytes.addAndGet(request.bytes());
    boolean tooMany = open.size() >= MAX_OPEN || (bytes > request.bytes() && bytes > maxOpenBytes);
    if (tooMany || !put(request)) {
      openBytes.addAndGet(-request.bytes());
      return tooMany
          ? JsonRpcMessages.error(
              request.id(), TOO_MANY, "too many requests are under way; wait for their answers")
          : JsonRpcMessages.error(request.id(), JsonRpcMessage.INVALID_REQUEST, IN_FLIGHT);
    }
    if (request.bytes() > MessageMemory.FREE_BYTES) {
      request.hold(memory.claim(request.bytes()));
    }
    return null;
  }

  private boolean put(OpenRequest<?> request) {
    // In one step: one that has ended is forgotten meanwhile.
    return open.merge(request.key(), request, (known, one) -> known.hasEnded() ? one : known)
        == request;
  }

  /** A request that was taken has ended. */
  void forget(OpenRequest<?> request) {
    openBytes.addAndGet(-request.bytes());
    open.remove(request.key(), request);
    afterEach.run();
  }

  /** Handles a {@code notifications/cancelled}; one for an unknown id is ignored. */
  public void cancel(JsonRpcMessage message) {
    Slice requestId = message.requestId();
    if (requestId != null && requestId.length() <= JsonRpcMessage.MAX_ID_BYTES) {
      OpenRequest<?> request = open.get(key(requestId, message.buffer()));
      if (request != null) {
        request.cancel();
      }
    }
  }

  /** Cancels all there is; none is answered. */
  public void cancelAll() {
    List.copyOf(open.values()).forEach(OpenRequest::cancel);
  }

  /** Whether there are none. */
  public boolean isIdle() {
    return open.isEmpty();
  }

  /** Whether nothing is being worked on, though answers may still be on their way. */
  public boolean isAnswered() {
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
