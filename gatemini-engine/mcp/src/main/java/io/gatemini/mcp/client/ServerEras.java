package io.gatemini.mcp.client;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers of each backend whether its server wants a handshake, so that a restarted one is spoken
 * to in its own way at once. A wrong entry costs one more question and nothing else. Thread-safe.
 */
public final class ServerEras {
  private final Map<String, Boolean> stateless = new ConcurrentHashMap<>();

  /** Remembers nothing yet. */
  public ServerEras() {}

  /** Whether the server of a backend needs no handshake; empty where that is not known. */
  Optional<Boolean> isStateless(String backend) {
    return Optional.ofNullable(stateless.get(backend));
  }

  void remember(String backend, boolean isStateless) {
    stateless.put(backend, isStateless);
  }
}
