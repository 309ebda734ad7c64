package io.gatemini.transport.http.server;

import java.util.SortedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The stream of a request that another gateway handles, read here by a client that comes back for
 * the rest of it. Where that gateway has died, it ends with an error. Thread-safe.
 */
final class FollowedStream {
  private final Peers peers;
  private final String log;
  private final String name;
  private volatile long seen;
  private int ticks;
  private volatile byte[] requestId = new byte[0];
  private volatile @Nullable StreamedResponse response;

  // Guarded by this.
  private boolean reading;
  private boolean again;

  /**
   * @param after the last event that the client has seen
   */
  FollowedStream(Peers peers, String log, String name, long after) {
    this.peers = peers;
    this.log = log;
    this.name = name;
    this.seen = after;
  }

  String log() {
    return log;
  }

  /** Writes what is there now and what comes; {@code opening} is asked where there is a stream. */
  void begin(SortedMap<Long, byte[]> events, Supplier<StreamedResponse> opening) {
    // The first event is no message: it has the id of the request.
    requestId = events.values().iterator().next();
    response = opening.get();
    write(events);
    look();
  }

  /** There may be more events. */
  void look() {
    synchronized (this) {
      if (reading || response == null) {
        again = true;
        return;
      }
      reading = true;
    }
    read();
  }

  private void read() {
    peers
        .backplane()
        .events(log, seen)
        .whenComplete(
            (events, problem) -> {
              if (problem != null) {
                end(); // the client comes back again
              } else {
                write(events);
                synchronized (this) {
                  reading = again;
                  again = false;
                  if (!reading) {
                    return;
                  }
                }
                read();
              }
            });
  }

  private void write(SortedMap<Long, byte[]> events) {
    StreamedResponse open = response;
    if (open == null) {
      return;
    }
    events
        .tailMap(seen + 1)
        .forEach(
            (number, content) -> {
              seen = number;
              if (content.length == 0) {
                open.end();
              } else {
                open.write(EventStream.event(name, number, content));
              }
            });
  }

  private void end() {
    StreamedResponse open = response;
    if (open != null) {
      open.end();
    }
  }

  /** Time has passed; false where the stream is over. */
  boolean tick() {
    StreamedResponse open = response;
    if (open == null) {
      return true;
    }
    if (open.isOpen() && ++ticks % Peers.LOOK_TICKS == 0) {
      peers
          .isAlive(EventStream.gateway(name))
          .thenAccept(
              alive -> {
                if (!alive) {
                  ownerGone(open);
                }
              });
    }
    return open.isOpen();
  }

  private void ownerGone(StreamedResponse open) {
    peers
        .backplane()
        .events(log, seen)
        .whenComplete(
            (events, problem) -> {
              if (problem == null) {
                write(events);
              }
              if (open.isOpen()) {
                open.write(EventStream.event(name, seen + 1, Peers.ended(requestId)));
                open.end();
              }
            });
  }
}
