package io.gatemini.transport.http.server;

import io.gatemini.internal.async.Guarded;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A response that is written piece by piece, without a thread that waits for its client. Pieces
 * that a client does not read wait up to a bound; then the response ends, and the client may come
 * back for the rest. Thread-safe.
 */
final class StreamedResponse implements WriteListener {
  private static final byte[] DATA = utf8("data: ");
  private static final byte[] EVENT_END = utf8("\n\n");
  private static final byte[] COMMENT = utf8(":\n\n");

  /** Pieces that wait for the client, beside one of any size. */
  private static final long MAX_WAITING = 1 << 20;

  private final AsyncContext async;
  private final Runnable onGone;

  // Guarded by this.
  private final Deque<byte[]> waiting = new ArrayDeque<>();
  private long waitingBytes;
  private @Nullable ServletOutputStream out;
  private boolean writable;
  private boolean unflushed;
  private boolean ending;
  private boolean ended;
  private long lastWritten = System.nanoTime();

  /**
   * @param onGone runs once where the client goes before the response has ended
   */
  StreamedResponse(AsyncContext async, Runnable onGone) {
    this.async = async;
    this.onGone = onGone;
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A message as an event. A message is one line. */
  static byte[] event(byte[] head, byte[] message) {
    int length = head.length + DATA.length + message.length + EVENT_END.length;
    return ByteBuffer.allocate(length).put(head).put(DATA).put(message).put(EVENT_END).array();
  }

  /** Begins a stream of events. */
  StreamedResponse asEvents() {
    HttpServletResponse response = (HttpServletResponse) async.getResponse();
    response.setStatus(HttpServletResponse.SC_OK);
    response.setContentType("text/event-stream");
    response.setHeader("Cache-Control", "no-cache, no-transform");
    response.setHeader("X-Accel-Buffering", "no");
    return begin();
  }

  /** Begins to write; headers have been set. */
  StreamedResponse begin() {
    try {
      ServletOutputStream opened = async.getResponse().getOutputStream();
      synchronized (this) {
        out = opened;
        unflushed = true; // a client waits for the headers
      }
      opened.setWriteListener(this);
    } catch (IOException | IllegalStateException e) {
      onError(e);
    }
    return this;
  }

  /**
   * Writes a piece when the client can take it.
   *
   * @return whether the response is open
   */
  boolean write(byte[] piece) {
    synchronized (this) {
      if (ended || ending) {
        return false;
      }
      lastWritten = System.nanoTime();
      if (waitingBytes > MAX_WAITING) {
        ending = true; // the client does not read; what it has not got is kept
      } else {
        waiting.add(piece);
        waitingBytes += piece.length;
      }
    }
    drain();
    return true;
  }

  /** Writes a comment where nothing was written for so long: it shows who is still there. */
  void keepAlive(long silenceNanos) {
    boolean silent;
    synchronized (this) {
      silent = System.nanoTime() - lastWritten >= silenceNanos;
    }
    if (silent) {
      write(COMMENT);
    }
  }

  /** Ends the response when everything is written. */
  void end() {
    synchronized (this) {
      ending = true;
    }
    drain();
  }

  synchronized boolean isOpen() {
    return !ended && !ending;
  }

  @Override
  public void onWritePossible() {
    synchronized (this) {
      writable = true;
    }
    drain();
  }

  @Override
  public void onError(Throwable problem) {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
      waiting.clear();
    }
    Guarded.run(McpServlet.LOG, "a response could not be ended", async::complete);
    onGone.run();
  }

  private void drain() {
    Throwable broken = null;
    boolean complete = false;
    synchronized (this) {
      ServletOutputStream open = out;
      if (!writable || ended || open == null) {
        return;
      }
      try {
        while (open.isReady()) {
          byte[] piece = waiting.poll();
          if (piece != null) {
            waitingBytes -= piece.length;
            open.write(piece);
            unflushed = true;
          } else if (ending) {
            ended = true;
            complete = true;
            break;
          } else if (unflushed) {
            unflushed = false;
            open.flush();
          } else {
            return;
          }
        }
      } catch (IOException | IllegalStateException e) {
        broken = e;
      }
    }
    if (broken != null) {
      onError(broken);
    } else if (complete) {
      Guarded.run(McpServlet.LOG, "a response could not be ended", async::complete);
    }
  }
}
