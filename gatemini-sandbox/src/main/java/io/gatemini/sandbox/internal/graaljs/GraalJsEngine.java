package io.gatemini.sandbox.internal.graaljs;

import io.gatemini.config.SandboxConfig;
import io.gatemini.sandbox.internal.js.ScriptRun;
import io.gatemini.sandbox.internal.js.WarmUp;
import io.gatemini.sandbox.internal.run.ThreadedEngine;
import io.gatemini.sandbox.internal.typescript.Transpilers;
import io.gatemini.spi.ScriptHost;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs each program in a context of its own, on a thread of its own. So many run at a time; the
 * others wait in their order, within their timeout. The caller of a program that cannot be stopped
 * is answered all the same, and its place is given to the next one. Thread-safe.
 */
final class GraalJsEngine extends ThreadedEngine<ScriptRun> {
  private static final Logger LOG = System.getLogger(GraalJsEngine.class.getName());

  private final ScheduledExecutorService scheduler;
  private final Transpilers transpilers;
  private final PolyglotRuntime runtime;
  private final Watchdog watchdog;
  private final AtomicBoolean warm = new AtomicBoolean();

  /**
   * @param transpilers asked at every program that is not JavaScript
   */
  GraalJsEngine(
      SandboxConfig sandbox, ScheduledExecutorService scheduler, Transpilers transpilers) {
    super("gatemini-program-", sandbox);
    this.scheduler = scheduler;
    this.transpilers = transpilers;
    runtime = new PolyglotRuntime(sandbox);
    watchdog = new Watchdog(scheduler);
  }

  @Override
  protected ScriptRun arrived(Program program, Limits limits, ScriptHost host) {
    return new ScriptRun(
        program, limits, host, runtime, scheduler, watchdog, transpilers, this::abandoned);
  }

  @Override
  protected void prepare() {
    try {
      runtime.renew();
      if (load().waiting() == 0) {
        runtime.fill();
      }
    } catch (RuntimeException | OutOfMemoryError e) {
      LOG.log(Level.DEBUG, "no context was made ahead", e);
    }
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
  public void close() {
    super.close();
    watchdog.close();
    runtime.close();
  }
}
