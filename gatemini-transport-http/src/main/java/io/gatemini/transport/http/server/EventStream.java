package io.gatemini.transport.http.server;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * One stream of server-sent events. In a session its messages are numbered, sent to the connection
 * that reads the stream now and kept for one that comes back (specification 2025-11-25,
 * resumability); without a session they are only sent. Thread-safe.
 */
final class EventStream {
  /** A client that is not there gets no more of the past. */
  private static final int MAX_KEPT = 1_000;

  private final String name;
  private final @Nullable EventLog log;

  // Guarded by this.
  private final Deque<byte[]> kept = new ArrayDeque<>();
  private long firstKept = 1;
  private long count;
  private boolean over;
  private @Nullable StreamedResponse reader;

  /**
   * @param name unique in its session
   */
  EventStream(String name, EventLog log) {
    this.name = name;
    this.log = log;
  }

  /** A stream without a session. */
  EventStream() {
    this.name = "";
    this.log = null;
  }

  /** Sends a message and keeps it. */
  void send(byte[] message) {
    synchronized (this) {
      if (over) {
        return;
      }
      count++;
      if (log != null) {
        kept.add(message);
        if (kept.size() > MAX_KEPT) {
          dropOldest();
        }
      }
      if (reader != null && !reader.write(event(count, message))) {
        reader = null;
      }
    }
    if (log != null) {
      log.keep(this, message);
    }
  }

  /** Sends the last message. */
  void sendLast(byte[] message) {
    send(message);
    end();
  }

  /** There will be no more messages. */
  synchronized void end() {
    over = true;
    if (reader != null) {
      reader.end();
      reader = null;
    }
  }

  /**
   * Makes a connection the reader, in the place of another one.
   *
   * @param after the last event that the client has seen
   */
  synchronized void attach(StreamedResponse response, long after) {
    if (reader != null) {
      reader.end();
    }
    reader = response;
    long number = firstKept;
    for (byte[] message : kept) {
      if (number > after) {
        response.write(event(number, message));
      }
      number++;
    }
    if (over) {
      end();
    }
  }

  /** An event without a message, by whose id a client can come back before the first message. */
  byte[] opening() {
    return StreamedResponse.utf8("id: " + name + "_0\ndata: \n\n");
  }

  /** Whether a connection reads it now. */
  synchronized boolean isRead() {
    return reader != null && reader.isOpen();
  }

  /** Whether there will be no more messages. */
  synchronized boolean isOver() {
    return over;
  }

  /** The log has no more room for the oldest event. */
  synchronized void forgetOldest() {
    // The stream may have dropped it before.
    if (!kept.isEmpty()) {
      dropOldest();
    }
  }

  private void dropOldest() {
    kept.remove();
    firstKept++;
  }

  private byte[] event(long number, byte[] message) {
    byte[] head = StreamedResponse.utf8(log == null ? "" : "id: " + name + "_" + number + "\n");
    return StreamedResponse.event(head, message);
  }
}
