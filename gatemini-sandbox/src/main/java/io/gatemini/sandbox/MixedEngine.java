package io.gatemini.sandbox;

import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptHost;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs programs in the gateway's process, and in worker processes while the former has more zombies
 * than it may. The workers are made when they are first needed. Thread-safe.
 */
final class MixedEngine implements ScriptEngine {
  private final int maxZombies;
  private final ScriptEngine inProcess;
  private final Supplier<ScriptEngine> makeWorkers;

  // Guarded by this.
  private @Nullable ScriptEngine workers;
  private boolean closed;

  MixedEngine(int maxZombies, ScriptEngine inProcess, Supplier<ScriptEngine> makeWorkers) {
    this.maxZombies = maxZombies;
    this.inProcess = inProcess;
    this.makeWorkers = makeWorkers;
  }

  @Override
  public void warm() {
    inProcess.warm();
  }

  @Override
  public CompletionStage<Outcome> run(Program program, Limits limits, ScriptHost host) {
    if (inProcess.load().zombies() <= maxZombies) {
      return inProcess.run(program, limits, host);
    }
    ScriptEngine engine = workers();
    return engine != null
        ? engine.run(program, limits, host)
        : CompletableFuture.completedFuture(
            GraalJsEngine.failed(Status.CANCELLED, Refusals.CLOSED, List.of()));
  }

  private synchronized @Nullable ScriptEngine workers() {
    if (workers == null && !closed) {
      workers = makeWorkers.get();
    }
    return closed ? null : workers;
  }

  @Override
  public Load load() {
    Load here = inProcess.load();
    ScriptEngine known;
    synchronized (this) {
      known = workers;
    }
    if (known == null) {
      return here;
    }
    Load there = known.load();
    return new Load(
        here.running() + there.running(),
        here.waiting() + there.waiting(),
        here.zombies() + there.zombies());
  }

  @Override
  public void close() {
    ScriptEngine known;
    synchronized (this) {
      closed = true;
      known = workers;
    }
    inProcess.close();
    if (known != null) {
      known.close();
    }
  }
}
