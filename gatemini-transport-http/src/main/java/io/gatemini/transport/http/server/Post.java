package io.gatemini.transport.http.server;

import io.gatemini.internal.async.Guarded;
import io.gatemini.mcp.message.MessageChannel.Exchange;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The response to one POST: the answer as JSON, or a stream of events where something comes before
 * it, or nothing comes for a while. Thread-safe.
 */
final class Post implements Exchange {
  /** After so long without an answer a client learns that it is worked on. */
  static final long SILENCE_NANOS = 5_000_000_000L;

  private final AsyncContext async;
  private final int status;
  private final Supplier<EventStream> streams;
  private final boolean resumable;
  private final Runnable onDone;
  private final long begun = System.nanoTime();

  // Guarded by this.
  private @Nullable EventStream stream;
  private @Nullable StreamedResponse events;
  private boolean done;

  /**
   * @param status that of an answer as JSON
   * @param streams makes the stream of events
   * @param resumable whether the client may come back for the stream before its first message
   * @param onDone runs once when the message was answered
   */
  Post(
      AsyncContext async,
      int status,
      Supplier<EventStream> streams,
      boolean resumable,
      Runnable onDone) {
    this.async = async;
    this.status = status;
    this.streams = streams;
    this.resumable = resumable;
    this.onDone = onDone;
  }

  @Override
  public void answer(byte[] message) {
    EventStream begun = finish();
    if (begun == null) {
      respond(async, status, "application/json", message);
    } else {
      begun.sendLast(message);
    }
    onDone.run();
  }

  @Override
  public void report(byte[] message) {
    EventStream open;
    synchronized (this) {
      if (done) {
        return;
      }
      open = openStream();
    }
    open.send(message);
  }

  @Override
  public void unanswered() {
    EventStream begun = finish();
    if (begun == null) {
      respond(async, HttpServletResponse.SC_ACCEPTED, null, new byte[0]);
    } else {
      begun.end();
    }
    onDone.run();
  }

  /** Time has passed. */
  void tick(long now) {
    StreamedResponse open;
    synchronized (this) {
      if (done || now - begun < SILENCE_NANOS) {
        return;
      }
      openStream();
      open = events;
    }
    if (open != null) {
      open.keepAlive();
    }
  }

  private synchronized @Nullable EventStream finish() {
    done = true;
    return stream;
  }

  private EventStream openStream() {
    EventStream known = stream;
    if (known == null) {
      known = streams.get();
      stream = known;
      StreamedResponse response = new StreamedResponse(async, () -> {}).asEvents();
      events = response;
      if (resumable) {
        response.write(known.opening());
      }
      known.attach(response, 0);
    }
    return known;
  }

  /** Sends a whole response. */
  static void respond(
      AsyncContext async, int status, @Nullable String contentType, byte[] content) {
    try {
      HttpServletResponse response = (HttpServletResponse) async.getResponse();
      response.setStatus(status);
      if (contentType != null) {
        response.setContentType(contentType);
      }
      response.setContentLength(content.length);
      if (content.length <= response.getBufferSize()) {
        response.getOutputStream().write(content); // into the buffer
        async.complete();
      } else {
        StreamedResponse whole = new StreamedResponse(async, () -> {}).begin();
        whole.write(content);
        whole.end();
      }
    } catch (IOException | IllegalStateException e) {
      Guarded.run(McpServlet.LOG, "a response could not be ended", async::complete);
    }
  }
}
