package io.gatemini.transport.http.server;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The events that clients may ask for again, of all sessions, up to a bound: the oldest give way.
 * Thread-safe.
 */
final class EventLog {
  private final long maxBytes;

  // Guarded by this.
  private final Deque<Event> events = new ArrayDeque<>();
  private long bytes;

  EventLog(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Keeps an event of a stream. */
  void keep(EventStream stream, byte[] message) {
    synchronized (this) {
      events.add(new Event(stream, message.length));
      bytes += message.length;
    }
    while (true) {
      Event oldest;
      synchronized (this) {
        if (bytes <= maxBytes || events.size() == 1) {
          return;
        }
        oldest = events.remove();
        bytes -= oldest.bytes;
      }
      oldest.stream.forgetOldest();
    }
  }

  private record Event(EventStream stream, int bytes) {}
}
