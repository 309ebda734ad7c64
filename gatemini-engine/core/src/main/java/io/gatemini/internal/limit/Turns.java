package io.gatemini.internal.limit;

import io.gatemini.internal.limit.Permits.Waiter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The waiters of a semaphore, by party: parties take turns, and the waiters of one come in the
 * order of their arrival. A party that has just come is next, so that however many others wait, its
 * first call waits for one end. Each operation takes constant time. Not thread-safe.
 */
final class Turns {
  private final Map<String, Turn> turns = new HashMap<>();
  private final Deque<Turn> order = new ArrayDeque<>();
  private int size;

  /**
   * One party. It keeps its turn for one round after its last waiter: one that comes again and
   * again with a single call would else always count as new, and others would never be served.
   */
  private record Turn(String party, Set<Waiter> waiting) {}

  int size() {
    return size;
  }

  void add(Waiter waiter) {
    Turn turn = turns.get(waiter.party());
    if (turn == null) {
      turn = new Turn(waiter.party(), new LinkedHashSet<>());
      turns.put(turn.party, turn);
      order.addFirst(turn);
    }
    turn.waiting.add(waiter);
    size++;
  }

  /** False when it does not wait. */
  boolean remove(Waiter waiter) {
    Turn turn = turns.get(waiter.party());
    if (turn == null || !turn.waiting.remove(waiter)) {
      return false;
    }
    removedOne();
    return true;
  }

  /** Removes the next in turn; null if none waits. */
  @Nullable Waiter poll() {
    for (Turn turn = order.poll(); turn != null; turn = order.poll()) {
      if (turn.waiting.isEmpty()) {
        turns.remove(turn.party);
        continue;
      }
      Waiter next = turn.waiting.iterator().next();
      turn.waiting.remove(next);
      order.addLast(turn);
      removedOne();
      return next;
    }
    return null;
  }

  private void removedOne() {
    size--;
    if (size == 0) {
      turns.clear();
      order.clear();
    }
  }
}
