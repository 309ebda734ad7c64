package io.gatemini.server.benchmark;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Cuts a stream into lines inside one buffer, without a copy a line. For one thread. */
final class LineSplitter {
  private final InputStream in;
  private byte[] buffer = new byte[64 * 1024];
  private int filled;
  private int searched;
  private int next;
  private int start;
  private int end;

  LineSplitter(InputStream in) {
    this.in = in;
  }

  /** Reads what there is, waiting for the first byte; false at the end of the stream. */
  boolean fill() throws IOException {
    if (next > 0) {
      System.arraycopy(buffer, next, buffer, 0, filled - next);
      filled -= next;
      searched -= next;
      next = 0;
    }
    if (filled == buffer.length) {
      buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
    int read = in.read(buffer, filled, buffer.length - filled);
    filled += Math.max(read, 0);
    return read >= 0;
  }

  /** Goes to the next line that is there whole. */
  boolean advance() {
    for (int at = searched; at < filled; at++) {
      if (buffer[at] == '\n') {
        start = next;
        end = at;
        next = at + 1;
        searched = next;
        return true;
      }
    }
    searched = filled;
    return false;
  }

  /** The bytes that the current line lies in, until the next {@link #fill()}. */
  byte[] buffer() {
    return buffer;
  }

  int start() {
    return start;
  }

  int end() {
    return end;
  }
}
