package io.gatemini.sandbox.internal.js;

import io.gatemini.config.SandboxConfig;
import io.gatemini.internal.thread.Guarded;
import io.gatemini.sandbox.internal.run.LocalEngine;
import io.gatemini.sandbox.internal.run.ProgramSlots;
import io.gatemini.sandbox.internal.run.Refusals;
import io.gatemini.sandbox.internal.typescript.Transpilers;
import io.gatemini.spi.ScriptHost;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs each program in a context of its own, on a thread of its own. So many run at a time; the
 * others wait in their order, within their timeout. The caller of a program that cannot be stopped
 * is answered all the same, and its place is given to the next one. Thread-safe.
 */
final class GraalJsEngine implements LocalEngine {
  private static final Logger LOG = System.getLogger(GraalJsEngine.class.getName());
  private static final long IDLE_THREAD_SECONDS = 2;
  private static final AtomicInteger THREAD_NUMBER = new AtomicInteger();

  private final SandboxConfig sandbox;
  private final ScheduledExecutorService scheduler;
  private final Transpilers transpilers;
  private final PolyglotRuntime runtime;
  private final Watchdog watchdog;
  private final ProgramSlots<ScriptRun> slots;
  private final ThreadPoolExecutor threads;
  private final AtomicBoolean warm = new AtomicBoolean();

  /**
   * @param transpilers asked at every program that is not JavaScript
   */
  GraalJsEngine(
      SandboxConfig sandbox, ScheduledExecutorService scheduler, Transpilers transpilers) {
    this.sandbox = sandbox;
    this.scheduler = scheduler;
    this.transpilers = transpilers;
    runtime = new PolyglotRuntime(sandbox);
    watchdog = new Watchdog(scheduler);
    slots = new ProgramSlots<>(sandbox.maxConcurrentPrograms(), sandbox.maxZombies());
    threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_THREAD_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            this::thread);
  }

  private Thread thread(Runnable work) {
    String name = "gatemini-program-" + THREAD_NUMBER.incrementAndGet();
    Thread thread = new Thread(null, work, name, sandbox.stackBytes());
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public CompletionStage<Outcome> run(Program program, Limits limits, ScriptHost host) {
    return begin(program, limits, host).outcome();
  }

  @Override
  public ScriptRun begin(Program program, Limits limits, ScriptHost host) {
    ScriptRun run =
        new ScriptRun(
            program, limits, host, runtime, scheduler, watchdog, transpilers, this::abandoned);
    switch (slots.arrive(run, program.nested())) {
      case RUN -> start(run);
      case WAIT -> run.waitForPlace(sandbox.maxConcurrentPrograms(), () -> slots.leave(run));
      case TOO_MANY_ZOMBIES -> refuse(run);
      case TOO_MANY_NESTED -> run.stop(Status.REFUSED, Refusals.TOO_MANY_NESTED);
      case CLOSED -> run.stop(Status.CANCELLED, Refusals.CLOSED);
    }
    return run;
  }

  /** While a transpiler goes on that was given up. */
  @Override
  public boolean isStuck() {
    return transpilers.isStuck();
  }

  private void refuse(ScriptRun run) {
    run.stop(Status.REFUSED, Refusals.tooManyZombies(sandbox.maxZombies()));
  }

  private void start(ScriptRun run) {
    try {
      threads.execute(() -> execute(run));
    } catch (RejectedExecutionException e) {
      run.stop(Status.CANCELLED, Refusals.CLOSED);
    } catch (OutOfMemoryError e) {
      // The system has no further thread to give.
      startNext(slots.end(run));
      run.stop(Status.REFUSED, "the machine has no thread left for another program");
    }
  }

  private void execute(ScriptRun run) {
    try {
      Guarded.orFail(run::execute, problem -> failed(run, problem));
    } finally {
      startNext(slots.end(run));
    }
    prepare();
  }

  private static void failed(ScriptRun run, Throwable problem) {
    Guarded.log(LOG, "the script engine failed", problem);
    run.stop(Status.ERROR, "the script engine failed (" + problem.getClass().getSimpleName() + ")");
  }

  /** For programs to come; nobody waits for it. */
  private void prepare() {
    try {
      runtime.renew();
      if (slots.load().waiting() == 0) {
        runtime.fill();
      }
    } catch (RuntimeException | OutOfMemoryError e) {
      LOG.log(Level.DEBUG, "no context was made ahead", e);
    }
  }

  private void startNext(@Nullable ScriptRun next) {
    if (next != null) {
      start(next);
    }
  }

  private void abandoned(ScriptRun run) {
    LOG.log(
        Level.WARNING,
        "a program goes on after it was stopped: it is inside an operation that cannot be"
            + " interrupted; its place is given to the next one");
    startNext(slots.abandon(run));
    slots.hopeless().forEach(this::refuse);
  }

  @Override
  public void getReady() {
    runtime.fill(1);
  }

  @Override
  public void warm() {
    if (warm.compareAndSet(false, true)) {
      warmUp();
    }
  }

  @Override
  public CompletionStage<Outcome> warmUp() {
    return WarmUp.run(this, sandbox);
  }

  @Override
  public Load load() {
    return slots.load();
  }

  @Override
  public void close() {
    slots.close().forEach(run -> run.stop(Status.CANCELLED, Refusals.CLOSED));
    threads.shutdown();
    watchdog.close();
    runtime.close();
  }
}
