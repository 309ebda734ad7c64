package io.gatemini.sandbox.internal.run;

import io.gatemini.config.SandboxConfig;
import io.gatemini.internal.async.Guarded;
import io.gatemini.sandbox.internal.run.ProgramSlots.Refusals;
import io.gatemini.spi.ScriptHost;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs each program on a thread of its own. So many run at a time; the others wait within their
 * timeout, and clients take turns. Thread-safe.
 */
public abstract class ThreadedEngine<R extends ThreadedRun> implements LocalEngine {
  private static final Logger LOG = System.getLogger(ThreadedEngine.class.getName());
  private static final long IDLE_THREAD_SECONDS = 2;
  private static final AtomicInteger THREAD_NUMBER = new AtomicInteger();

  protected final SandboxConfig sandbox;
  private final ProgramSlots<R> slots;
  private final ThreadPoolExecutor threads;

  /**
   * @param threadName what a number follows
   */
  protected ThreadedEngine(String threadName, SandboxConfig sandbox) {
    this.sandbox = sandbox;
    slots = new ProgramSlots<>(sandbox.maxConcurrentPrograms(), sandbox.maxZombies());
    threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_THREAD_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            work -> {
              String name = threadName + THREAD_NUMBER.incrementAndGet();
              Thread thread = new Thread(null, work, name, sandbox.stackBytes());
              thread.setDaemon(true);
              return thread;
            });
  }

  /** A program that has arrived. */
  protected abstract R arrived(Program program, Limits limits, ScriptHost host);

  @Override
  public CompletionStage<Outcome> run(Program program, Limits limits, ScriptHost host) {
    return begin(program, limits, host).outcome();
  }

  @Override
  public R begin(Program program, Limits limits, ScriptHost host) {
    R run = arrived(program, limits, host);
    switch (slots.arrive(run, host.client(), program.nested())) {
      case RUN -> start(run);
      case WAIT -> run.waitForPlace(sandbox.maxConcurrentPrograms(), () -> slots.leave(run));
      case TOO_MANY_ZOMBIES -> refuse(run);
      case TOO_MANY_NESTED -> run.stop(Status.REFUSED, Refusals.TOO_MANY_NESTED);
      case CLOSED -> run.stop(Status.CANCELLED, Refusals.CLOSED);
    }
    return run;
  }

  private void refuse(R run) {
    run.stop(Status.REFUSED, Refusals.tooManyZombies(sandbox.maxZombies()));
  }

  private void start(R run) {
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

  private void execute(R run) {
    try {
      Guarded.orFail(run::execute, problem -> failed(run, problem));
    } finally {
      startNext(slots.end(run));
    }
    prepare();
  }

  private void failed(R run, Throwable problem) {
    Guarded.log(LOG, "the script engine failed", problem);
    run.stop(Status.ERROR, "the script engine failed (" + problem.getClass().getSimpleName() + ")");
  }

  /** Runs after each program, on its thread, for later ones; no program waits for it. */
  protected void prepare() {}

  private void startNext(@Nullable R next) {
    if (next != null) {
      start(next);
    }
  }

  /** Gives away the place of a program that goes on although it was stopped. */
  protected final void abandoned(R run) {
    LOG.log(
        Level.WARNING,
        "a program goes on after it was stopped: it is inside an operation that cannot be"
            + " interrupted; its slot goes to the next one");
    startNext(slots.abandon(run));
    slots.hopeless().forEach(this::refuse);
  }

  @Override
  public Load load() {
    return slots.load();
  }

  @Override
  public void close() {
    slots.close().forEach(run -> run.stop(Status.CANCELLED, Refusals.CLOSED));
    threads.shutdown();
  }
}
