package io.gatemini.transport.http.internal.client;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * The threads of a client. The one that selects also reads the answers. Jetty asks for another one
 * to select in the meantime, in case the reader blocks: it comes only if the reader takes long, for
 * to wake it costs more than to read a usual answer.
 */
final class SelectorThreads extends QueuedThreadPool {
  /** How long one answer holds up the others at most. */
  static final int LATE_MILLIS = 5;

  private final Scheduler scheduler;
  private final Set<Runnable> awaited = ConcurrentHashMap.newKeySet();

  /**
   * @param scheduler runs as long as the client
   */
  SelectorThreads(int maxThreads, int idleMillis, Scheduler scheduler) {
    super(maxThreads, 1, idleMillis);
    this.scheduler = scheduler;
    setReservedThreads(0);
  }

  /** Called for each answer; one thread is on its way at most. */
  @Override
  public boolean tryExecute(Runnable selecting) {
    if (!scheduler.isRunning()) {
      return false;
    }
    if (awaited.add(selecting)) {
      scheduler.schedule(
          () -> execute(() -> select(selecting)), LATE_MILLIS, TimeUnit.MILLISECONDS);
    }
    return true;
  }

  private void select(Runnable selecting) {
    // First: who reads an answer from now on needs another thread.
    awaited.remove(selecting);
    selecting.run();
  }
}
