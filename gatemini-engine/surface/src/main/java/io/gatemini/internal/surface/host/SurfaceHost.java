package io.gatemini.internal.surface.host;

import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.spi.SurfaceProvider.SurfaceContext;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The side of a gateway that only its surface sees. Thread-safe; every method returns at once. */
public interface SurfaceHost extends SurfaceContext {
  /** The fault of the settings that were to come into force last; empty if they are. */
  Optional<String> settingsFault();

  /** The tools that have returned a secret of the configuration, and how often. */
  Map<String, Long> secretsSeen();

  /** The backends that have resources and have answered a session. */
  Set<String> answeredTo(Session session);

  /** The backend that named an address in an answer to a session. */
  Optional<String> namer(Session session, String uri);

  /** A client has finished its handshake. */
  void connected();

  /**
   * Completes when the tools there are now can be searched; fails when the gateway is closed
   * before.
   */
  CompletableFuture<Void> indexed();

  /**
   * An answer that keeps to the bound of every answer; its original is kept where it is reduced.
   */
  ToolResult fitting(Session session, ToolResult answer);
}
