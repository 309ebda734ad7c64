package io.gatemini.examples.fuzz;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tries the same again and again, a ping for example, while others keep it busy. A slow answer
 * counts where three tries in a row are slow and the machine itself did not stand still.
 */
final class SteadyWatch implements AutoCloseable {
  /** How soon a ping is to be answered. */
  static final long PING_MILLIS = 250;

  static final long PATIENCE_SECONDS = 60;
  private static final long PAUSE_MILLIS = 100;
  private static final long STALL_MILLIS = 5;
  private static final int TRIES = 3;

  /** The probe, repeated; fails with a {@link TimeoutException} without an answer. */
  interface Probe {
    void run() throws Exception;
  }

  private final Findings findings;
  private final String what;
  private final long boundMillis;
  private final Probe probe;
  private final Probe giveUp;
  private final CountDownLatch end = new CountDownLatch(1);

  /** How long the machine did not run a thread that wanted to: such times are no measurements. */
  private final AtomicLong stalledMillis = new AtomicLong();

  private final Thread thread = daemon(this::watch);

  /**
   * @param giveUp ends the server that does not answer: a thread that writes to it would wait for
   *     ever
   */
  SteadyWatch(Findings findings, String what, long boundMillis, Probe probe, Probe giveUp) {
    this.findings = findings;
    this.what = what;
    this.boundMillis = boundMillis;
    this.probe = probe;
    this.giveUp = giveUp;
    thread.start();
    daemon(this::watchMachine).start();
  }

  private Thread daemon(Probe work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (Exception | AssertionError e) {
                if (end.getCount() > 0) {
                  findings.add(what + " failed", e.toString());
                }
              }
            },
            "fuzz-watch");
    thread.setDaemon(true);
    return thread;
  }

  private void watchMachine() throws InterruptedException {
    long before = System.nanoTime();
    while (!end.await(STALL_MILLIS, TimeUnit.MILLISECONDS)) {
      stalledMillis.addAndGet(millisSince(before) - STALL_MILLIS);
      before = System.nanoTime();
    }
  }

  private void watch() throws Exception {
    int slow = 0;
    try {
      while (!end.await(slow == 0 ? PAUSE_MILLIS : 0, TimeUnit.MILLISECONDS)) {
        stalledMillis.set(0);
        long before = System.nanoTime();
        probe.run();
        long millis = millisSince(before);
        if (millis <= boundMillis) {
          slow = 0;
        } else if (millis - stalledMillis.get() > boundMillis && ++slow == TRIES) {
          findings.add("slow " + what, millis + " ms after two others above " + boundMillis);
          slow = 0;
        }
      }
    } catch (TimeoutException e) {
      findings.add("mute", "a " + what + " is not answered in " + PATIENCE_SECONDS + " s");
      giveUp.run();
    }
  }

  private static long millisSince(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
  }

  @Override
  public void close() {
    end.countDown();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS + 5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
