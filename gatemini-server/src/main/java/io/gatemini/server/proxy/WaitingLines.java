package io.gatemini.server.proxy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lines of a client that wait for a daemon, within a bound. Not thread-safe. */
final class WaitingLines {
  private static final int MAX_LINES = 1_000;
  private static final int MAX_BYTES = 1024 * 1024;

  private final ArrayDeque<Line> lines = new ArrayDeque<>();
  private int size;

  /**
   * One message.
   *
   * @param bytes with the line feed
   * @param id as it is written
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Line(byte[] bytes, @Nullable String method, @Nullable String id, boolean answer) {
    boolean isRequest() {
      return method != null && id != null && !answer;
    }
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  /** Adds a line at the end; false where too much waits already. */
  boolean add(Line line) {
    if (lines.size() >= MAX_LINES || size + line.bytes.length > MAX_BYTES) {
      return false;
    }
    lines.add(line);
    size += line.bytes.length;
    return true;
  }

  /** Adds a line that comes before all others, whatever waits. */
  void addFirst(Line line) {
    lines.addFirst(line);
    size += line.bytes.length;
  }

  /** Takes the first line; null where none waits. */
  @Nullable Line poll() {
    Line line = lines.poll();
    size -= line == null ? 0 : line.bytes.length;
    return line;
  }

  /** Takes all lines. */
  List<Line> takeAll() {
    List<Line> all = new ArrayList<>(lines);
    lines.clear();
    size = 0;
    return all;
  }
}
