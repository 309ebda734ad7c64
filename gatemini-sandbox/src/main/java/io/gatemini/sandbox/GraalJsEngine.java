package io.gatemini.sandbox;

import com.fasterxml.jackson.databind.node.NullNode;
import io.gatemini.RawJson;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptHost;
import io.gatemini.spi.TypeScriptTranspiler;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Runs each program in a context of its own, on a thread of its own. At most {@code maxPrograms}
 * run at a time; the others wait in their order, within their timeout. A program that cannot be
 * stopped keeps its place until it ends, its caller has long been answered. Thread-safe.
 */
final class GraalJsEngine implements ScriptEngine {
  /** JavaScript frames are deep: on the usual 1 MB a recursion of a thousand levels overflows. */
  private static final long STACK_BYTES = 16L * 1024 * 1024;

  private static final long IDLE_THREAD_SECONDS = 2;

  private static final AtomicInteger THREAD_NUMBER = new AtomicInteger();

  private final int maxPrograms;
  private final ScheduledExecutorService scheduler;
  private final Supplier<Optional<TypeScriptTranspiler>> transpiler;
  private final PolyglotRuntime runtime = new PolyglotRuntime();
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_THREAD_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          GraalJsEngine::thread);

  // Guarded by this.
  private final Deque<ScriptRun> waiting = new ArrayDeque<>();
  private final Set<ScriptRun> running = new HashSet<>();
  private boolean closed;

  /**
   * @param transpiler asked at every program that is not JavaScript
   */
  GraalJsEngine(
      int maxPrograms,
      ScheduledExecutorService scheduler,
      Supplier<Optional<TypeScriptTranspiler>> transpiler) {
    this.maxPrograms = maxPrograms;
    this.scheduler = scheduler;
    this.transpiler = transpiler;
  }

  private static Thread thread(Runnable work) {
    Thread thread =
        new Thread(null, work, "gatemini-program-" + THREAD_NUMBER.incrementAndGet(), STACK_BYTES);
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public CompletionStage<Outcome> run(Program program, Limits limits, ScriptHost host) {
    ScriptRun run =
        new ScriptRun(program, limits, host, runtime, scheduler, maxPrograms, transpiler);
    synchronized (this) {
      if (closed) {
        return CompletableFuture.completedFuture(
            failed(Status.CANCELLED, "the gateway was closed", List.of()));
      }
      if (running.size() >= maxPrograms) {
        waiting.add(run);
        run.waitForPlace();
        return run.outcome();
      }
      running.add(run);
    }
    start(run);
    return run.outcome();
  }

  private void start(ScriptRun run) {
    threads.execute(
        () -> {
          try {
            run.execute();
          } finally {
            ended(run);
          }
        });
  }

  private void ended(ScriptRun run) {
    ScriptRun next;
    synchronized (this) {
      running.remove(run);
      do {
        next = waiting.poll();
      } while (next != null && next.outcome().isDone());
      if (next == null || closed) {
        return;
      }
      running.add(next);
    }
    start(next);
  }

  @Override
  public synchronized Load load() {
    int zombies = (int) running.stream().filter(run -> run.outcome().isDone()).count();
    return new Load(running.size() - zombies, waiting.size(), zombies);
  }

  @Override
  public void close() {
    List<ScriptRun> open = new ArrayList<>();
    synchronized (this) {
      closed = true;
      open.addAll(waiting);
      open.addAll(running);
      waiting.clear();
    }
    open.forEach(run -> run.stop(Status.CANCELLED, "the gateway was closed"));
    threads.shutdown();
    runtime.close();
  }

  static Outcome failed(Status status, String message, List<String> logs) {
    return new Outcome(
        status, RawJson.of(NullNode.getInstance()), message, OptionalInt.empty(), logs);
  }
}
