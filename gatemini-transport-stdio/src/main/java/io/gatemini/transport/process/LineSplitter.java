package io.gatemini.transport.process;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Cuts a stream of bytes into lines, without strings and without copies: a line is handed on where
 * it lies in the buffer. Blank lines are left out, a carriage return before the line feed is not
 * part of the line. A line above the bound is skipped to its end and reported with its two ends.
 *
 * <p>One thread reads. The buffer grows to the longest line seen, up to the bound, and shrinks
 * again when a long line has gone through.
 */
public final class LineSplitter {
  /** How much of each end of a skipped line is kept: enough for an id. */
  public static final int KEPT_END_BYTES = 1024;

  private static final int INITIAL_BUFFER_BYTES = 64 * 1024;

  /** A buffer above this size is given back once it is empty. */
  private static final int KEPT_BUFFER_BYTES = 1024 * 1024;

  /** A heap that is full may be for some reads, and has room again. */
  private static final int MAX_ERRORS = 100;

  private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final InputStream in;
  private final int maxLineBytes;
  private final Lines lines;

  private byte[] buffer = new byte[INITIAL_BUFFER_BYTES];
  private int start;
  private int scanned;
  private int end;

  /** The line that is being skipped. */
  private byte[] head = {};

  private byte[] tail = {};
  private long skipped;

  /**
   * @param maxLineBytes longer lines are skipped
   */
  public LineSplitter(InputStream in, int maxLineBytes, Lines lines) {
    if (maxLineBytes < 1) {
      throw new IllegalArgumentException("maxLineBytes must be at least 1, not " + maxLineBytes);
    }
    this.in = in;
    this.maxLineBytes = maxLineBytes;
    this.lines = lines;
  }

  /** Reads until the stream ends; what follows the last line feed is a line too. */
  public void run() throws IOException {
    while (true) {
      int read = in.read(buffer, end, buffer.length - end);
      if (read < 0) {
        break;
      }
      end += read;
      split();
      makeRoom();
    }
    if (skipped > 0) {
      skipTo(end);
      endOfSkipped();
    } else {
      deliver(start, end);
    }
    start = end;
  }

  /**
   * The same, and goes on after an {@link Error}: it is logged, and the line that was being read is
   * skipped and reported like one above the bound. An Error that comes again and again is thrown.
   *
   * @param what the sentence for the log
   */
  public void runOn(Logger log, String what) throws IOException {
    Error met = null;
    long metAt = 0;
    int inARow = 0;
    while (true) {
      try {
        if (met != null) {
          discardLine();
          split();
          makeRoom();
        }
        run();
        return;
      } catch (Error e) {
        boolean again =
            met != null
                && met.getClass() == e.getClass()
                && System.nanoTime() - metAt < AGAIN_NANOS;
        inARow = again ? inARow + 1 : 1;
        if (inARow > MAX_ERRORS) {
          throw e;
        }
        if (!again) {
          Guarded.log(log, what, e);
        }
        met = e;
        metAt = System.nanoTime();
      }
    }
  }

  /** Needs no memory: there may be none. */
  private void discardLine() {
    while (scanned < end && buffer[scanned] != '\n') {
      scanned++;
    }
    skipped += scanned - start;
    start = scanned;
  }

  private void split() {
    for (; scanned < end; scanned++) {
      if (buffer[scanned] == '\n') {
        if (skipped > 0) {
          skipTo(scanned);
          endOfSkipped();
        } else {
          deliver(start, scanned);
        }
        start = scanned + 1;
      }
    }
  }

  private void makeRoom() {
    if (skipped > 0 || end - start > maxLineBytes + 1) {
      skipTo(end);
      start = end;
    }
    if (start == end) {
      if (buffer.length > KEPT_BUFFER_BYTES) {
        buffer = new byte[INITIAL_BUFFER_BYTES];
      }
      start = 0;
      end = 0;
    } else if (end == buffer.length) {
      if (start > 0) {
        System.arraycopy(buffer, start, buffer, 0, end - start);
        end -= start;
        start = 0;
      } else {
        // One byte for the carriage return and one to see that the line is too long.
        long bound = maxLineBytes + 2L;
        buffer = Arrays.copyOf(buffer, (int) Math.max(end + 1, Math.min(2L * end, bound)));
      }
    }
    scanned = end;
  }

  private void deliver(int from, int to) {
    int last = to;
    if (last > from && buffer[last - 1] == '\r') {
      last--;
    }
    if (last - from > maxLineBytes) {
      int saved = start;
      start = from;
      skipTo(last);
      endOfSkipped();
      start = saved;
      return;
    }
    for (int i = from; i < last; i++) {
      byte c = buffer[i];
      if (c != ' ' && c != '\t' && c != '\r') {
        lines.line(buffer, from, last - from);
        return;
      }
    }
  }

  /** Counts the bytes from {@link #start} as skipped and keeps the two ends. */
  private void skipTo(int to) {
    int length = to - start;
    if (skipped == 0) {
      head = Arrays.copyOfRange(buffer, start, start + Math.min(length, KEPT_END_BYTES));
      tail = new byte[0];
    }
    int kept = Math.min(length, KEPT_END_BYTES);
    int old = Math.min(tail.length, KEPT_END_BYTES - kept);
    byte[] joined = new byte[old + kept];
    System.arraycopy(tail, tail.length - old, joined, 0, old);
    System.arraycopy(buffer, to - kept, joined, old, kept);
    tail = joined;
    skipped += length;
  }

  private void endOfSkipped() {
    lines.tooLong(head, tail, skipped);
    skipped = 0;
    head = new byte[0];
    tail = new byte[0];
  }

  /** Takes the lines. */
  public interface Lines {
    /** One line without its end; the buffer is the splitter's again when the method returns. */
    void line(byte[] buffer, int offset, int length);

    /** A line above the bound, skipped. */
    void tooLong(byte[] head, byte[] tail, long length);
  }
}
