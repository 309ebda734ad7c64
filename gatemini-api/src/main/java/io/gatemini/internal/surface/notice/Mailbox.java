package io.gatemini.internal.surface.notice;

import io.gatemini.spi.SurfaceListener;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one client is still to be told, in order, one after the other. A client that takes its time,
 * or is not ready, holds up nobody else, and piles nothing up: news under a key that waits already
 * are the same news. Thread-safe; putting in returns at once.
 */
final class Mailbox {
  private static final Logger LOG = System.getLogger(Mailbox.class.getName());

  private final Announcer announcer;
  private final SurfaceListener listener;
  private final Announcement again;
  private final Map<Object, Consumer<SurfaceListener>> waiting = new LinkedHashMap<>();
  private boolean delivering;
  private boolean closed;

  Mailbox(Announcer announcer, SurfaceListener listener) {
    this.announcer = announcer;
    this.listener = listener;
    this.again = new Announcement(announcer, Announcer.BUSY, Duration.ZERO, this::begin);
  }

  /**
   * Takes news.
   *
   * @param key what makes them the same as others that still wait
   */
  void put(Object key, Consumer<SurfaceListener> news) {
    synchronized (this) {
      if (closed) {
        return;
      }
      waiting.putIfAbsent(key, news);
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
    if (!announcer.tryExecute(this::deliver)) {
      pause();
    }
  }

  private void deliver() {
    boolean whole = false;
    try {
      while (!whole && isReady()) {
        var next = next();
        if (next == null) {
          whole = true;
        } else {
          tell(next);
        }
      }
    } finally {
      if (!whole) {
        pause();
      }
    }
  }

  private boolean isReady() {
    try {
      return listener.isReady();
    } catch (RuntimeException | Error e) {
      LOG.log(Level.WARNING, "a listener failed", e);
      return true;
    }
  }

  private void tell(Consumer<SurfaceListener> news) {
    try {
      news.accept(listener);
    } catch (RuntimeException | Error e) {
      LOG.log(Level.WARNING, "a listener failed", e);
    }
  }

  /** The next to tell; null when there is none, and nobody delivers any more. */
  private synchronized @Nullable Consumer<SurfaceListener> next() {
    Iterator<Consumer<SurfaceListener>> first = waiting.values().iterator();
    if (!first.hasNext()) {
      delivering = false;
      return null;
    }
    Consumer<SurfaceListener> next = first.next();
    // Before it is told: what changes from here on is news again.
    first.remove();
    return next;
  }

  private void pause() {
    synchronized (this) {
      delivering = false;
    }
    again.changed();
  }

  /** Forgets what waits and takes nothing more; what is being told may end. */
  synchronized void close() {
    closed = true;
    waiting.clear();
  }
}
