package io.gatemini.mcp.server;

import io.gatemini.Exposure;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.mcp.message.MessageChannel;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/**
 * Serves a surface to MCP clients, one connection a channel, any number of them at a time.
 *
 * <p>{@code tools/call} takes a path of its own that copies nothing. Thread-safe.
 *
 * <pre>{@code
 * SurfaceServer server = SurfaceServer.of(surface, context.scheduler());
 * Exposure exposure = server.serve(StreamChannel.over("client", in, out, 1 << 20));
 * exposure.awaitClose();
 * }</pre>
 */
public final class SurfaceServer {
  /**
   * How long answers that are under way may take once the client has closed its end: many clients
   * kill a server that is not gone 2 to 5 s later, and its backends would then outlive it.
   */
  public static final Duration DEFAULT_DRAIN_TIMEOUT = Duration.ofSeconds(2);

  static final System.Logger LOG = System.getLogger(SurfaceServer.class.getName());

  private final Surface surface;
  private final ScheduledExecutorService scheduler;
  private final Duration drainTimeout;
  private final Consumer<Session> onConnected;

  private SurfaceServer(
      Surface surface,
      ScheduledExecutorService scheduler,
      Duration drainTimeout,
      Consumer<Session> onConnected) {
    this.surface = Objects.requireNonNull(surface, "surface");
    this.scheduler = Objects.requireNonNull(scheduler, "scheduler");
    this.drainTimeout = Objects.requireNonNull(drainTimeout, "drainTimeout");
    this.onConnected = Objects.requireNonNull(onConnected, "onConnected");
  }

  /** A server with the default drain timeout. */
  public static SurfaceServer of(Surface surface, ScheduledExecutorService scheduler) {
    return new SurfaceServer(surface, scheduler, DEFAULT_DRAIN_TIMEOUT, session -> {});
  }

  /** This server, with another bound for answers under way when a client closes its end. */
  public SurfaceServer withDrainTimeout(Duration timeout) {
    return new SurfaceServer(surface, scheduler, timeout, onConnected);
  }

  /**
   * This server, with a listener to the session of each client whose handshake is over. The thread
   * that reads the client calls it.
   */
  public SurfaceServer onConnected(Consumer<Session> listener) {
    return new SurfaceServer(surface, scheduler, drainTimeout, listener);
  }

  /** Handles requests without a handshake that come over wires of their own. */
  public StatelessRequests statelessRequests() {
    return new StatelessRequests(surface, scheduler);
  }

  /** Serves one client; returns when the channel has been opened. */
  public Exposure serve(MessageChannel channel) {
    return serve(channel, ConnectedClient.newSession());
  }

  /** The same for a client whose identity is known. */
  public Exposure serve(MessageChannel channel, Session session) {
    ServerConnection connection =
        new ServerConnection(surface, channel, session, scheduler, drainTimeout);
    connection.client.onConnected(onConnected);
    channel
        .open(connection)
        .whenComplete(
            (opened, problem) -> {
              if (problem != null) {
                connection.closed(String.valueOf(problem.getMessage()));
              }
            });
    return connection;
  }
}
