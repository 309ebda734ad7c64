package io.gatemini.examples.fuzz;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The control beside a measurement of time: how long this machine did not run a thread that wanted
 * to. What was measured in such a moment says nothing of the server.
 */
final class Stalls implements AutoCloseable {
  private static final long PAUSE_MILLIS = 5;

  private final CountDownLatch end = new CountDownLatch(1);
  private final Thread thread = new Thread(this::watch, "fuzz-stalls");
  private long worstNanos;
  private long sinceAskedNanos;

  Stalls() {
    thread.setDaemon(true);
    thread.start();
  }

  private void watch() {
    long before = System.nanoTime();
    try {
      while (!end.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
        long now = System.nanoTime();
        note(now - before - TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
        before = now;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void note(long nanos) {
    worstNanos = Math.max(worstNanos, nanos);
    sinceAskedNanos = Math.max(sinceAskedNanos, nanos);
  }

  /** The longest since this was asked before, in milliseconds. */
  synchronized long sinceAsked() {
    long nanos = sinceAskedNanos;
    sinceAskedNanos = 0;
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  synchronized long worst() {
    return TimeUnit.NANOSECONDS.toMillis(worstNanos);
  }

  @Override
  public void close() {
    end.countDown();
  }
}
