package io.gatemini.internal.surface.notice;

import io.gatemini.internal.async.Guard;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The notifications that wait for one listener, delivered in order, one after the other. A slow
 * listener, or one that is not ready, holds up no other and piles nothing up: notifications under a
 * waiting key are merged. Thread-safe; putting in returns at once.
 *
 * @param <L> the listener: a client, or one of the host
 */
final class NotificationQueue<L> {
  private static final String FAILED = "failed";

  /** Stands for news that there was no room for. */
  private static final Object DROPPED = new Object();

  private final Guard guard;
  private final DebounceTimer timer;
  private final L listener;
  private final BooleanSupplier ready;
  private final Debounced again;
  private final Map<Object, Consumer<L>> waiting = new LinkedHashMap<>();
  private boolean delivering;
  private boolean closed;

  /**
   * @param ready whether the listener takes news at the moment
   */
  NotificationQueue(DebounceTimer timer, L listener, BooleanSupplier ready) {
    this.guard = new Guard("listener " + listener.getClass().getName());
    this.timer = timer;
    this.listener = listener;
    this.ready = ready;
    this.again = new Debounced(timer, DebounceTimer.BUSY, Duration.ZERO, this::begin);
  }

  /**
   * Takes news.
   *
   * @param key what makes them the same as others that still wait
   */
  void put(Object key, Consumer<L> news) {
    synchronized (this) {
      if (closed) {
        return;
      }
      waiting.putIfAbsent(key, news);
    }
    begin();
  }

  /**
   * Takes news that are like no others. If too many wait they are dropped, and so are all that come
   * before the listener learns of it.
   *
   * @param most how many may wait
   * @param dropped reports that some were dropped, in their place
   */
  void add(Consumer<L> news, int most, Consumer<L> dropped) {
    synchronized (this) {
      if (closed) {
        return;
      }
      boolean full = waiting.size() >= most || waiting.containsKey(DROPPED);
      waiting.putIfAbsent(full ? DROPPED : new Object(), full ? dropped : news);
    }
    begin();
  }

  private void begin() {
    synchronized (this) {
      if (delivering || waiting.isEmpty()) {
        return;
      }
      delivering = true;
    }
    if (!timer.tryExecute(this::deliver)) {
      pause();
    }
  }

  private void deliver() {
    boolean whole = false;
    try {
      while (!whole && guard.ask(FAILED, ready::getAsBoolean, true)) {
        var next = next();
        if (next == null) {
          whole = true;
        } else {
          guard.run(FAILED, () -> next.accept(listener));
        }
      }
    } finally {
      if (!whole) {
        pause();
      }
    }
  }

  /** The next to deliver; null if there is none, and delivery has stopped. */
  private synchronized @Nullable Consumer<L> next() {
    Iterator<Consumer<L>> first = waiting.values().iterator();
    if (!first.hasNext()) {
      delivering = false;
      return null;
    }
    Consumer<L> next = first.next();
    // Before it is delivered: a later change is news again.
    first.remove();
    return next;
  }

  private void pause() {
    synchronized (this) {
      delivering = false;
    }
    again.changed();
  }

  /** Forgets waiting notifications and takes no more; a delivery in progress may end. */
  synchronized void close() {
    closed = true;
    waiting.clear();
  }
}
