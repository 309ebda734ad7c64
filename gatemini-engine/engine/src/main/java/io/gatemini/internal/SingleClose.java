package io.gatemini.internal;

import io.gatemini.GatewayClosedException;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.backend.Backends;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The close of a gateway, which is done once. A process that is asked to end while its client
 * leaves closes twice, and ends when the second close returns: it must not return before the
 * backends are gone. A close that comes from within the close waits for nothing. Thread-safe.
 */
final class SingleClose {
  private static final Logger LOG = System.getLogger(SingleClose.class.getName());

  /** The time that doors, indexes and script engines take to close, together, on a busy machine. */
  private static final Duration MARGIN = Duration.ofSeconds(20);

  private final AtomicBoolean begun = new AtomicBoolean();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Supplier<Duration> patience;
  private volatile @Nullable Thread closer;

  /**
   * @param patience how long a second caller waits at most; more than the work may take
   */
  SingleClose(Supplier<Duration> patience) {
    this.patience = patience;
  }

  /**
   * The close of a gateway: open calls and backends take as long as they are given, the rest a
   * moment.
   */
  static SingleClose after(Supplier<Duration> drainTimeout) {
    return new SingleClose(() -> longest(drainTimeout.get()));
  }

  static Duration longest(Duration drainTimeout) {
    return drainTimeout.plus(Backends.LONGEST_STOP).plus(MARGIN);
  }

  boolean hasBegun() {
    return begun.get();
  }

  /**
   * @throws GatewayClosedException once it has begun
   */
  void requireOpen() {
    if (begun.get()) {
      throw closed();
    }
  }

  static GatewayClosedException closed() {
    return new GatewayClosedException("the gateway is closed");
  }

  /** Closes, or waits until who came first has closed. */
  void close(Runnable work) {
    if (begun.compareAndSet(false, true)) {
      closer = Thread.currentThread();
      try {
        work.run();
      } finally {
        ended.countDown();
      }
    } else if (closer != Thread.currentThread()) {
      await();
    }
  }

  /** A failure must not keep the rest, processes among it, from being closed. */
  static void step(Runnable close) {
    Guarded.run(LOG, "a part of the gateway did not close cleanly", close);
  }

  private void await() {
    try {
      Duration most = patience.get();
      if (!ended.await(most.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.log(Level.WARNING, "the gateway is still closing after {0} s", most.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
