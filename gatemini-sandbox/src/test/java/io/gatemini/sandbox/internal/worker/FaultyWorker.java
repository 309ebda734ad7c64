package io.gatemini.sandbox.internal.worker;

import io.gatemini.testing.MadeErrors;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A worker process one of whose threads meets an Error. */
public final class FaultyWorker {
  /** The thread that meets it. */
  public enum Place {
    EXECUTOR,
    SCHEDULER,
    PERIODIC
  }

  private FaultyWorker() {}

  /**
   * Ends as a worker does.
   *
   * @param args the place and the kind
   */
  public static void main(String[] args) throws InterruptedException {
    WorkerMain.endOnErrors();
    MadeErrors kind = MadeErrors.valueOf(args[1]);
    WorkerContext context = new WorkerContext(List.of());
    Runnable work =
        () -> {
          throw kind.get();
        };
    switch (Place.valueOf(args[0])) {
      case EXECUTOR -> context.executor().execute(work);
      case SCHEDULER -> context.scheduler().schedule(work, 1, TimeUnit.MILLISECONDS);
      case PERIODIC ->
          context.scheduler().scheduleWithFixedDelay(work, 1, 1, TimeUnit.MILLISECONDS);
    }
    Thread.currentThread().join();
  }
}
