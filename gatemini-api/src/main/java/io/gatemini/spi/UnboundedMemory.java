package io.gatemini.spi;

import io.gatemini.GatewayStats.InFlight;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** A memory that has room for every message. It counts the bytes all the same. */
final class UnboundedMemory implements MessageMemory {
  private static final long MAX_BYTES = Long.MAX_VALUE / 2;

  /** Those of all peers. */
  private final AtomicLong usedBytes;

  private volatile long busyNanos = System.nanoTime();

  UnboundedMemory(AtomicLong usedBytes) {
    this.usedBytes = usedBytes;
  }

  @Override
  public Share open() {
    return new Open();
  }

  @Override
  public MessageMemory forPeer() {
    return new UnboundedMemory(usedBytes);
  }

  @Override
  public MessageMemory forPeer(long maxBytes) {
    return forPeer();
  }

  @Override
  public boolean wasBusySince(long nanos) {
    return busyNanos - nanos > 0;
  }

  @Override
  public long maxBytes() {
    return MAX_BYTES;
  }

  @Override
  public InFlight usage() {
    return new InFlight(usedBytes.get(), MAX_BYTES, 0, 0);
  }

  private final class Open implements Share {
    private long bytes;
    private boolean closed;

    @Override
    public CompletableFuture<Boolean> grow(long more) {
      return CompletableFuture.completedFuture(await(more));
    }

    @Override
    public synchronized boolean await(long more) {
      claim(more);
      return !closed;
    }

    @Override
    public synchronized void claim(long more) {
      if (!closed) {
        bytes += more;
        usedBytes.addAndGet(more);
        busyNanos = System.nanoTime();
      }
    }

    @Override
    public synchronized void shrinkTo(long size) {
      claim(Math.min(0, size - bytes));
    }

    @Override
    public synchronized long bytes() {
      return bytes;
    }

    @Override
    public synchronized String refusal() {
      return closed ? "for which no caller waits any more" : "";
    }

    @Override
    public void onEnded(Runnable listener) {}

    @Override
    public synchronized void close() {
      shrinkTo(0);
      closed = true;
    }
  }
}
