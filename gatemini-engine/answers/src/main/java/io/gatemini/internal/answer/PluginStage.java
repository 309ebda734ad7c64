package io.gatemini.internal.answer;

import io.gatemini.internal.async.Causes;
import io.gatemini.internal.async.Guard;
import io.gatemini.internal.async.TimeBudget;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.Payload;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A reducer of a plug-in: where it fails, the answer goes on as it was. It may not look at the
 * clock, so it works on a thread of its own, and the answer goes on without it when the time is
 * over. It is interrupted then; while it goes on nevertheless, it gets no other answer, so that it
 * takes one thread at most from each answer that was under way.
 *
 * <p>The thread is none of the gateway's executor: there, a few runs without an end would take all
 * carriers of virtual threads. Thread-safe.
 */
final class PluginStage implements TimedReducer {
  private static final long MOMENT_MILLIS = 500;
  private static final long LOOK_MILLIS = 10;

  private final String name;
  private final OutputReducer reducer;
  private final Guard guard;

  /** The threads of answers that were given up. */
  private final Set<Thread> overdue = ConcurrentHashMap.newKeySet();

  PluginStage(OutputReducer reducer) {
    this.name = reducer.name();
    this.reducer = reducer;
    this.guard = new Guard("the reducer \"" + name + "\" (" + reducer.getClass().getName() + ")");
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean passes(long sizeBytes, Request request) {
    return guard.ask(
        "failed to report which answers it leaves alone",
        () -> reducer.passes(sizeBytes, request),
        false);
  }

  @Override
  public Optional<Payload> reduce(Payload payload, Request request, TimeBudget time) {
    FutureTask<Optional<Payload>> run =
        new FutureTask<>(
            () ->
                guard.ask(
                    "failed and is skipped",
                    () -> reducer.reduce(payload, request),
                    Optional.empty()));
    Thread thread = new Thread(run, "gatemini-reducer-" + name());
    thread.setDaemon(true);
    try {
      if (isHeld()) {
        throw new TimeBudget.Exceeded();
      }
      thread.start();
      return awaited(run, thread, time);
    } catch (OutOfMemoryError e) { // the system has no further thread to give
      throw new TimeBudget.Exceeded();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TimeBudget.Exceeded();
    } catch (ExecutionException e) {
      throw Causes.unchecked(e);
    } finally {
      if (!run.isDone()) {
        overdue.add(thread);
        run.cancel(true);
      }
    }
  }

  /** It may wait as long as it may work; a busy machine costs it neither. */
  private static <T> T awaited(Future<T> run, Thread thread, TimeBudget time)
      throws ExecutionException, InterruptedException {
    for (long waited = 0; run.isDone() || (waited < TIME.toMillis() && !time.isOver(thread)); ) {
      try {
        return run.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        waited += thread.getState() == Thread.State.RUNNABLE ? 0 : LOOK_MILLIS;
      }
    }
    throw new TimeBudget.Exceeded();
  }

  /** Whether an answer that was given up still runs. One that was interrupted ends in a moment. */
  private boolean isHeld() throws InterruptedException {
    for (Thread thread : overdue) {
      thread.join(MOMENT_MILLIS);
      if (thread.isAlive()) {
        return true;
      }
    }
    overdue.removeIf(thread -> !thread.isAlive());
    return false;
  }
}
