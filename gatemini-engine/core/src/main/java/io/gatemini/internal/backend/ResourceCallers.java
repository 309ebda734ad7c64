package io.gatemini.internal.backend;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gatemini.Session;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which session has called which of the backends that have resources, and which addresses these
 * named in their answers: what one names is read from it. Thread-safe.
 */
final class ResourceCallers {
  /** The sessions that were quiet longest are forgotten: their links lead nowhere then. */
  private static final int MAX_SESSIONS = 10_000;

  /** The links of a session; the addresses that were named longest ago are forgotten. */
  private static final int MAX_NAMED = 200;

  private static final int MAX_LENGTH = 2_000;

  private final Cache<String, Known> sessions =
      Caffeine.newBuilder().maximumSize(MAX_SESSIONS).executor(Runnable::run).build();

  /** The facts about a session; guarded by itself. */
  private static final class Known {
    final Set<String> backends = new HashSet<>();
    final Map<String, String> named =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > MAX_NAMED;
          }
        };
  }

  void answered(Session session, String backend) {
    Known known = sessions.get(session.id(), id -> new Known());
    synchronized (known) {
      known.backends.add(backend);
    }
  }

  Set<String> of(Session session) {
    Known known = sessions.getIfPresent(session.id());
    if (known == null) {
      return Set.of();
    }
    synchronized (known) {
      return Set.copyOf(known.backends);
    }
  }

  /** Takes down that a backend names an address; false where another one has named it before. */
  boolean names(Session session, String backend, String uri) {
    Known known = sessions.get(session.id(), id -> new Known());
    synchronized (known) {
      return uri.length() <= MAX_LENGTH
          && backend.equals(known.named.computeIfAbsent(uri, first -> backend));
    }
  }

  /** The backend that named an address. */
  Optional<String> namer(Session session, String uri) {
    @Nullable Known known = sessions.getIfPresent(session.id());
    if (known == null) {
      return Optional.empty();
    }
    synchronized (known) {
      return Optional.ofNullable(known.named.get(uri));
    }
  }

  void forget(Session session) {
    sessions.invalidate(session.id());
  }
}
