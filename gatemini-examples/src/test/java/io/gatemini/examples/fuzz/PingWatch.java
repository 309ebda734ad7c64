package io.gatemini.examples.fuzz;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Pings a server while others keep it busy. A slow answer counts where three tries in a row are
 * slow and the machine itself did not stand still.
 */
final class PingWatch implements AutoCloseable {
  static final long BOUND_MILLIS = 250;

  private static final long PAUSE_MILLIS = 100;
  private static final long PATIENCE_SECONDS = 60;
  private static final int TRIES = 3;

  private final FuzzedServer server;
  private final Findings findings;
  private final Stalls stalls = new Stalls();
  private final CountDownLatch end = new CountDownLatch(1);
  private final Thread thread = new Thread(this::watch, "fuzz-ping");
  private volatile long worst;
  private volatile int count;
  private volatile int slow;

  PingWatch(FuzzedServer server, Findings findings) {
    this.server = server;
    this.findings = findings;
    thread.setDaemon(true);
    thread.start();
  }

  private void watch() {
    int inARow = 0;
    StringBuilder tries = new StringBuilder();
    try {
      while (!end.await(inARow == 0 ? PAUSE_MILLIS : 0, TimeUnit.MILLISECONDS)) {
        stalls.sinceAsked();
        String place = server.where();
        long millis = server.ping(PATIENCE_SECONDS);
        long stall = stalls.sinceAsked();
        count++;
        worst = Math.max(worst, millis);
        if (millis <= BOUND_MILLIS) {
          inARow = 0;
          tries.setLength(0);
          continue;
        }
        slow++;
        tries.append(millis).append(" ms (machine: ").append(stall).append(" ms) at ");
        tries.append(place).append("; ");
        if (millis - stall > BOUND_MILLIS && ++inARow == TRIES) {
          findings.add("slow ping", tries.toString());
          inARow = 0;
          tries.setLength(0);
        }
      }
    } catch (TimeoutException e) {
      findings.add(
          "mute", "a ping is not answered in " + PATIENCE_SECONDS + " s at " + server.where());
      giveUp();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      if (end.getCount() > 0) {
        findings.add("ping failed", e + " at " + server.where());
      }
    }
  }

  /** Whoever writes to a server that does not read would wait for ever. */
  private void giveUp() {
    try {
      server.giveUp();
    } catch (IOException e) {
      findings.add("cannot be looked at", e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What it came to. */
  String figures() {
    return count + " pings, worst " + worst + " ms, " + slow + " above " + BOUND_MILLIS
        + " ms; longest stall of the machine " + stalls.worst() + " ms";
  }

  @Override
  public void close() throws InterruptedException {
    end.countDown();
    thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS + 5));
    stalls.close();
  }
}
