package io.gatemini.transport.stdio;

import io.gatemini.internal.async.Guarded;
import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.MessageMemory.Share;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes whole lines to a stream from many threads: a line is appended under a lock, and a thread
 * that finds no other writing writes everything that waits. No thread is needed for that, and no
 * second caller ever waits inside a write.
 *
 * <p>A peer that does not read must not hold a caller. Where that matters, a window bounds how many
 * bytes may be in the pipe unread; beyond it a thread of its own writes, made on first need and
 * gone when it has been idle. The queue is bounded, too.
 */
final class LineWriter {
  /** The window of a writer whose callers may wait for the peer. */
  static final long UNBOUNDED = Long.MAX_VALUE;

  private static final Logger LOG = System.getLogger(LineWriter.class.getName());
  private static final int CHUNK_BYTES = 64 * 1024;
  private static final long IDLE_MILLIS = 2_000;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** Many short lines take more than their bytes. */
  private static final int MAX_WAITING_LINES = 65_536;

  private final OutputStream out;
  private final String threadName;
  private final long window;
  private final long maxWaitingBytes;
  private final Consumer<String> onBroken;

  /** The share of the queue, once that is more than a message that is free. */
  private final Share share;

  private final Object lock = new Object();
  private final Deque<byte[]> waiting = new ArrayDeque<>();
  private long waitingBytes;

  /** The bytes of the line that is being written by itself. */
  private long writingBytes;

  private long countedBytes;

  /** Where the stream stood when it was waited for in vain. */
  private long stuckAt = -1;

  private long sentBytes;
  private long writtenBytes;
  private long readBytes;
  private boolean writing;
  private boolean handedOver;
  private boolean threadAlive;
  private boolean closed;
  private volatile @Nullable Error failure;

  /** Touched only by the writing thread. */
  private byte[] chunk = {};

  LineWriter(
      OutputStream out,
      String threadName,
      long window,
      long maxWaitingBytes,
      MessageMemory memory,
      Consumer<String> onBroken) {
    this.out = out;
    this.threadName = threadName;
    this.window = window;
    this.maxWaitingBytes = maxWaitingBytes;
    this.share = memory.open();
    this.onBroken = onBroken;
  }

  /**
   * Takes a line; the line feed is added here.
   *
   * @throws IOException when the stream is closed, or too much waits already; nothing of the line
   *     is written then
   */
  void send(byte[] line) throws IOException {
    synchronized (lock) {
      if (closed) {
        throw new IOException("the pipe is closed");
      }
      if (waiting.size() >= MAX_WAITING_LINES
          || (!waiting.isEmpty() && waitingBytes + line.length > maxWaitingBytes)) {
        throw new IOException("the peer does not read; " + waitingBytes + " bytes wait for it");
      }
      waiting.add(line);
      waitingBytes += line.length;
      sentBytes += line.length + 1;
      count();
      if (writing) {
        return;
      }
      writing = true;
    }
    drain(true);
  }

  /** The {@link Error} that ended it, if one did: a line may have been written in part. */
  @Nullable Error failure() {
    return failure;
  }

  /** How many bytes were taken so far. */
  long sentBytes() {
    synchronized (lock) {
      return sentBytes;
    }
  }

  /** How many of them the stream has taken. */
  long writtenBytes() {
    synchronized (lock) {
      return writtenBytes;
    }
  }

  /** The peer has read everything up to this count. */
  void peerHasRead(long bytes) {
    synchronized (lock) {
      readBytes = Math.max(readBytes, bytes);
    }
  }

  boolean isOpen() {
    synchronized (lock) {
      return !closed;
    }
  }

  /** Waits until everything is written; false when it is not, after the time. */
  boolean awaitWritten(long millis) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    synchronized (lock) {
      while (writing && !closed) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
          return false;
        }
        try {
          lock.wait(left);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return false;
        }
      }
      return !closed;
    }
  }

  /**
   * Waits until no more than so many bytes are still to be written, but no longer than nothing is
   * written for a time; then not again before something is.
   */
  void awaitWritten(long maxUnwritten, long standstillNanos) {
    synchronized (lock) {
      if (sentBytes - writtenBytes <= maxUnwritten || stuckAt == writtenBytes) {
        return;
      }
      long written = writtenBytes;
      long since = System.nanoTime();
      while (!closed && sentBytes - writtenBytes > maxUnwritten) {
        if (writtenBytes != written) {
          written = writtenBytes;
          since = System.nanoTime();
        }
        long left = standstillNanos - (System.nanoTime() - since);
        if (left <= 0) {
          stuckAt = written;
          return;
        }
        try {
          // Progress inside a long line is not signalled, so it is polled.
          TimeUnit.NANOSECONDS.timedWait(lock, Math.min(left, LOOK_NANOS));
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }

  /**
   * Takes no more lines and forgets what waits. The stream is left to its owner; a write that is
   * under way goes on.
   *
   * @return whether no thread is inside a write
   */
  boolean close() {
    synchronized (lock) {
      closed = true;
      waiting.clear();
      waitingBytes = 0;
      share.close();
      lock.notifyAll();
      return !writing || handedOver;
    }
  }

  private boolean fits() {
    return window == UNBOUNDED || sentBytes - readBytes <= window;
  }

  /** Counts what is still to be written among the messages on their way; never waits. */
  private void count() {
    long bytes = waitingBytes + writingBytes;
    long counts = bytes > MessageMemory.FREE_BYTES ? bytes : 0;
    if (counts > countedBytes) {
      share.claim(counts - countedBytes);
    } else if (counts < countedBytes) {
      share.shrinkTo(counts);
    }
    countedBytes = counts;
  }

  private void handOver() {
    handedOver = true;
    if (threadAlive) {
      lock.notifyAll();
    } else {
      Thread thread = new Thread(this::writeWhenAsked, threadName);
      thread.setDaemon(true);
      thread.start();
      threadAlive = true;
    }
  }

  private void writeWhenAsked() {
    while (true) {
      synchronized (lock) {
        long idleSince = System.nanoTime();
        while (!handedOver) {
          long idle = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - idleSince);
          if (closed || idle >= IDLE_MILLIS) {
            threadAlive = false;
            return;
          }
          try {
            lock.wait(IDLE_MILLIS - idle);
          } catch (InterruptedException e) {
            // Only this class has the thread.
            idleSince = 0;
          }
        }
        handedOver = false;
      }
      drain(false);
    }
  }

  private void drain(boolean onCallersThread) {
    try {
      int filled = 0;
      while (true) {
        byte[] large = null;
        synchronized (lock) {
          writtenBytes += filled;
          writingBytes = 0;
          count();
          if (waiting.isEmpty()) {
            writing = false;
            lock.notifyAll();
            return;
          }
          if (onCallersThread && !fits()) {
            handOver();
            return;
          }
          filled = gather();
          if (filled == 0) {
            large = waiting.remove();
            waitingBytes -= large.length;
            writingBytes = large.length;
          }
        }
        write(large, filled);
        if (large != null) {
          filled = 1; // The rest has been counted as it went.
        }
      }
    } catch (IOException e) {
      broken(String.valueOf(e.getMessage()));
    } catch (Error e) { // also one of a stream; else everything that is to be written waits
      failure = e;
      Guarded.log(LOG, threadName + ": nothing more can be written", e);
      broken(e.toString());
    }
  }

  private void broken(String reason) {
    boolean first;
    synchronized (lock) {
      first = !closed;
      closed = true;
      writing = false;
      waiting.clear();
      waitingBytes = 0;
      share.close();
      lock.notifyAll();
    }
    if (first) {
      onBroken.accept(reason);
    }
  }

  /** Puts as many waiting lines into one write as fit. */
  private int gather() {
    int filled = 0;
    byte[] next = waiting.peek();
    while (next != null && filled + next.length + 1 <= CHUNK_BYTES) {
      int needed = filled + next.length + 1;
      if (needed > chunk.length) {
        byte[] larger = larger(needed);
        if (larger == null) {
          return filled;
        }
        System.arraycopy(chunk, 0, larger, 0, filled);
        chunk = larger;
      }
      System.arraycopy(next, 0, chunk, filled, next.length);
      chunk[needed - 1] = '\n';
      filled = needed;
      waiting.remove();
      waitingBytes -= next.length;
      next = waiting.peek();
    }
    return filled;
  }

  /** Null where the heap is full: lines are written one by one then, and nothing is lost. */
  private static byte @Nullable [] larger(int needed) {
    try {
      return new byte[Math.min(CHUNK_BYTES, Math.max(4096, 2 * needed))];
    } catch (OutOfMemoryError e) {
      Guarded.log(LOG, "lines are written one by one", e);
      return null;
    }
  }

  private void write(byte @Nullable [] large, int filled) throws IOException {
    if (large != null) {
      // In pieces, so that it shows whether the peer reads.
      for (int from = 0; from < large.length; from += CHUNK_BYTES) {
        int piece = Math.min(CHUNK_BYTES, large.length - from);
        out.write(large, from, piece);
        synchronized (lock) {
          writtenBytes += piece;
        }
      }
      out.write('\n');
    } else {
      out.write(chunk, 0, filled);
    }
    out.flush();
  }
}
