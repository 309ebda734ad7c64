package io.gatemini.sandbox.internal.lua;

import io.gatemini.config.SandboxConfig;
import io.gatemini.internal.thread.Guarded;
import io.gatemini.sandbox.internal.run.LocalEngine;
import io.gatemini.sandbox.internal.run.ProgramSlots;
import io.gatemini.sandbox.internal.run.Refusals;
import io.gatemini.spi.ScriptHost;
import java.lang.System.Logger;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs each program on a machine and a thread of its own. So many run at a time; the others wait in
 * their order, within their timeout. Every program can be stopped. Thread-safe.
 */
final class LuaEngine implements LocalEngine {
  private static final Logger LOG = System.getLogger(LuaEngine.class.getName());
  private static final long IDLE_THREAD_SECONDS = 2;
  private static final AtomicInteger THREAD_NUMBER = new AtomicInteger();

  private final SandboxConfig sandbox;
  private final ScheduledExecutorService scheduler;
  private final ProgramSlots<LuaRun> slots;
  private final ThreadPoolExecutor threads;

  LuaEngine(SandboxConfig sandbox, ScheduledExecutorService scheduler) {
    this.sandbox = sandbox;
    this.scheduler = scheduler;
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
    String name = "gatemini-lua-" + THREAD_NUMBER.incrementAndGet();
    Thread thread = new Thread(null, work, name, sandbox.stackBytes());
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public CompletionStage<Outcome> run(Program program, Limits limits, ScriptHost host) {
    return begin(program, limits, host).outcome();
  }

  @Override
  public LuaRun begin(Program program, Limits limits, ScriptHost host) {
    LuaRun run = new LuaRun(program, limits, host, scheduler);
    switch (slots.arrive(run, program.nested())) {
      case RUN -> start(run);
      case WAIT -> run.waitForPlace(sandbox.maxConcurrentPrograms(), () -> slots.leave(run));
      case TOO_MANY_ZOMBIES ->
          run.stop(Status.REFUSED, Refusals.tooManyZombies(sandbox.maxZombies()));
      case TOO_MANY_NESTED -> run.stop(Status.REFUSED, Refusals.TOO_MANY_NESTED);
      case CLOSED -> run.stop(Status.CANCELLED, Refusals.CLOSED);
    }
    return run;
  }

  private void start(LuaRun run) {
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

  private void execute(LuaRun run) {
    try {
      Guarded.orFail(run::execute, problem -> failed(run, problem));
    } finally {
      startNext(slots.end(run));
    }
  }

  private static void failed(LuaRun run, Throwable problem) {
    Guarded.log(LOG, "the script engine failed", problem);
    run.stop(Status.ERROR, "the script engine failed (" + problem.getClass().getSimpleName() + ")");
  }

  private void startNext(@Nullable LuaRun next) {
    if (next != null) {
      start(next);
    }
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
