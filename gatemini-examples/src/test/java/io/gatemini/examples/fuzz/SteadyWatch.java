package io.gatemini.examples.fuzz;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Tries the same again and again, a ping for example, while others keep it busy. A slow answer
 * counts where three tries in a row are slow and the machine itself did not stand still.
 */
final class SteadyWatch implements AutoCloseable {
  /** How soon a ping is to be answered. */
  static final long PING_MILLIS = 250;

  /** How long a call on a backend that behaves may take beside others that do not. */
  static final long CALL_MILLIS = 1_000;

  private static final long PAUSE_MILLIS = 100;
  static final long PATIENCE_SECONDS = 60;
  private static final int TRIES = 3;

  /** What is tried again and again. */
  interface Probe {
    /** How long one try took; fails with a {@link TimeoutException} where nothing answers. */
    long millis() throws Exception;
  }

  /** What is being fuzzed. */
  interface Fuzzed {
    /** The step that is being done, to name in a finding. */
    String where();

    /** Ends it: whoever writes to what does not read would wait for ever. */
    void giveUp() throws IOException, InterruptedException;
  }

  private final Fuzzed fuzzed;
  private final Findings findings;
  private final String what;
  private final long boundMillis;
  private final Probe probe;
  private final Stalls stalls = new Stalls();
  private final CountDownLatch end = new CountDownLatch(1);
  private final Thread thread = new Thread(this::watch, "fuzz-watch");
  // Written by its own thread, and read when that has ended.
  private long worst;
  private int count;
  private int slow;

  SteadyWatch(Fuzzed fuzzed, Findings findings, String what, long boundMillis, Probe probe) {
    this.fuzzed = fuzzed;
    this.findings = findings;
    this.what = what;
    this.boundMillis = boundMillis;
    this.probe = probe;
    thread.setDaemon(true);
    thread.start();
  }

  /** Pings a server. */
  static SteadyWatch pings(FuzzedServer server, Findings findings) {
    return new SteadyWatch(
        server, findings, "ping", PING_MILLIS, () -> server.ping(PATIENCE_SECONDS));
  }

  private void watch() {
    int inARow = 0;
    StringBuilder tries = new StringBuilder();
    try {
      while (!end.await(inARow == 0 ? PAUSE_MILLIS : 0, TimeUnit.MILLISECONDS)) {
        stalls.sinceAsked();
        String place = fuzzed.where();
        long millis = probe.millis();
        long stall = stalls.sinceAsked();
        count++;
        worst = Math.max(worst, millis);
        if (millis <= boundMillis) {
          inARow = 0;
          tries.setLength(0);
          continue;
        }
        slow++;
        tries.append(millis).append(" ms (machine: ").append(stall).append(" ms) at ");
        tries.append(place).append("; ");
        if (millis - stall > boundMillis && ++inARow == TRIES) {
          findings.add("slow " + what, tries.toString());
          inARow = 0;
          tries.setLength(0);
        }
      }
    } catch (TimeoutException e) {
      findings.add(
          "mute",
          "a " + what + " is not answered in " + PATIENCE_SECONDS + " s at " + fuzzed.where());
      giveUp();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      if (end.getCount() > 0) {
        findings.add(what + " failed", e + " at " + fuzzed.where());
      }
    }
  }

  private void giveUp() {
    try {
      fuzzed.giveUp();
    } catch (IOException e) {
      findings.add("cannot be looked at", e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stops it; what it came to. */
  String end() {
    end.countDown();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS + 5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    stalls.close();
    return count
        + " times "
        + what
        + ", worst "
        + worst
        + " ms, "
        + slow
        + " above "
        + boundMillis
        + " ms; longest stall of the machine "
        + stalls.worst()
        + " ms";
  }

  @Override
  public void close() {
    end();
  }
}
