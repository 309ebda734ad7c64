package io.gatemini.transport.cli;

import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.GatewayException;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.config.ConfigException;
import io.gatemini.internal.async.Deadlines;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.Tasks;
import io.gatemini.internal.process.ProcessTree;
import io.gatemini.internal.process.ProgramStart;
import io.gatemini.spi.BackendContext;
import io.gatemini.transport.cli.ProgramRun.Outcome;
import java.io.IOException;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Starts the programs of one backend, and ends them: each when its future completes early, all when
 * the backend stops. Thread-safe.
 */
final class Launcher {
  private static final Logger LOG = System.getLogger(Launcher.class.getName());

  /** The time that a stop may take beyond the grace period. */
  private static final Duration STOP_MARGIN = Duration.ofSeconds(2);

  private final BackendContext context;
  private final Deadlines deadlines;
  private final Duration grace;
  private final String family = ProcessTree.newFamily();
  private final Set<ProgramRun> runs = ConcurrentHashMap.newKeySet();

  /** Each fails one open future. */
  private final Set<Runnable> open = ConcurrentHashMap.newKeySet();

  private final CompletableFuture<Void> stopped = new CompletableFuture<>();

  /** Read while a program is started, written to stop: no program starts unseen. */
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

  private boolean stopping;

  /**
   * The command to run.
   *
   * @param name what its threads are named after
   * @param environment added to the environment of the backend
   * @param maxOutputBytes more than that on stdout ends it; 0 to throw it all away
   */
  record Job(
      String name,
      List<String> line,
      Map<String, String> environment,
      Optional<String> stdin,
      int maxOutputBytes) {
    Job {
      line = List.copyOf(line);
      environment = Map.copyOf(environment);
    }
  }

  /** A time limit, and what it fails with. */
  record Limit(Duration timeout, GatewayException failure) {}

  Launcher(BackendContext context, Duration grace) {
    this.context = context;
    this.deadlines = Deadlines.of(context);
    this.grace = grace;
  }

  /**
   * Runs a program. Completing the future from outside ends it.
   *
   * @param ended completes the future; may throw what it fails with
   * @param notStarted makes the result where the system did not start the program; may throw, too
   */
  <T> CompletableFuture<T> launch(
      Job job,
      Optional<Limit> limit,
      BiConsumer<Outcome, CompletableFuture<T>> ended,
      Function<StartProblem, T> notStarted) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Runnable fail =
        () ->
            result.completeExceptionally(
                new BackendCallException("backend \"" + context.name() + "\" was stopped"));
    open.add(fail);
    result.whenComplete((value, problem) -> open.remove(fail));
    Runnable begin =
        () ->
            Guarded.orFail(
                () -> start(job, limit, ended, notStarted, result),
                problem -> failed(job.name + " could not be run", result, problem));
    if (!Tasks.tryExecute(context::executor, begin)) {
      result.completeExceptionally(isStopped());
    }
    return result;
  }

  private static void failed(String what, CompletableFuture<?> result, Throwable problem) {
    if (problem instanceof Error) {
      Guarded.log(LOG, what, problem);
    }
    result.completeExceptionally(problem);
  }

  private <T> void start(
      Job job,
      Optional<Limit> limit,
      BiConsumer<Outcome, CompletableFuture<T>> ended,
      Function<StartProblem, T> notStarted,
      CompletableFuture<T> result) {
    ProgramRun run;
    lock.readLock().lock();
    try {
      if (stopping) {
        throw isStopped();
      }
      if (result.isDone()) {
        return;
      }
      Map<String, String> environment = new HashMap<>(context.config().env());
      environment.putAll(job.environment);
      ProcessTree tree =
          ProgramStart.of(
                  job.line, context.config().inheritEnv(), environment, context.config().cwd())
              .inFamily(family)
              .start();
      run =
          ProgramRun.of(
              "gatemini-" + context.name() + "-" + job.name,
              tree,
              job.stdin,
              job.maxOutputBytes,
              context.messageMemory(),
              grace,
              context.scheduler());
      runs.add(run);
    } catch (ConfigException e) {
      // Arguments that this system cannot pass; here they are those of a call.
      throw new InvalidArgumentsException(job.name + ": " + e.getMessage());
    } catch (IOException e) {
      result.complete(notStarted.apply(StartProblem.of(job.line, context.config().cwd(), e)));
      return;
    } finally {
      lock.readLock().unlock();
    }
    run.gone().whenComplete((value, problem) -> runs.remove(run));
    limit.ifPresent(
        it -> deadlines.watch(result, System.nanoTime() + it.timeout.toNanos(), () -> it.failure));
    run.ended()
        .whenComplete(
            (outcome, failure) -> {
              if (failure == null) {
                Guarded.orFail(
                    () -> ended.accept(outcome, result),
                    problem ->
                        failed(
                            "the result of " + job.name + " could not be made", result, problem));
              } else {
                result.completeExceptionally(failure);
              }
            });
    result.whenComplete(
        (value, problem) -> {
          if (!run.ended().isDone()) {
            run.end();
          }
        });
  }

  /** How long {@link #stop} may take: a killed process may hang in the system. */
  Duration stopTimeout() {
    return grace.plus(STOP_MARGIN);
  }

  /**
   * Ends all programs and what they left behind, all at the same time; open futures fail.
   * Idempotent.
   */
  CompletableFuture<Void> stop() {
    lock.writeLock().lock();
    try {
      if (stopping) {
        return stopped;
      }
      stopping = true;
    } finally {
      lock.writeLock().unlock();
    }
    List<ProgramRun> last = List.copyOf(runs);
    CompletableFuture<?>[] ends =
        last.stream().map(ProgramRun::end).toArray(CompletableFuture[]::new);
    open.forEach(Runnable::run);
    Guarded.startOrRun(
        LOG,
        "gatemini-" + context.name() + "-end",
        () -> {
          try {
            // At the same time: they share one grace period.
            ProcessTree.endFamily(family, last.stream().map(ProgramRun::tree).toList(), grace);
            CompletableFuture.allOf(ends).join();
          } finally {
            stopped.complete(null);
          }
        });
    return stopped;
  }

  private BackendUnavailableException isStopped() {
    return new BackendUnavailableException("backend \"" + context.name() + "\" was stopped");
  }
}
