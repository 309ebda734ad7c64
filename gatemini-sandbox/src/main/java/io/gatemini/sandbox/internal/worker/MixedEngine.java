package io.gatemini.sandbox.internal.worker;

import io.gatemini.sandbox.internal.run.Refusals;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptHost;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Runs programs in the gateway's process, and in worker processes while one there goes on that
 * could not be stopped. Thread-safe.
 */
public final class MixedEngine implements ScriptEngine {
  private final ScriptEngine inProcess;
  private final LazyWorkers workers;
  private final boolean movesOver;

  /**
   * @param movesOver whether programs ever run in the workers; else these only read TypeScript
   */
  public MixedEngine(ScriptEngine inProcess, LazyWorkers workers, boolean movesOver) {
    this.inProcess = inProcess;
    this.workers = workers;
    this.movesOver = movesOver;
  }

  @Override
  public void warm() {
    inProcess.warm();
  }

  @Override
  public CompletionStage<Outcome> run(Program program, Limits limits, ScriptHost host) {
    if (!movesOver || inProcess.load().zombies() == 0) {
      return inProcess.run(program, limits, host);
    }
    Optional<ScriptEngine> engine = workers.get();
    return engine.isPresent()
        ? engine.get().run(program, limits, host)
        : CompletableFuture.completedFuture(
            Outcome.failed(Status.CANCELLED, Refusals.CLOSED, List.of()));
  }

  @Override
  public Load load() {
    Load here = inProcess.load();
    Load there = workers.load();
    return new Load(
        here.running() + there.running(),
        here.waiting() + there.waiting(),
        here.zombies() + there.zombies());
  }

  @Override
  public void close() {
    inProcess.close();
    workers.close();
  }
}
