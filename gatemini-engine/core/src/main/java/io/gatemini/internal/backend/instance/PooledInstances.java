package io.gatemini.internal.backend.instance;

import io.gatemini.internal.backend.instance.PooledInstance.State;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The instances of a pool that take a place, those that are stopping included, in the order they
 * were made; and which of them are idle. Not thread-safe; the pool guards it.
 */
final class PooledInstances {
  private final int places;
  private final Set<PooledInstance> all = new LinkedHashSet<>();
  private final Deque<PooledInstance> idle = new ArrayDeque<>();

  PooledInstances(int places) {
    this.places = places;
  }

  void add(PooledInstance instance) {
    all.add(instance);
  }

  void remove(PooledInstance instance) {
    all.remove(instance);
  }

  boolean hasRoom() {
    return all.size() < places;
  }

  List<PooledInstance> all() {
    return List.copyOf(all);
  }

  List<PooledInstance> running() {
    return all.stream().filter(PooledInstances::isRunning).toList();
  }

  static boolean isRunning(PooledInstance instance) {
    return instance.state == State.IDLE || instance.state == State.HELD;
  }

  /** Whether none runs and none starts. */
  boolean isEmpty() {
    return count(State.STOPPING) == all.size();
  }

  int count(State state) {
    return (int) all.stream().filter(instance -> instance.state == state).count();
  }

  /** The time that a stop of some may take, which are stopped at the same time. */
  static Duration longestStop(List<PooledInstance> some) {
    return some.stream()
        .map(PooledInstance::stopTimeout)
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  /** Empty while none runs. */
  @Nullable PooledInstance youngestRunning() {
    List<PooledInstance> running = running();
    return running.isEmpty() ? null : running.get(running.size() - 1);
  }

  int idle() {
    return idle.size();
  }

  void addIdle(PooledInstance instance) {
    instance.state = State.IDLE;
    idle.add(instance);
  }

  void removeIdle(PooledInstance instance) {
    idle.remove(instance);
  }

  /** Those beyond a number, the ones that became idle last first. */
  List<PooledInstance> idleBeyond(int keep) {
    List<PooledInstance> newestFirst = new ArrayList<>();
    idle.descendingIterator().forEachRemaining(newestFirst::add);
    return newestFirst.subList(0, Math.max(0, newestFirst.size() - keep));
  }

  void clearIdle() {
    idle.clear();
  }

  /** One that answered its last ping where there is a choice. */
  @Nullable PooledInstance takeIdle() {
    for (Iterator<PooledInstance> candidates = idle.iterator(); candidates.hasNext(); ) {
      PooledInstance instance = candidates.next();
      if (!instance.pings.isMissing()) {
        candidates.remove();
        return instance;
      }
    }
    return hasRoom() ? null : idle.poll();
  }
}
