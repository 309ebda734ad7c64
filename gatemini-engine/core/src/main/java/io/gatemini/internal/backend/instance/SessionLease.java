package io.gatemini.internal.backend.instance;

import io.gatemini.Session;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The claim of a session on an instance: it waits for one, or holds it. */
final class SessionLease {
  final String sessionId;
  final String client;

  /** Whether further sessions may be of the same client. */
  final boolean isAuthenticated;

  /** The calls that wait for the instance, in their order; guarded by the pool's lock. */
  final List<QueuedCall> calls = new ArrayList<>();

  /** The instance that the session holds; written under the pool's lock, read without it. */
  volatile @Nullable PooledInstance instance;

  SessionLease(Session session) {
    this.sessionId = session.id();
    this.client = session.client();
    this.isAuthenticated = session.principal().isPresent();
  }
}
