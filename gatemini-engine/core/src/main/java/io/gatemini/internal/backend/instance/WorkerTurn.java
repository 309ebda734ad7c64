package io.gatemini.internal.backend.instance;

import io.gatemini.internal.async.Guarded;
import io.gatemini.spi.PluginContext;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Foreign code that may block and must run soon: on a worker thread, or, where a host lent threads
 * that are all taken, on one of its own after a moment. Never on the thread that asks for it.
 */
final class WorkerTurn implements Runnable {
  /** Well inside what is waited for a stop beyond its own time. */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private static final Logger LOG = System.getLogger(WorkerTurn.class.getName());

  private final Runnable work;
  private final AtomicBoolean begun = new AtomicBoolean();
  private volatile @Nullable Future<?> late;

  private WorkerTurn(Runnable work) {
    this.work = work;
  }

  public static void take(PluginContext engine, Runnable work) {
    WorkerTurn turn = new WorkerTurn(work);
    try {
      engine.executor().execute(turn);
    } catch (RejectedExecutionException e) {
      turn.runAlone();
      return;
    }
    turn.insist(engine);
  }

  /** Leaves nothing behind in a scheduler of the host. */
  private void insist(PluginContext engine) {
    if (begun.get()) {
      return;
    }
    try {
      Future<?> timer =
          engine.scheduler().schedule(this::runAlone, PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      late = timer;
      if (begun.get()) {
        timer.cancel(false);
      }
    } catch (RejectedExecutionException e) {
      // The gateway is closed, and its workers with it.
      runAlone();
    }
  }

  private void runAlone() {
    if (!begun.get()) {
      try {
        Thread thread = new Thread(this, "gatemini-stop");
        thread.setDaemon(true);
        thread.start();
      } catch (OutOfMemoryError e) {
        // There is no room for another thread; what must end ends on this one.
        Guarded.log(LOG, "a thread could not be started", e);
        run();
      }
    }
  }

  @Override
  public void run() {
    if (begun.compareAndSet(false, true)) {
      Future<?> timer = late;
      if (timer != null) {
        timer.cancel(false);
      }
      Guarded.run(LOG, "a backend could not be stopped", work);
    }
  }
}
