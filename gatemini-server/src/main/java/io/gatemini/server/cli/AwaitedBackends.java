package io.gatemini.server.cli;

import io.gatemini.BackendChange;
import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.GatewayListener;
import java.io.PrintWriter;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The backends that a command waits for until each has started or failed. */
final class AwaitedBackends implements GatewayListener {
  /** A command that takes longer says what it waits for. */
  private static final long SILENT_MILLIS = 1_000;

  /** Backends that are not there by then are reported and left out. */
  private static final long READY_MILLIS = 30_000;

  private final Set<String> starting = new TreeSet<>();
  private final PrintWriter err;
  private boolean said;

  private AwaitedBackends(PrintWriter err) {
    this.err = err;
  }

  /** Waits, and says after a second for which backends, and then which have come. */
  static void await(Gateway gateway, Predicate<BackendStatus> needed, PrintWriter err)
      throws InterruptedException {
    AwaitedBackends awaited = new AwaitedBackends(err);
    synchronized (awaited) {
      // A change in the meantime is reported behind this lock.
      gateway.addListener(awaited);
      gateway.backends().stream()
          .filter(backend -> backend.state() == BackendState.STARTING)
          .filter(needed)
          .forEach(backend -> awaited.starting.add(backend.name()));
      if (!awaited.areSettled(SILENT_MILLIS)) {
        awaited.said = true;
        awaited.say("");
        awaited.areSettled(READY_MILLIS);
      }
    }
    gateway.removeListener(awaited);
  }

  @Override
  public synchronized void backendChanged(BackendChange change) {
    if (change.to() != BackendState.STARTING && starting.remove(change.backend())) {
      notifyAll();
      if (said && !starting.isEmpty()) {
        boolean here = change.to() == BackendState.HEALTHY;
        say(change.backend() + (here ? " is ready; " : " has not started; "));
      }
    }
  }

  private void say(String news) {
    err.println("gatemini: " + news + "waiting for " + String.join(", ", starting));
    err.flush();
  }

  private synchronized boolean areSettled(long millis) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (!starting.isEmpty()) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }
}
