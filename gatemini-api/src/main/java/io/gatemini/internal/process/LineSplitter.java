package io.gatemini.internal.process;

import io.gatemini.internal.async.Guarded;
import io.gatemini.spi.MessageMemory;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Cuts a stream of bytes into lines, without strings and, up to the size of its buffer, without
 * copies: a line is handed on where it lies. Blank lines are left out, a carriage return before the
 * line feed is not part of the line. A line above the bound is skipped to its end and reported with
 * its two ends.
 *
 * <p>One thread reads. A line that is longer than the buffer takes its room from the memory for
 * messages and waits for it, with the stream behind it; one that gets none, or that takes long and
 * holds up others, is skipped like one above the bound. The room is given back when the line has
 * been handed on.
 */
public final class LineSplitter {
  /** How much of each end of a skipped line is kept: enough for an id. */
  public static final int KEPT_END_BYTES = 1024;

  /** The bytes a line has without asking for room. */
  private static final int BUFFER_BYTES = MessageMemory.FREE_BYTES;

  /** A heap that is full may be for some reads, and has room again. */
  private static final int MAX_ERRORS = 100;

  private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final InputStream in;
  private final int maxLineBytes;
  private final Lines lines;
  private final LongLine longLine;

  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int start;
  private int scanned;
  private int end;
  private boolean ended;

  /** The line that is being skipped. */
  private byte[] head = {};

  private byte[] tail = {};
  private long skipped;

  /** Why it found no room; empty for a line above the bound. */
  private String refusal = "";

  /** A splitter of lines that are no messages of the gateway. */
  public LineSplitter(InputStream in, int maxLineBytes, Lines lines) {
    this(in, maxLineBytes, MessageMemory.unbounded(), lines);
  }

  /**
   * @param maxLineBytes longer lines are skipped
   * @param memory gives long lines their room
   */
  public LineSplitter(InputStream in, int maxLineBytes, MessageMemory memory, Lines lines) {
    if (maxLineBytes < 1) {
      throw new IllegalArgumentException("maxLineBytes must be at least 1, not " + maxLineBytes);
    }
    this.in = in;
    this.maxLineBytes = maxLineBytes;
    this.lines = lines;
    this.longLine = new LongLine(memory, KEPT_END_BYTES);
  }

  /** Reads until the stream ends; what follows the last line feed is a line too. */
  public void run() throws IOException {
    try {
      int read = in.read(buffer, end, buffer.length - end);
      while (read >= 0) {
        end += read;
        split();
        makeRoom();
        read = in.read(buffer, end, buffer.length - end);
      }
      ended = true;
      lineEnds(end);
      start = end;
    } finally {
      longLine.clear();
    }
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
      } catch (Error e) { // one line may be too much where the next is not
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
        lineEnds(scanned);
        start = scanned + 1;
      }
    }
  }

  private void lineEnds(int to) {
    if (skipped == 0 && longLine.length() > 0 && keep(to, true)) {
      try {
        byte[] line = longLine.join();
        deliver(line, 0, line.length);
      } finally {
        longLine.clear();
      }
    } else if (skipped > 0) {
      skipTo(to);
      endOfSkipped();
    } else {
      deliver(buffer, start, to);
    }
  }

  private void makeRoom() {
    if (skipped == 0 && (long) end - start + longLine.length() > maxLineBytes + 1L) {
      skipLine(end, "");
    } else if (skipped > 0) {
      skipTo(end);
      start = end;
    } else if (longLine.length() > 0 || (start == 0 && end == buffer.length)) {
      keep(end, false);
      start = end;
    }
    if (start == end) {
      start = 0;
      end = 0;
    } else if (end == buffer.length) {
      System.arraycopy(buffer, start, buffer, 0, end - start);
      end -= start;
      start = 0;
    }
    scanned = end;
  }

  /** Puts the bytes from {@link #start} to the long line; where it has no room, it is skipped. */
  private boolean keep(int to, boolean last) {
    if (longLine.add(buffer, start, to, last)) {
      return true;
    }
    skipLine(to, longLine.refusal());
    return false;
  }

  /** Gives up the line that is being read; its bytes up to here have been read. */
  private void skipLine(int to, String why) {
    refusal = why;
    head = longLine.head();
    tail = longLine.tail();
    skipped = longLine.length();
    longLine.clear();
    skipTo(to);
    start = to;
  }

  private void deliver(byte[] bytes, int from, int to) {
    int last = to;
    if (last > from && bytes[last - 1] == '\r') {
      last--;
    }
    int length = last - from;
    if (length > maxLineBytes) {
      int kept = Math.min(length, KEPT_END_BYTES);
      lines.tooLong(
          Arrays.copyOfRange(bytes, from, from + kept),
          Arrays.copyOfRange(bytes, last - kept, last),
          length);
      return;
    }
    for (int i = from; i < last; i++) {
      byte c = bytes[i];
      if (c != ' ' && c != '\t' && c != '\r') {
        if (ended) {
          lines.rest(bytes, from, length);
        } else {
          lines.line(bytes, from, length);
        }
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
    if (refusal.isEmpty()) {
      lines.tooLong(head, tail, skipped);
    } else {
      lines.noRoom(head, tail, skipped, refusal);
    }
    skipped = 0;
    refusal = "";
    head = new byte[0];
    tail = new byte[0];
  }

  /** Takes the lines. */
  public interface Lines {
    /** One line without its end; the buffer is the splitter's again when the method returns. */
    void line(byte[] buffer, int offset, int length);

    /** The same of what follows the last line feed: half a line, or a whole one. */
    default void rest(byte[] buffer, int offset, int length) {
      line(buffer, offset, length);
    }

    /** A line above the bound, skipped. */
    void tooLong(byte[] head, byte[] tail, long length);

    /**
     * A line for which there was no room, skipped.
     *
     * @param refusal why, as the end of a sentence about the line
     */
    default void noRoom(byte[] head, byte[] tail, long length, String refusal) {
      tooLong(head, tail, length);
    }
  }
}
