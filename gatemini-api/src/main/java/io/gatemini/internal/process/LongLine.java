package io.gatemini.internal.process;

import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.MessageMemory.Share;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A line that does not fit the buffer it is read with, in pieces, for which room is asked before
 * they are made. One thread uses it; where the line takes long and holds up others, another one
 * takes its pieces away, whatever the reader waits for.
 */
final class LongLine {
  private static final int LARGEST_PIECE_BYTES = 256 * 1024;

  private final MessageMemory memory;
  private final int end;
  private final List<byte[]> pieces = new ArrayList<>();
  private @Nullable Share share;
  private int filled;
  private int length;
  private String refusal = "";
  private byte[] head = {};
  private byte[] tail = {};

  /** Whether the line is whole, and what is held of it is let go in a moment. */
  private boolean whole;

  private boolean ended;

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

  /**
   * Adds bytes, once there is room for them; adds none of them where there is none.
   *
   * @param last whether the line ends with them
   */
  boolean add(byte[] bytes, int from, int to, boolean last) {
    // No other thread makes pieces, and taking some away is no growth.
    int left = left();
    int first = Math.min(left, to - from);
    int more = to - from - first;
    int size = more == 0 ? 0 : Math.max(more, Math.min(length, LARGEST_PIECE_BYTES));
    if ((long) length + first + size > memory.maxBytes()) {
      size = more; // it may be the end of the line, which then fits
    }
    return (size == 0 || hasRoom(size)) && add(bytes, from, first, more, size, last);
  }

  private synchronized int left() {
    return pieces.isEmpty() ? 0 : last().length - filled;
  }

  private synchronized boolean add(
      byte[] bytes, int from, int first, int more, int size, boolean last) {
    if (ended) {
      return false;
    }
    if (first > 0) {
      System.arraycopy(bytes, from, last(), filled, first);
      filled += first;
    }
    if (more > 0) {
      pieces.add(new byte[size]);
      System.arraycopy(bytes, from + first, last(), 0, more);
      filled = more;
    }
    length += first + more;
    whole = last;
    return true;
  }

  private boolean hasRoom(int size) {
    Share known = share;
    if (known == null) {
      Share opened = memory.open();
      opened.onEnded(() -> end(opened));
      share = opened;
      known = opened;
    }
    boolean room = known.await(size);
    if (!room) {
      refusal = known.refusal();
    }
    return room;
  }

  private synchronized void end(Share by) {
    if (share == by && !whole) {
      head = head();
      tail = tail();
      ended = true;
      refusal = by.refusal();
      pieces.clear();
      by.close();
    }
  }

  /** The line as one array; its pieces are gone, its room is not. */
  synchronized byte[] join() {
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

  synchronized byte[] head() {
    if (ended) {
      return head;
    }
    byte[] first = pieces.isEmpty() ? new byte[0] : pieces.get(0);
    return Arrays.copyOf(first, Math.min(end, Math.min(length, first.length)));
  }

  synchronized byte[] tail() {
    if (ended) {
      return tail;
    }
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
  synchronized void clear() {
    pieces.clear();
    filled = 0;
    length = 0;
    whole = false;
    ended = false;
    head = new byte[0];
    tail = new byte[0];
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
