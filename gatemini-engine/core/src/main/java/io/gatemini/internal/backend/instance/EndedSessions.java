package io.gatemini.internal.backend.instance;

import io.gatemini.Session;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The clients that went away last. A call that arrives after its client has gone would take an
 * instance that no later event frees.
 *
 * <p>Only clients of a transport are kept, which say who they are and whose ids are used once: a
 * host may end a session and begin it anew under the same id. Not thread-safe; the pool guards it.
 */
final class EndedSessions {
  /** More than can end while one call is on its way. */
  private static final int MOST = 10_000;

  private final Map<String, Boolean> ids = new Oldest();

  void add(Session session) {
    if (isClient(session)) {
      ids.put(session.id(), true);
    }
  }

  boolean contains(Session session) {
    return isClient(session) && ids.containsKey(session.id());
  }

  int size() {
    return ids.size();
  }

  private static boolean isClient(Session session) {
    return session.clientName().isPresent();
  }

  private static final class Oldest extends LinkedHashMap<String, Boolean> {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
      return size() > MOST;
    }
  }
}
