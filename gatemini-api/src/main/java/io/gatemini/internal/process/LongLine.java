package io.gatemini.internal.process;

import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.MessageMemory.Share;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A line that does not fit the buffer it is read with, in pieces, for which room is asked before
 * they are made. One thread uses it.
 */
final class LongLine {
  private static final int LARGEST_PIECE_BYTES = 1024 * 1024;

  private final MessageMemory memory;
  private final int end;
  private final List<byte[]> pieces = new ArrayList<>();
  private @Nullable Share share;
  private int filled;
  private int length;
  private String refusal = "";

  /**
   * @param end how much of each end can be had of a line that is given up
   */
  LongLine(MessageMemory memory, int end) {
    this.memory = memory;
    this.end = end;
  }

  int length() {
    return length;
  }

  /** Why {@link #add} found no room. */
  String refusal() {
    return refusal;
  }

  /** Adds bytes, once there is room for them; adds none of them where there is none. */
  boolean add(byte[] bytes, int from, int to) {
    int left = pieces.isEmpty() ? 0 : last().length - filled;
    int first = Math.min(left, to - from);
    int more = to - from - first;
    if (more > 0 && !hasRoom(Math.max(more, Math.min(length, LARGEST_PIECE_BYTES)))) {
      return false;
    }
    if (first > 0) {
      System.arraycopy(bytes, from, last(), filled, first);
      filled += first;
    }
    if (more > 0) {
      pieces.add(new byte[Math.max(more, Math.min(length, LARGEST_PIECE_BYTES))]);
      System.arraycopy(bytes, from + first, last(), 0, more);
      filled = more;
    }
    length += to - from;
    return true;
  }

  private boolean hasRoom(int size) {
    Share known = share == null ? memory.open() : share;
    share = known;
    boolean room = known.await(size);
    if (!room) {
      refusal = known.refusal();
    }
    return room;
  }

  /** The line as one array; its pieces are gone, its room is not. */
  byte[] join() {
    byte[] joined = new byte[length];
    int at = 0;
    for (int i = 0; i < pieces.size(); i++) {
      byte[] piece = pieces.set(i, new byte[0]);
      int count = Math.min(piece.length, length - at);
      System.arraycopy(piece, 0, joined, at, count);
      at += count;
    }
    pieces.clear();
    return joined;
  }

  byte[] head() {
    byte[] first = pieces.isEmpty() ? new byte[0] : pieces.get(0);
    return Arrays.copyOf(first, Math.min(end, Math.min(length, first.length)));
  }

  byte[] tail() {
    byte[] tail = new byte[Math.min(end, length)];
    int missing = tail.length;
    int until = filled;
    for (int i = pieces.size() - 1; i >= 0 && missing > 0; i--) {
      byte[] piece = pieces.get(i);
      int count = Math.min(until, missing);
      missing -= count;
      System.arraycopy(piece, until - count, tail, missing, count);
      until = i == 0 ? 0 : pieces.get(i - 1).length;
    }
    return tail;
  }

  /** Forgets the line and gives its room back. */
  void clear() {
    pieces.clear();
    filled = 0;
    length = 0;
    Share known = share;
    share = null;
    if (known != null) {
      known.close();
    }
  }

  private byte[] last() {
    return pieces.get(pieces.size() - 1);
  }
}
