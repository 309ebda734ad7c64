package io.gatemini.internal.limit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A semaphore nobody blocks on: who finds no permit leaves a callback, and is served in the order
 * of arrival. With a permit free, taking and giving back is one atomic operation each; only those
 * who wait, and those who give a permit to them, take a lock. Thread-safe.
 */
public final class Permits {
  /** Who waits for a permit. */
  public interface Waiter {
    /**
     * The permit is the waiter's, who gives it back with {@link #release}. False when the waiter
     * has given up meanwhile; the permit is not taken then.
     */
    boolean granted();
  }

  /**
   * The permits that this thread has still to grant. A granted call may end at once and grant the
   * next: without this, a thousand waiters of an instant backend would be a thousand frames deep.
   */
  private static final ThreadLocal<@Nullable Deque<Grant>> GRANTING = new ThreadLocal<>();

  private final int size;

  /** Free permits, or, below zero, how many wait for one that nobody has promised them yet. */
  private final AtomicInteger state;

  private final Set<Waiter> waiting = new LinkedHashSet<>();

  /** Promised to those who are just about to enter {@link #waiting}; guarded by it. */
  private int owed;

  /** Promised to those who have left {@link #waiting} meanwhile; guarded by it. */
  private int unwanted;

  Permits(int size) {
    this.size = size;
    this.state = new AtomicInteger(size);
  }

  public int size() {
    return size;
  }

  /** How many are free. */
  int free() {
    return Math.max(0, state.get());
  }

  /** How many wait. */
  int waiting() {
    synchronized (waiting) {
      return waiting.size();
    }
  }

  /** Takes a permit if one is free; then nobody waits, so that nobody is overtaken. */
  public boolean tryAcquire() {
    int free = state.get();
    while (free > 0) {
      if (state.compareAndSet(free, free - 1)) {
        return true;
      }
      free = state.get();
    }
    return false;
  }

  /** Takes a permit, or leaves a waiter, who may be served before this returns. */
  public boolean acquire(Waiter waiter) {
    if (state.getAndDecrement() > 0) {
      return true;
    }
    synchronized (waiting) {
      if (owed > 0) {
        owed--;
        return true;
      }
      waiting.add(waiter);
      return false;
    }
  }

  /** Frees the place of a waiter who gives up; without effect once the waiter was served. */
  public void leave(Waiter waiter) {
    synchronized (waiting) {
      if (!waiting.remove(waiter)) {
        return;
      }
      int now = state.get();
      while (now < 0) {
        if (state.compareAndSet(now, now + 1)) {
          return;
        }
        now = state.get();
      }
      // Everybody's permit is promised already, so this one's is on its way.
      unwanted++;
    }
  }

  /** Gives a permit back, to the one who has waited longest if anybody waits. */
  public void release() {
    while (state.getAndIncrement() < 0) {
      Waiter next;
      synchronized (waiting) {
        if (unwanted > 0) {
          unwanted--;
          continue;
        }
        Iterator<Waiter> first = waiting.iterator();
        if (!first.hasNext()) {
          owed++;
          return;
        }
        next = first.next();
        first.remove();
      }
      grant(next);
      return;
    }
  }

  private void grant(Waiter waiter) {
    Deque<Grant> granting = GRANTING.get();
    if (granting != null) {
      granting.add(new Grant(this, waiter));
      return;
    }
    granting = new ArrayDeque<>();
    GRANTING.set(granting);
    try {
      for (Grant grant = new Grant(this, waiter); grant != null; grant = granting.poll()) {
        if (!grant.waiter.granted()) {
          grant.permits.release();
        }
      }
    } finally {
      GRANTING.remove();
    }
  }

  private record Grant(Permits permits, Waiter waiter) {}
}
