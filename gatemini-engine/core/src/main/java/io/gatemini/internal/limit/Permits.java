package io.gatemini.internal.limit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A semaphore that blocks no thread: a caller who finds no permit leaves a callback. {@linkplain
 * Turns Parties take turns}, each in the order of its callers' arrival. With a permit free, taking
 * and giving back is one atomic operation each; only those who wait, and those who give a permit to
 * them, take a lock. Thread-safe.
 */
public final class Permits {
  /** Who waits for a permit. */
  public interface Waiter {
    /**
     * The permit is the waiter's, who gives it back with {@link #release}. False when the waiter
     * has given up meanwhile; the permit is not taken then.
     */
    boolean granted();

    /** The client or session that it waits for; the same at each call. */
    default String party() {
      return "";
    }
  }

  /**
   * The permits that this thread has still to grant. A granted call may end at once and grant the
   * next: without this, a thousand waiters of an instant backend would be a thousand frames deep.
   */
  private static final ThreadLocal<@Nullable Deque<Grant>> GRANTING = new ThreadLocal<>();

  private final int size;

  /** Free permits, or, below zero, the number of waiters without a promised one. */
  private final AtomicInteger state;

  private final Turns waiting = new Turns();

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

  /** Takes a free permit; a free one means that no call waits, so none is overtaken. */
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

  /** Gives a permit back, to the one whose turn it is if anybody waits. */
  public void release() {
    while (state.getAndIncrement() < 0) {
      Waiter next;
      synchronized (waiting) {
        if (unwanted > 0) {
          unwanted--;
          continue;
        }
        next = waiting.poll();
        if (next == null) {
          owed++;
          return;
        }
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
