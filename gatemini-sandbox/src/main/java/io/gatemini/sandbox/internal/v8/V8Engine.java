package io.gatemini.sandbox.internal.v8;

import io.gatemini.config.SandboxConfig;
import io.gatemini.sandbox.internal.js.ScriptRun;
import io.gatemini.sandbox.internal.js.WarmUp;
import io.gatemini.sandbox.internal.run.ThreadedEngine;
import io.gatemini.sandbox.internal.typescript.Transpilers;
import io.gatemini.spi.ScriptHost;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;

/** Runs each program in an isolate of its own, on a thread of its own. Thread-safe. */
final class V8Engine extends ThreadedEngine<ScriptRun> {
  private static final Logger LOG = System.getLogger(V8Engine.class.getName());

  private final ScheduledExecutorService scheduler;
  private final V8Contexts contexts;
  private final MemoryWatch watch;
  private final V8Transpiler transpiler;
  private final Transpilers transpilers;

  V8Engine(SandboxConfig sandbox, ScheduledExecutorService scheduler, V8Contexts contexts) {
    super("gatemini-program-", sandbox);
    this.scheduler = scheduler;
    this.contexts = contexts;
    transpiler = contexts.transpiler();
    transpilers = new Transpilers(() -> List.of(transpiler));
    watch = new MemoryWatch(sandbox, scheduler);
  }

  @Override
  protected ScriptRun arrived(Program program, Limits limits, ScriptHost host) {
    return new ScriptRun(
        program, limits, host, contexts, scheduler, watch, transpilers, this::abandoned);
  }

  @Override
  protected void prepare() {
    try {
      if (load().waiting() == 0) {
        contexts.fill();
      }
    } catch (RuntimeException | OutOfMemoryError e) {
      LOG.log(Level.DEBUG, "no isolate was made ahead", e);
    }
  }

  @Override
  public void getReady() {
    contexts.fill();
  }

  @Override
  public CompletionStage<Outcome> warmUp() {
    return WarmUp.run(this, sandbox);
  }

  @Override
  public void close() {
    super.close();
    contexts.close();
    transpiler.close();
  }
}
