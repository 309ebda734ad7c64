package io.gatemini.examples.fuzz;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a client has asked and was answered: each id once for each time it was asked. Thread-safe.
 */
final class RequestBook {
  /** Those of cancelled requests and of messages that are no requests, whose answers may come. */
  private static final int REMEMBERED = 50_000;

  /** A request under way. */
  private static final class Open {
    private final String line;
    private int missing;

    Open(String line) {
      this.line = line;
    }
  }

  private final Map<String, Open> open = new HashMap<>();
  private final Map<String, Boolean> tolerated =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
          return size() > REMEMBERED;
        }
      };
  private boolean closed;
  private long asked;
  private long answered;

  /** A request is about to leave, or another with the same id. */
  synchronized void ask(String id, String line) {
    asked++;
    open.computeIfAbsent(id, key -> new Open(line)).missing++;
  }

  /** An answer to this id is right, and so is none. */
  synchronized void tolerate(String id) {
    tolerated.put(id, true);
    if (open.remove(id) != null) {
      notifyAll();
    }
  }

  /** Takes an answer; what is wrong with it, if anything is. */
  synchronized @Nullable String answer(String id) {
    Open request = open.get(id);
    if (request == null) {
      return tolerated.containsKey(id) ? null : "an answer to an id that is not open";
    }
    answered++;
    if (--request.missing == 0) {
      open.remove(id);
      notifyAll();
    }
    return null;
  }

  synchronized int size() {
    return open.size();
  }

  synchronized long asked() {
    return asked;
  }

  synchronized long answered() {
    return answered;
  }

  /** Waits until at most so many are open; whether it came to that. */
  synchronized boolean awaitAtMost(int count, long seconds) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (open.size() > count && !closed) {
      long millis = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (millis <= 0) {
        return false;
      }
      wait(millis);
    }
    return open.size() <= count;
  }

  /** Nobody will answer any more; nobody has to wait. */
  synchronized void close() {
    closed = true;
    notifyAll();
  }

  synchronized Map<String, String> lines() {
    Map<String, String> lines = new HashMap<>();
    open.forEach((id, request) -> lines.put(id, request.line));
    return Collections.unmodifiableMap(lines);
  }
}
