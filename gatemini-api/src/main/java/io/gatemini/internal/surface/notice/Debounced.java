package io.gatemini.internal.surface.notice;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Something that is announced after it changed: once for a row of changes, {@link #FIRST} after the
 * first of them, and no sooner than {@link #BETWEEN} after the announcement before. No change is
 * lost: whatever changes after an announcement has begun to look is announced again. Thread-safe; a
 * change costs one volatile read while another waits to be announced.
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
  private volatile long dueNanos;
  private volatile long lastNanos;
  private volatile boolean announcedBefore;

  /**
   * @param action looks and tells; never at the same time as another of the announcer
   */
  Debounced(DebounceTimer timer, Duration first, Duration between, Runnable action) {
    this.timer = timer;
    this.firstNanos = first.toNanos();
    this.betweenNanos = between.toNanos();
    this.action = action;
  }

  /** At the rate of what clients are told of lists and resources. */
  static Debounced ofChanges(DebounceTimer timer, Runnable action) {
    return new Debounced(timer, FIRST, BETWEEN, action);
  }

  /** There is something to announce. Returns at once. */
  void changed() {
    if (waiting.get() || !waiting.compareAndSet(false, true)) {
      return;
    }
    long due = timer.nanoTime() + firstNanos;
    if (announcedBefore && lastNanos + betweenNanos - due > 0) {
      due = lastNanos + betweenNanos;
    }
    dueNanos = due;
    timer.add(this);
  }

  /** When it may be announced; only while it waits. */
  long dueNanos() {
    return dueNanos;
  }

  void announce() {
    lastNanos = timer.nanoTime();
    announcedBefore = true;
    // Before looking, so that a change from here on is announced again and not lost.
    waiting.set(false);
    action.run();
  }
}
