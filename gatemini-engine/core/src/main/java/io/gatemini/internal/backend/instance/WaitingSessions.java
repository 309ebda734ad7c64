package io.gatemini.internal.backend.instance;

import io.gatemini.BackendUnavailableException;
import io.gatemini.internal.text.Durations;
import io.gatemini.spi.BackendContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The sessions that wait for an instance. The client with the fewest instances is next, or the one
 * whose last turn is longest ago, its sessions in the order of their arrival; an authenticated one
 * leaves one instance to others. Guarded by the pool's lock; calls are failed by what is added to
 * {@code after}, which runs without it.
 */
final class WaitingSessions {
  private final Map<String, SessionLease> leases;
  private final BackendContext context;
  private final Deque<SessionLease> queue = new ArrayDeque<>();

  /** When each client that waits got its last instance. */
  private final Map<String, Long> lastTurns = new HashMap<>();

  private long turns;

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

  /** Those that may be served, in this order; as many as there can be instances. */
  List<SessionLease> served() {
    int places = context.config().pool().maxInstances();
    Map<String, Integer> held = held();
    Set<SessionLease> left = new LinkedHashSet<>(queue);
    List<SessionLease> served = new ArrayList<>();
    while (served.size() < places) {
      Optional<SessionLease> next =
          left.stream()
              .filter(
                  lease ->
                      !lease.isAuthenticated
                          || held.getOrDefault(lease.client, 0) < Math.max(1, places - 1))
              .min(
                  Comparator.<SessionLease>comparingInt(lease -> held.getOrDefault(lease.client, 0))
                      .thenComparing(lease -> lastTurns.getOrDefault(lease.client, 0L)));
      if (next.isEmpty()) {
        break;
      }
      held.merge(next.get().client, 1, Integer::sum);
      left.remove(next.get());
      served.add(next.get());
    }
    return served;
  }

  private Map<String, Integer> held() {
    return leases.values().stream()
        .filter(lease -> lease.instance != null)
        .collect(Collectors.toMap(lease -> lease.client, lease -> 1, Integer::sum, HashMap::new));
  }

  /**
   * An instance that is taken for a session that waits: of the client that has most and more than
   * half, the one without a call for the longest time. Null where there is none, and where the
   * other client would have as many after it.
   *
   * @param coming how many instances of those that are served are on their way
   */
  @Nullable PooledInstance taken(int coming) {
    List<SessionLease> served = served();
    Map<String, Integer> held = held();
    int places = context.config().pool().maxInstances();
    // Where all that wait are provided for, no client has enough to lose.
    int own = served.size() <= coming ? places : held.getOrDefault(served.get(coming).client, 0);
    return held.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .filter(most -> most.getValue() > Math.max(places / 2, own + 1))
        .flatMap(
            most ->
                leases.values().stream()
                    .filter(lease -> lease.client.equals(most.getKey()))
                    .flatMap(lease -> Stream.ofNullable(lease.instance))
                    .filter(instance -> instance.calls.get() == 0)
                    .min(Comparator.comparingLong(instance -> instance.restedNanos)))
        .filter(PooledInstance::take)
        .orElse(null);
  }

  /** The session that is served next, which waits no more. */
  SessionLease next() {
    SessionLease next = served().get(0);
    queue.remove(next);
    lastTurns.put(next.client, ++turns);
    if (queue.isEmpty()) {
      lastTurns.clear();
    }
    return next;
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
    fail(served().get(0), failure, after);
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
    Set<SessionLease> uncovered = new LinkedHashSet<>(queue);
    served().stream().limit(covered).forEach(uncovered::remove);
    for (SessionLease lease : uncovered) {
      List<QueuedCall> late = lease.calls.stream().filter(call -> call.expired).toList();
      lease.calls.removeAll(late);
      late.forEach(call -> after.add(() -> call.completeExceptionally(exhausted(lease))));
      if (lease.calls.isEmpty()) {
        remove(lease);
      }
    }
  }

  private BackendUnavailableException exhausted(SessionLease lease) {
    return new BackendUnavailableException(
        "pool exhausted: all "
            + context.config().pool().maxInstances()
            + " instances of backend \""
            + context.name()
            + "\" (pool.max_instances) are in use"
            + (lease.isAuthenticated ? ", or all but one by your sessions," : "")
            + " and none became free within "
            + Durations.text(context.config().pool().acquireTimeout())
            + " (pool.acquire_timeout); try again when another session has ended, or ask the"
            + " operator to raise pool.max_instances");
  }
}
