package io.gatemini.internal.backend;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gatemini.Session;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which session has called which of the backends that have resources: what these answer may link to
 * a resource that they do not list. Thread-safe.
 */
final class ResourceCallers {
  /** The sessions that were quiet longest are forgotten: their links lead nowhere then. */
  private static final int MAX_SESSIONS = 10_000;

  private final Cache<String, Set<String>> backends =
      Caffeine.newBuilder().maximumSize(MAX_SESSIONS).executor(Runnable::run).build();

  void answered(Session session, String backend) {
    backends.get(session.id(), id -> ConcurrentHashMap.newKeySet()).add(backend);
  }

  Set<String> of(Session session) {
    Set<String> known = backends.getIfPresent(session.id());
    return known == null ? Set.of() : Set.copyOf(known);
  }

  void forget(Session session) {
    backends.invalidate(session.id());
  }
}
