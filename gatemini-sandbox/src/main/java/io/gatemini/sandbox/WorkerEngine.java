package io.gatemini.sandbox;

import io.gatemini.SandboxConfig;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Provider;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptHost;
import io.gatemini.spi.ScriptHost.ScriptBackend;
import io.gatemini.spi.TypeScriptTranspiler;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs programs in worker processes. At most {@code maxConcurrentPrograms} run at a time over all
 * workers; the others wait in their order, within their timeout. The caller is answered at its
 * deadline whatever the worker does; what does not stop then is ended with its process, and a fresh
 * one takes its place. Thread-safe.
 */
final class WorkerEngine implements ScriptEngine {
  private static final Logger LOG = System.getLogger(WorkerEngine.class.getName());

  private static final Duration END = Duration.ofSeconds(5);

  private static final AtomicInteger RUN_NUMBER = new AtomicInteger();

  private final SandboxConfig config;
  private final PluginContext context;
  private final WorkerPool pool;

  // Guarded by this.
  private final Deque<WorkerRun> waiting = new ArrayDeque<>();
  private final Set<WorkerRun> running = new HashSet<>();
  private int places;
  private boolean closed;

  WorkerEngine(SandboxConfig config, WorkerLauncher launcher, PluginContext context) {
    this.config = config;
    this.context = context;
    this.pool =
        new WorkerPool(
            config,
            launcher,
            context.plugins(TypeScriptTranspiler.class).stream().map(Provider::name).toList(),
            context);
  }

  @Override
  public void warm() {
    pool.fill();
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the outcome itself is returned and watched
  public CompletionStage<Outcome> run(Program program, Limits limits, ScriptHost host) {
    WorkerRun run = new WorkerRun(RUN_NUMBER.incrementAndGet(), program, limits, host, context);
    run.outcome().whenComplete((outcome, failure) -> ended(run));
    synchronized (this) {
      if (closed) {
        return CompletableFuture.completedFuture(
            GraalJsEngine.failed(Status.CANCELLED, "the gateway was closed", List.of()));
      }
      if (!program.nested() && places >= config.maxConcurrentPrograms()) {
        waiting.add(run);
        run.endAfter(
            run.left(),
            "all "
                + config.maxConcurrentPrograms()
                + " places for programs were taken for "
                + limits.timeout().toMillis()
                + " ms; try again, or raise sandbox.max_concurrent_programs");
        return run.outcome();
      }
      take(run);
    }
    start(run);
    return run.outcome();
  }

  private void take(WorkerRun run) {
    running.add(run);
    if (!run.program.nested()) {
      places++;
    }
  }

  private void start(WorkerRun run) {
    run.getPlace();
    List<ScriptBackend> mentioned;
    try {
      mentioned = run.mentioned();
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "the names of a program could not be looked up", e);
      run.end(Status.ERROR, "the script engine failed (" + e.getClass().getSimpleName() + ")");
      return;
    }
    if (!run.isDone()) {
      pool.place(run, mentioned);
    }
  }

  private void ended(WorkerRun run) {
    run.halt();
    pool.ended(run);
    WorkerRun next = null;
    synchronized (this) {
      if (running.remove(run)) {
        if (!run.program.nested()) {
          places--;
        }
      } else {
        waiting.remove(run);
      }
      while (!closed && next == null && places < config.maxConcurrentPrograms()) {
        next = waiting.poll();
        if (next == null) {
          return;
        }
        if (next.isDone()) {
          next = null;
        }
      }
      if (next == null) {
        return;
      }
      take(next);
    }
    WorkerRun started = next;
    try {
      // Not here: whoever ended the first must not have to look names up for the second.
      context.executor().execute(() -> start(started));
    } catch (RejectedExecutionException e) {
      started.end(Status.CANCELLED, "the gateway was closed");
    }
  }

  @Override
  public Load load() {
    int zombies = pool.zombies();
    synchronized (this) {
      return new Load(running.size(), waiting.size(), zombies);
    }
  }

  /** The ids of the processes that are there. */
  List<Long> pids() {
    return pool.pids();
  }

  @Override
  public void close() {
    Set<WorkerRun> open;
    synchronized (this) {
      closed = true;
      open = new HashSet<>(running);
      open.addAll(waiting);
      waiting.clear();
    }
    open.forEach(run -> run.end(Status.CANCELLED, "the gateway was closed"));
    pool.close(END);
  }
}
