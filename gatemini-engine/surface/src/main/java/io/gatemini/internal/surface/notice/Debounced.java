package io.gatemini.internal.surface.notice;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Something that is announced after it changed: once for a row of changes, {@link #FIRST} after the
 * first of them, and no sooner than {@link #BETWEEN} after the announcement before. No change is
 * lost: whatever changes after an announcement has begun is announced again. Thread-safe; a change
 * costs one volatile read while another waits to be announced.
 */
final class Debounced {
  /** Changes come in bursts; a client needs one notification for a burst. */
  static final Duration FIRST = Duration.ofMillis(300);

  /** The highest rate of anything that never stops changing: once a second. */
  static final Duration BETWEEN = Duration.ofSeconds(1);

  private final DebounceTimer timer;
  private final long firstNanos;
  private final long betweenNanos;
  private final Runnable action;
  private final AtomicBoolean waiting = new AtomicBoolean();
  private volatile long lastNanos;
  private volatile boolean announcedBefore;

  /**
   * @param action makes the announcement, and does not block
   */
  Debounced(DebounceTimer timer, Duration first, Duration between, Runnable action) {
    this.timer = timer;
    this.firstNanos = first.toNanos();
    this.betweenNanos = between.toNanos();
    this.action = action;
  }

  /** At the rate of changes of lists and resources for clients. */
  static Debounced ofChanges(DebounceTimer timer, Runnable action) {
    return new Debounced(timer, FIRST, BETWEEN, action);
  }

  /** There is something to announce. Returns at once. */
  void changed() {
    if (waiting.get() || !waiting.compareAndSet(false, true)) {
      return;
    }
    long wait = firstNanos;
    if (announcedBefore) {
      wait = Math.max(wait, lastNanos + betweenNanos - timer.nanoTime());
    }
    timer.schedule(Duration.ofNanos(wait), this::announce);
  }

  private void announce() {
    lastNanos = timer.nanoTime();
    announcedBefore = true;
    // Before the action, so that a change from here on is announced again and not lost.
    waiting.set(false);
    action.run();
  }
}
