package io.gatemini.sandbox.internal.worker;

import io.gatemini.RawJson;
import io.gatemini.config.SandboxConfig;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.Tasks;
import io.gatemini.sandbox.internal.worker.PooledWorker.State;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.spi.ScriptHost.ScriptBackend;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The workers of an engine: which there are, which program is in which, which get no more and are
 * ended. One worker starts at a time. Thread-safe; no program is ended under its lock.
 */
final class WorkerPool implements WorkerProcess.Owner {
  private static final Logger LOG = System.getLogger(WorkerPool.class.getName());

  /** A program waits so long for a worker that starts, beyond its own time. */
  private static final Duration START = Duration.ofSeconds(30);

  /** A worker that does not confirm the end of a program within this time is unresponsive. */
  private static final Duration UNRESPONSIVE = Duration.ofSeconds(2);

  /** A program that was stopped may need this long to notice; after that its worker is replaced. */
  private static final Duration SETTLING = Duration.ofMillis(400);

  /**
   * A worker with a program that cannot be stopped lives so long for the others in it. With the
   * time before, its core is free 2 s after the program's end.
   */
  private static final Duration RETIREMENT = Duration.ofMillis(1_400);

  /**
   * A spare worker is there once one was lost, until there was no program for so long; the launcher
   * rests then.
   */
  private static final Duration SPARE_LIFE = Duration.ofMinutes(1);

  private static final Duration FIRST_BACKOFF = Duration.ofMillis(500);
  private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(30);

  /** Programs leave traces in a virtual machine, in its code cache and its profiles. */
  private static final int RUNS_OF_A_WORKER = 10_000;

  private final SandboxConfig config;
  private final SandboxConfig workerConfig;
  private final WorkerLauncher launcher;
  private final List<String> plugins;
  private final PluginContext context;

  // Guarded by this.
  private final WorkerChoice choice;
  private final Map<WorkerProcess, PooledWorker> workers = new LinkedHashMap<>();
  private final Map<WorkerRun, Map<String, ScriptBackend>> unplaced = new LinkedHashMap<>();
  private int lastWorker;
  private int failures;
  private long nextStartNanos = System.nanoTime();
  private String lastFailure = "";
  private @Nullable Future<?> idleEnd;
  private @Nullable Future<?> rest;
  private boolean wantsSpare;
  private boolean closed;

  /**
   * @param plugins names of the plug-ins that workers may use
   */
  WorkerPool(
      SandboxConfig config, WorkerLauncher launcher, List<String> plugins, PluginContext context) {
    this.config = config;
    this.launcher = launcher;
    this.plugins = plugins;
    this.choice = new WorkerChoice(config.workers());
    this.context = context;
    // Places and zombies are counted here, for all workers.
    this.workerConfig = config.maxConcurrentPrograms(Short.MAX_VALUE).maxZombies(Short.MAX_VALUE);
  }

  /** Starts what is missing. */
  synchronized void fill() {
    boolean starting = workers.values().stream().anyMatch(w -> w.state == State.STARTING);
    int needed = choice.needed(workers.values(), unplaced.keySet()) + spare();
    if (closed || starting || living() >= needed || backoffNanos() > 0) {
      return;
    }
    WorkerProcess process = new WorkerProcess(++lastWorker, launcher, workerConfig, plugins, this);
    workers.put(process, new PooledWorker(process));
    try {
      process.start();
    } catch (OutOfMemoryError e) {
      // The system has no further thread to give: what is not there must not be waited for.
      Guarded.log(LOG, "a worker process could not be started", e);
      workers.remove(process);
      startFailed("there is no thread for it");
      return;
    }
    later(START, () -> giveUpStarting(process));
  }

  /** A timer of programs: where all have ended since, the workers may rest already. */
  private synchronized void fillWhereBusy() {
    if (!isIdle()) {
      fill();
    }
  }

  private int spare() {
    return wantsSpare ? 1 : 0;
  }

  private long living() {
    return workers.values().stream().filter(PooledWorker::isLiving).count();
  }

  private long backoffNanos() {
    return failures == 0 ? 0 : nextStartNanos - System.nanoTime();
  }

  private void startFailed(String reason) {
    lastFailure = reason;
    nextStartNanos = System.nanoTime() + backoff(failures++).toNanos();
  }

  private void giveUpStarting(WorkerProcess process) {
    boolean late;
    synchronized (this) {
      PooledWorker worker = workers.get(process);
      late = worker != null && worker.state == State.STARTING;
    }
    if (late) {
      process.kill("it did not get ready within " + START.toSeconds() + " s");
    }
  }

  /** Puts a program into a worker, now or when there is one. */
  void place(WorkerRun run, Map<String, ScriptBackend> mentioned) {
    String refusal = null;
    boolean placed;
    synchronized (this) {
      placed = tryPut(run, mentioned);
      if (!placed) {
        unplaced.put(run, mentioned);
        fill();
        if (living() == 0) {
          unplaced.remove(run);
          refusal = refusal();
        }
      }
    }
    if (placed) {
      run.startClock();
    } else if (refusal != null) {
      run.end(Status.REFUSED, refusal);
    } else {
      run.endAfter(run.left().plus(START), "no worker process for programs got ready in time");
    }
    if (run.isDone()) {
      // It ended while it was being placed, and was not found here.
      ended(run);
    }
  }

  private String refusal() {
    return "no worker process for programs can be started: "
        + lastFailure
        + "; the next attempt is possible in "
        + Math.max(0, TimeUnit.NANOSECONDS.toMillis(backoffNanos()))
        + " ms";
  }

  private boolean tryPut(WorkerRun run, Map<String, ScriptBackend> mentioned) {
    int most = Math.max(config.workers(), WorkerChoice.MOST) + spare();
    boolean full = living() >= most || backoffNanos() > 0;
    Optional<PooledWorker> worker = choice.find(workers.values(), run, full);
    worker.ifPresent(found -> put(run, mentioned, found));
    return worker.isPresent();
  }

  private void put(WorkerRun run, Map<String, ScriptBackend> mentioned, PooledWorker worker) {
    cancelIdleEnds();
    worker.runs.put(run.number, run);
    worker.lastTenant = run.tenant();
    worker.process.run(run, mentioned);
    if (++worker.served >= RUNS_OF_A_WORKER) {
      retire(worker, "it has run " + worker.served + " programs");
    }
  }

  /** A program has ended here; its worker may not know yet. */
  void ended(WorkerRun run) {
    synchronized (this) {
      unplaced.remove(run);
      for (PooledWorker worker : workers.values()) {
        if (worker.runs.get(run.number) == run) {
          worker.process.stop(run.number);
          later(PooledWorker.CONFIRMING, this::fillWhereBusy);
          later(UNRESPONSIVE, () -> giveUpWaiting(worker, run));
          endUnneeded(worker);
        }
      }
    }
  }

  private synchronized void giveUpWaiting(PooledWorker worker, WorkerRun run) {
    if (worker.runs.get(run.number) == run) {
      worker.process.kill("it did not answer any more");
    }
  }

  private void retire(PooledWorker worker, String reason) {
    if (worker.state == State.READY) {
      LOG.log(Level.DEBUG, () -> "a worker process gets no more programs: " + reason);
      worker.state = State.RETIRED;
      fill();
    }
  }

  private static void endUnneeded(PooledWorker worker) {
    if (worker.state == State.RETIRED && !worker.isNeeded()) {
      worker.process.kill("it was replaced");
    }
  }

  private boolean isIdle() {
    return unplaced.isEmpty() && workers.values().stream().allMatch(w -> w.runs.isEmpty());
  }

  /** Where there is no program: ends the workers, should there be none for long. */
  private void restIfIdle() {
    if (isIdle()) {
      cancelIdleEnds();
      idleEnd = later(config.workerIdleTimeout(), () -> endIdle(0));
      rest = later(SPARE_LIFE, this::rest);
    }
  }

  private void cancelIdleEnds() {
    for (Future<?> end : Arrays.asList(idleEnd, rest)) {
      if (end != null) {
        end.cancel(false);
      }
    }
  }

  private void rest() {
    endIdle(config.workers());
    launcher.rested();
  }

  /** Ends all workers but the oldest ones, where there is no program. */
  private synchronized void endIdle(int kept) {
    if (isIdle()) {
      wantsSpare = false;
      workers.values().stream()
          .filter(PooledWorker::isLiving)
          .skip(kept)
          .forEach(WorkerPool::endIdle);
    }
  }

  private static void endIdle(PooledWorker worker) {
    worker.state = State.RETIRED;
    worker.process.kill("there was no program for it");
  }

  /** Ends one of several clients' workers, where it had no program since. */
  private synchronized void endExtra(PooledWorker worker, int served) {
    if (worker.served == served && worker.runs.isEmpty() && worker.isLiving() && isExtra()) {
      endIdle(worker);
    }
  }

  private boolean isExtra() {
    return living() > config.workers() + spare();
  }

  /** Gives workers the programs that wait for one; their clocks are to be started. */
  private List<WorkerRun> placeWaiting() {
    List<WorkerRun> placed = new ArrayList<>();
    unplaced.forEach(
        (run, mentioned) -> {
          if (tryPut(run, mentioned)) {
            placed.add(run);
          }
        });
    placed.forEach(unplaced::remove);
    return placed;
  }

  private synchronized void giveUpSettling(PooledWorker worker, int run) {
    String client = worker.unsettled.get(run);
    if (client != null) {
      choice.cost(client);
      wantsSpare |= launcher.needsSpare();
      retire(worker, "a program in it cannot be stopped");
      later(RETIREMENT, () -> worker.process.kill("a program in it could not be stopped"));
      endUnneeded(worker);
    }
  }

  // ---- what workers say ----

  @Override
  public void ready(WorkerProcess process) {
    List<WorkerRun> placed;
    synchronized (this) {
      PooledWorker worker = workers.get(process);
      if (worker == null) {
        return;
      }
      worker.state = State.READY;
      failures = 0;
      placed = placeWaiting();
      fill();
      restIfIdle();
    }
    placed.forEach(WorkerRun::startClock);
    launcher.launched();
  }

  @Override
  public void frame(WorkerProcess process, WorkerFrame frame) {
    WorkerRun run = null;
    List<WorkerRun> placed;
    synchronized (this) {
      PooledWorker worker = workers.get(process);
      if (worker == null) {
        return;
      }
      switch (frame.type()) {
        case SETTLED -> worker.unsettled.remove(frame.run());
        case HEAVIEST -> {
          worker.heaviest = frame.run();
          wantsSpare |= launcher.needsSpare();
          fill();
        }
        case OUTCOME -> {
          run = worker.runs.remove(frame.run());
          if (frame.request() != 0 && run != null) {
            worker.unsettled.put(frame.run(), run.client());
            later(SETTLING, () -> giveUpSettling(worker, frame.run()));
          }
          endUnneeded(worker);
          if (worker.runs.isEmpty() && isExtra()) {
            int served = worker.served;
            later(SPARE_LIFE, () -> endExtra(worker, served));
          }
          restIfIdle();
        }
        default -> run = worker.runs.get(frame.run());
      }
      placed = placeWaiting();
    }
    placed.forEach(WorkerRun::startClock);
    // A program that has ended here may still be talking there.
    if (run != null && !run.isDone()) {
      take(process, run, frame);
    }
  }

  private static void take(WorkerProcess process, WorkerRun run, WorkerFrame frame) {
    WireReader in = new WireReader(frame.body());
    switch (frame.type()) {
      case OUTCOME -> {
        Outcome outcome = WorkerCodec.outcome(in);
        run.later(() -> run.ended(outcome));
      }
      case LOG -> {
        String line = in.text();
        run.later(() -> run.log(line));
      }
      case CALL -> {
        String tool = in.text();
        RawJson arguments = in.json();
        run.calls();
        run.soon(() -> run.call(process, frame.request(), tool, arguments));
      }
      case ASK -> run.later(() -> run.ask(process, frame.request(), in));
      case CANCEL -> run.later(() -> run.cancel(frame.request()));
      default -> throw new WorkerProtocolException("a worker does not send " + frame.type());
    }
  }

  @Override
  public void gone(WorkerProcess process, WorkerEnd end) {
    Map<WorkerRun, Outcome> orphans = new LinkedHashMap<>();
    List<WorkerRun> again = new ArrayList<>();
    List<WorkerRun> placed = List.of();
    boolean failedToStart;
    synchronized (this) {
      PooledWorker worker = workers.remove(process);
      if (worker == null) {
        return;
      }
      failedToStart = !closed && worker.state == State.STARTING;
      orphans.putAll(end.outcomes(worker.runs.values(), worker.heaviest, config));
      orphans.keySet().stream()
          .filter(run -> worker.isLostThroughAnother(run, end) && run.mayStartOver())
          .forEach(again::add);
      orphans.keySet().removeAll(again);
      if (worker.isLiving()) {
        worker.guilty(end).forEach(run -> choice.cost(run.client()));
        wantsSpare |= worker.served > 0 && launcher.needsSpare();
      }
      if (!closed && worker.served == 0 && worker.isLiving()) {
        startFailed(end.reason());
        placed = placeWaiting();
        String refusal = refusal();
        unplaced.keySet().forEach(run -> orphans.put(run, refused(refusal)));
        unplaced.clear();
      }
      // One that was meant to end has its successor, or needs none.
      if (worker.isLiving()) {
        fill();
      }
    }
    placed.forEach(WorkerRun::startClock);
    again.forEach(run -> run.later(() -> startOver(run)));
    if (failedToStart) {
      launcher.failed();
      LOG.log(Level.WARNING, () -> "a worker process did not start: " + end.reason());
    } else {
      LOG.log(Level.DEBUG, () -> "a worker process is gone: " + end.reason());
    }
    orphans.forEach((run, outcome) -> run.later(() -> run.end(outcome)));
  }

  private void startOver(WorkerRun run) {
    run.startOver();
    place(run, run.mentioned());
  }

  private static Outcome refused(String message) {
    return Outcome.failed(Status.REFUSED, message, List.of());
  }

  private static Duration backoff(int failures) {
    Duration backoff = FIRST_BACKOFF.multipliedBy(1L << Math.min(failures, 10));
    return backoff.compareTo(LONGEST_BACKOFF) < 0 ? backoff : LONGEST_BACKOFF;
  }

  private @Nullable Future<?> later(Duration delay, Runnable work) {
    // Where nothing is scheduled any more, the pool is closing with its gateway.
    return Tasks.trySchedule(context::scheduler, delay, work);
  }

  synchronized int zombies() {
    return workers.values().stream()
        .filter(worker -> worker.state == State.RETIRED)
        .mapToInt(worker -> worker.unsettled.size())
        .sum();
  }

  synchronized List<Long> pids() {
    return workers.keySet().stream().flatMap(process -> process.pid().stream()).toList();
  }

  /** Ends all workers and waits until they are gone. */
  void close(Duration time) {
    List<WorkerProcess> last;
    synchronized (this) {
      closed = true;
      last = List.copyOf(workers.keySet());
    }
    last.forEach(process -> process.kill("the gateway was closed"));
    launcher.close();
    last.forEach(process -> process.awaitEnd(time));
  }
}
