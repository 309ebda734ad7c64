package io.gatemini.transport.http.server;

import io.gatemini.internal.async.Guarded;
import io.gatemini.mcp.message.MessageChannel.Exchange;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The response to one POST: the answer as JSON, or a stream of events where something comes before
 * it, or nothing comes for a while. A client that takes one of the two gets that: where it is JSON,
 * the answer alone. Thread-safe.
 */
final class Post implements Exchange {
  private final AsyncContext async;
  private final Manner manner;
  private final Supplier<EventStream> streams;
  private final Runnable onGone;
  private final Consumer<Post> onDone;
  private final boolean takesEvents;
  private final boolean takesJson;
  private final long begun = System.nanoTime();

  // Guarded by this.
  private @Nullable EventStream stream;
  private @Nullable StreamedResponse events;
  private boolean done;

  /**
   * How a response is written.
   *
   * @param status that of an answer as JSON
   * @param resumable whether the client may come back for the stream before its first message
   * @param silenceNanos the time without an answer after which the stream begins
   * @param aliveNanos the time without a message after which a comment shows who is still there
   */
  record Manner(
      ToIntFunction<byte[]> status, boolean resumable, long silenceNanos, long aliveNanos) {}

  /**
   * @param streams makes the stream of events
   * @param onGone runs where the client goes before the end of the stream
   * @param onDone runs once when the message was answered
   */
  Post(
      AsyncContext async,
      Manner manner,
      Supplier<EventStream> streams,
      Runnable onGone,
      Consumer<Post> onDone) {
    this.async = async;
    this.manner = manner;
    this.streams = streams;
    this.onGone = onGone;
    this.onDone = onDone;
    HttpServletRequest request = (HttpServletRequest) async.getRequest();
    this.takesEvents = Door.accepts(request, Door.EVENTS);
    this.takesJson = Door.accepts(request, Door.JSON);
  }

  @Override
  public void answer(byte[] message) {
    EventStream begun = finish(!takesJson);
    if (begun == null) {
      respond(async, manner.status.applyAsInt(message), "application/json", message);
    } else {
      begun.sendLast(message);
    }
    onDone.accept(this);
  }

  @Override
  public void report(byte[] message) {
    EventStream open;
    synchronized (this) {
      if (done || !takesEvents) {
        return;
      }
      open = openStream();
    }
    open.send(message);
  }

  @Override
  public void unanswered() {
    EventStream begun = finish(false);
    if (begun == null) {
      respond(async, HttpServletResponse.SC_ACCEPTED, null, new byte[0]);
    } else {
      begun.end();
    }
    onDone.accept(this);
  }

  /** The same, with an answer that something else is done with first. */
  Exchange answeredBy(Consumer<byte[]> answering) {
    return new Exchange() {
      @Override
      public void answer(byte[] message) {
        answering.accept(message);
      }

      @Override
      public void report(byte[] message) {
        Post.this.report(message);
      }

      @Override
      public void unanswered() {
        Post.this.unanswered();
      }
    };
  }

  /** Time has passed. */
  void tick(long now) {
    StreamedResponse open;
    synchronized (this) {
      if (done || !takesEvents || now - begun < manner.silenceNanos) {
        return;
      }
      openStream();
      open = events;
    }
    if (open != null) {
      open.keepAlive(manner.aliveNanos);
    }
  }

  private synchronized @Nullable EventStream finish(boolean asEvents) {
    done = true;
    return asEvents ? openStream() : stream;
  }

  private EventStream openStream() {
    EventStream known = stream;
    if (known == null) {
      known = streams.get();
      stream = known;
      StreamedResponse response = new StreamedResponse(async, onGone).asEvents();
      events = response;
      if (manner.resumable) {
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
