package io.gatemini.internal.backend.instance;

import io.gatemini.BackendUnavailableException;
import io.gatemini.internal.settings.Durations;
import io.gatemini.spi.BackendContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * The sessions that wait for an instance, in the order of their arrival. Guarded by the pool's
 * lock; calls are failed by what is added to {@code after}, which runs without it.
 */
final class WaitingSessions {
  private final Map<String, SessionLease> leases;
  private final BackendContext context;
  private final Deque<SessionLease> queue = new ArrayDeque<>();

  /**
   * @param leases all of the pool; a session that waits no longer and got nothing leaves them
   */
  WaitingSessions(Map<String, SessionLease> leases, BackendContext context) {
    this.leases = leases;
    this.context = context;
  }

  int size() {
    return queue.size();
  }

  void add(SessionLease lease) {
    queue.add(lease);
  }

  /** Who is served next. */
  SessionLease next() {
    return queue.remove();
  }

  /** A call is done, whatever with; a session none of whose calls wait needs nothing. */
  void leave(SessionLease lease, QueuedCall call) {
    if (lease.calls.remove(call) && lease.calls.isEmpty() && lease.instance == null) {
      remove(lease);
    }
  }

  private void remove(SessionLease lease) {
    leases.remove(lease.sessionId, lease);
    queue.remove(lease);
  }

  void fail(SessionLease lease, BackendUnavailableException failure, List<Runnable> after) {
    remove(lease);
    List.copyOf(lease.calls).forEach(call -> after.add(() -> call.completeExceptionally(failure)));
    lease.calls.clear();
  }

  void failFirst(BackendUnavailableException failure, List<Runnable> after) {
    fail(queue.element(), failure, after);
  }

  void failAll(BackendUnavailableException failure, List<Runnable> after) {
    List.copyOf(queue).forEach(lease -> fail(lease, failure, after));
  }

  /**
   * Fails the calls that waited long enough, except for whom an instance is starting.
   *
   * @param covered how many instances are starting
   */
  void failExpired(int covered, List<Runnable> after) {
    if (covered >= queue.size()) {
      return;
    }
    for (SessionLease lease : List.copyOf(queue).subList(covered, queue.size())) {
      List<QueuedCall> late = lease.calls.stream().filter(call -> call.expired).toList();
      lease.calls.removeAll(late);
      late.forEach(call -> after.add(() -> call.completeExceptionally(exhausted())));
      if (lease.calls.isEmpty()) {
        remove(lease);
      }
    }
  }

  private BackendUnavailableException exhausted() {
    return new BackendUnavailableException(
        "pool exhausted: all "
            + context.config().pool().maxInstances()
            + " instances of backend \""
            + context.name()
            + "\" (pool.max_instances) are in use and none became free within "
            + Durations.text(context.config().pool().acquireTimeout())
            + " (pool.acquire_timeout); try again when another session has ended, or ask the"
            + " operator to raise pool.max_instances");
  }
}
