package io.gatemini.transport.http.server;

import io.gatemini.internal.async.Tasks;
import io.gatemini.mcp.server.SurfaceServer;
import io.gatemini.spi.MessageMemory;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * The sessions of clients, up to a bound: where it is reached, the one that was idle longest gives
 * way. Thread-safe.
 */
final class ClientSessions {
  /** The events of all sessions that are kept for clients that come back. */
  private static final long MAX_EVENT_BYTES = 64L << 20;

  private final Map<String, ClientSession> sessions = new ConcurrentHashMap<>();
  private final EventLog log = new EventLog(MAX_EVENT_BYTES);
  private final SurfaceServer server;
  private final MessageMemory memory;
  private final int max;
  private final long timeoutNanos;

  ClientSessions(SurfaceServer server, MessageMemory memory, int max, Duration timeout) {
    this.server = server;
    this.memory = memory;
    this.max = max;
    this.timeoutNanos = timeout.toNanos();
  }

  /** A new one; empty where there are too many, all of them at work. */
  Optional<ClientSession> begin(Optional<String> client) {
    if (sessions.size() >= max) {
      Optional<ClientSession> idle =
          sessions.values().stream()
              .filter(session -> session.idleNanos() > 0)
              .max(Comparator.comparingLong(ClientSession::idleNanos));
      if (idle.isEmpty()) {
        return Optional.empty();
      }
      end(idle.get(), "its session gave way to a new one");
    }
    ClientSession session = new ClientSession(UUID.randomUUID().toString(), client, log, memory);
    session.serve(server.serve(session));
    sessions.put(session.id(), session);
    return Optional.of(session);
  }

  /** The session of an id, if it is this client's. */
  Optional<ClientSession> find(String id, Optional<String> client) {
    return Optional.ofNullable(sessions.get(id)).filter(session -> session.belongsTo(client));
  }

  void end(ClientSession session, String reason) {
    if (sessions.remove(session.id(), session)) {
      session.end(reason);
    }
  }

  /** Ends those that have been idle for too long. */
  void sweep() {
    for (ClientSession session : sessions.values()) {
      if (session.idleNanos() > timeoutNanos) {
        end(session, "its session was idle");
      }
    }
  }

  /** Ends all; what is under way is answered, within the bound of the server. */
  void close() {
    List<ClientSession> all = List.copyOf(sessions.values());
    sessions.clear();
    Executor threads = Tasks.ownThread("gatemini-http-end");
    CompletableFuture<?>[] ended =
        all.stream()
            .map(
                session -> {
                  if (session.idleNanos() > 0) {
                    session.drain();
                    return CompletableFuture.completedFuture(null);
                  }
                  return CompletableFuture.runAsync(session::drain, threads);
                })
            .toArray(CompletableFuture<?>[]::new);
    CompletableFuture.allOf(ended).exceptionally(problem -> null).join();
  }
}
