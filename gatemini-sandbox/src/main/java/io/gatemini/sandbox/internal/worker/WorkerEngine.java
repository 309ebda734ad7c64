package io.gatemini.sandbox.internal.worker;

import io.gatemini.config.SandboxConfig;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.Tasks;
import io.gatemini.sandbox.internal.run.ProgramSlots;
import io.gatemini.sandbox.internal.run.ProgramSlots.Refusals;
import io.gatemini.sandbox.internal.typescript.SucraseTranspiler;
import io.gatemini.sandbox.internal.typescript.Transpilers;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptHost;
import io.gatemini.spi.ScriptHost.ScriptBackend;
import io.gatemini.spi.TypeScriptTranspiler;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs programs in worker processes. At most {@code maxConcurrentPrograms} run at a time over all
 * workers; the others wait within their timeout, and clients take turns. The caller is answered at
 * its deadline whatever the worker does; what does not stop then is ended with its process, and a
 * fresh one takes its place. Thread-safe.
 */
public final class WorkerEngine implements ScriptEngine {
  private static final Logger LOG = System.getLogger(WorkerEngine.class.getName());

  private static final Duration END = Duration.ofSeconds(5);

  private static final AtomicInteger RUN_NUMBER = new AtomicInteger();

  private final SandboxConfig config;
  private final PluginContext context;
  private final WorkerPool pool;
  private final Transpilers transpilers;

  private final ProgramSlots<WorkerRun> slots;

  /**
   * @param plugins names of the plug-ins that the engine in a worker may use
   */
  public WorkerEngine(
      SandboxConfig config, WorkerLauncher launcher, List<String> plugins, PluginContext context) {
    this.config = config;
    this.context = context;
    this.transpilers = new Transpilers(() -> beforeSucrase(context));
    // A worker with a zombie is replaced: there are never too many.
    this.slots = new ProgramSlots<>(config.maxConcurrentPrograms(), Integer.MAX_VALUE);
    this.pool = new WorkerPool(config, launcher, plugins, context);
  }

  /** Sucrase is in the worker, and what is lighter is asked there. */
  private static List<TypeScriptTranspiler> beforeSucrase(PluginContext context) {
    return context.plugins(TypeScriptTranspiler.class).stream()
        .takeWhile(plugin -> !(plugin instanceof SucraseTranspiler))
        .toList();
  }

  @Override
  public void warm() {
    pool.fill();
  }

  @Override
  public CompletionStage<Outcome> run(Program program, Limits limits, ScriptHost host) {
    WorkerRun run =
        new WorkerRun(RUN_NUMBER.incrementAndGet(), program, limits, host, context, transpilers);
    run.outcome().whenComplete((outcome, failure) -> ended(run));
    switch (slots.arrive(run, host.client(), program.nested())) {
      case RUN -> start(run);
      case WAIT ->
          run.endAfter(
              run.left(),
              Refusals.noPlace(config.maxConcurrentPrograms(), limits.timeout().toMillis()));
      case TOO_MANY_NESTED, TOO_MANY_ZOMBIES -> run.end(Status.REFUSED, Refusals.TOO_MANY_NESTED);
      case CLOSED -> run.end(Status.CANCELLED, Refusals.CLOSED);
    }
    return run.outcome();
  }

  private void start(WorkerRun run) {
    run.getPlace();
    Guarded.orFail(
        () -> {
          Map<String, ScriptBackend> mentioned = run.mentioned();
          if (!run.isDone()) {
            pool.place(run, mentioned);
          }
        },
        problem -> {
          // Its place would never be given back.
          Guarded.log(LOG, "a program could not be given to a worker", problem);
          String kind = problem.getClass().getSimpleName();
          run.end(Status.ERROR, "the script engine failed (" + kind + ")");
        });
  }

  private void ended(WorkerRun run) {
    Guarded.run(LOG, "open calls of a program were not cancelled", run::halt);
    Guarded.run(LOG, "a worker did not learn that a program ended", () -> pool.ended(run));
    slots.leave(run);
    WorkerRun next = slots.end(run);
    if (next == null) {
      return;
    }
    // Not here: the ender of the first must not look names up for the second.
    if (!Tasks.tryExecute(context::executor, () -> start(next))) {
      next.end(Status.CANCELLED, Refusals.CLOSED);
    }
  }

  @Override
  public Load load() {
    Load load = slots.load();
    return new Load(load.running(), load.waiting(), pool.zombies());
  }

  /** The ids of the processes that are there. */
  public List<Long> pids() {
    return pool.pids();
  }

  @Override
  public void close() {
    slots.close().forEach(run -> run.end(Status.CANCELLED, Refusals.CLOSED));
    pool.close(END);
  }
}
