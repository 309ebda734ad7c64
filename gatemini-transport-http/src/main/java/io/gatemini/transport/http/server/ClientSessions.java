package io.gatemini.transport.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatemini.Session;
import io.gatemini.internal.async.Tasks;
import io.gatemini.mcp.server.SurfaceServer;
import io.gatemini.spi.MessageMemory;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of clients, up to a bound: where it is reached, one of the party that has most gives
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
  private @Nullable SharedSessions shared;

  ClientSessions(SurfaceServer server, MessageMemory memory, int max, Duration timeout) {
    this.server = server;
    this.memory = memory;
    this.max = max;
    this.timeoutNanos = timeout.toNanos();
  }

  /**
   * A new one; empty where there are too many, all of them at work.
   *
   * @param party the one to whom it counts, see {@link Access#party}
   */
  Optional<ClientSession> begin(Optional<String> client, String party) {
    if (!makeRoom(party)) {
      return Optional.empty();
    }
    String id = UUID.randomUUID().toString();
    ClientSession session = opened(id, client, party);
    synchronized (session.handshake()) {
      session.beginsHandshake();
    }
    sessions.put(id, session);
    return Optional.of(session);
  }

  /**
   * Ends the session that was idle longest, of the party that has most: a party that opens many
   * pays with its own. Where it has none that is idle, one at work gives way to another party.
   */
  private boolean makeRoom(String party) {
    if (sessions.size() < max) {
      return true;
    }
    List<ClientSession> most =
        Collections.max(
            sessions.values().stream()
                .collect(Collectors.groupingBy(ClientSession::party))
                .values(),
            Comparator.comparingInt(List::size));
    Optional<ClientSession> leaving =
        most.stream()
            .max(Comparator.comparingLong(ClientSession::idleNanos))
            .filter(session -> session.idleNanos() > 0 || !session.party().equals(party));
    leaving.ifPresent(session -> end(session, "its session gave way to a new one"));
    return leaving.isPresent();
  }

  private ClientSession opened(String id, Optional<String> client, String party) {
    SharedSessions others = shared;
    ClientSession session =
        new ClientSession(
            id, client, party, log, memory, others == null ? null : others.copyOf(id));
    // The id is a secret of the client; all gateways derive one name from it.
    Session known = identity(UUID.nameUUIDFromBytes(id.getBytes(UTF_8)).toString(), client);
    session.serve(
        server.serve(
            session, others == null ? known : known.withAttribute(Session.SHARED, "true")));
    return session;
  }

  /** The session of the engine for a client at the door. */
  static Session identity(String name, Optional<String> client) {
    Session session = Session.of("http-" + name);
    return client.map(session::withPrincipal).orElse(session);
  }

  /** A session of another gateway, served here, too; empty where there are too many. */
  Optional<ClientSession> adopt(String id, Optional<String> client) {
    String party = client.orElse("");
    ClientSession known = sessions.get(id);
    if (known == null && !makeRoom(party)) {
      return Optional.empty();
    }
    return Optional.of(sessions.computeIfAbsent(id, key -> opened(key, client, party)));
  }

  /** The session of an id. */
  Optional<ClientSession> find(String id) {
    return Optional.ofNullable(sessions.get(id));
  }

  /** Other gateways serve the sessions, too; before the first one. */
  void share(SharedSessions others) {
    shared = others;
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
      long idle = session.idleNanos();
      if (idle > timeoutNanos) {
        end(session, "its session was idle");
      } else if (shared != null && session.isToBeKept(idle, timeoutNanos / 4)) {
        shared.keep(session);
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
