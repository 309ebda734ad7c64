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

  private static final String UNASKED = "u";

  private final String name;
  private final @Nullable EventLog log;
  private final @Nullable Copy copy;

  // Guarded by this.
  private final Deque<byte[]> kept = new ArrayDeque<>();
  private long firstKept = 1;
  private long count;
  private boolean over;
  private boolean copied;
  private @Nullable StreamedResponse reader;

  /** Where other gateways find the events of a stream. */
  interface Copy {
    /** The name of this gateway. */
    String gateway();

    /** Takes an event; the last one is empty. */
    void take(String stream, long number, byte[] message);
  }

  /**
   * @param name unique in its session
   * @param copy where other gateways serve the session, too
   */
  EventStream(String name, EventLog log, @Nullable Copy copy) {
    this.name = name;
    this.log = log;
    this.copy = copy;
  }

  /** The name of a stream that other gateways find. */
  static String sharedName(String gateway, long number, boolean unasked) {
    return gateway + "-" + (unasked ? UNASKED : "") + number;
  }

  /** The gateway of a stream. */
  static String gateway(String name) {
    return name.substring(0, Math.max(0, name.indexOf('-')));
  }

  static boolean isUnasked(String name) {
    return name.contains("-" + UNASKED);
  }

  /**
   * Has all events copied from now on.
   *
   * @param head the first, which is no message
   */
  synchronized void copy(byte[] head) {
    copied = true;
    if (copy != null) {
      copy.take(name, 0, head);
    }
  }

  /** Another gateway sends what belongs to no request from now on. */
  synchronized void release() {
    copied = false;
    if (reader != null) {
      reader.end();
      reader = null;
    }
  }

  /** A stream without a session. */
  EventStream() {
    this.name = "";
    this.log = null;
    this.copy = null;
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
      if (copy != null && copied) {
        copy.take(name, count, message);
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
    if (copy != null && copied && !over) {
      copy.take(name, count + 1, new byte[0]);
    }
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
    copied = true;
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
    return log == null
        ? StreamedResponse.event(new byte[0], message)
        : event(name, number, message);
  }

  /** An event of a stream of that name. */
  static byte[] event(String name, long number, byte[] message) {
    return StreamedResponse.event(
        StreamedResponse.utf8("id: " + name + "_" + number + "\n"), message);
  }
}
