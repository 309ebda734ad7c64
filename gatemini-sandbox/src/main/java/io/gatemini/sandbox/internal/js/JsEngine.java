package io.gatemini.sandbox.internal.js;

import io.gatemini.config.SandboxConfig;
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
 * is answered all the same, and its slot goes to the next one. Thread-safe.
 */
public final class JsEngine extends ThreadedEngine<ScriptRun> {
  private static final Logger LOG = System.getLogger(JsEngine.class.getName());

  private final ScheduledExecutorService scheduler;
  private final JsContexts contexts;
  private final ScriptRun.Watch watch;
  private final Transpilers transpilers;
  private final String note;
  private final AtomicBoolean warm = new AtomicBoolean();

  /**
   * @param contexts closed with the engine, as {@code watch} is
   * @param transpilers asked at every program that is not JavaScript
   * @param note a warning for the operator; empty where all is as usual
   */
  public JsEngine(
      SandboxConfig sandbox,
      ScheduledExecutorService scheduler,
      JsContexts contexts,
      ScriptRun.Watch watch,
      Transpilers transpilers,
      String note) {
    super("gatemini-program-", sandbox);
    this.scheduler = scheduler;
    this.contexts = contexts;
    this.watch = watch;
    this.transpilers = transpilers;
    this.note = note;
  }

  @Override
  protected ScriptRun arrived(Program program, Limits limits, ScriptHost host) {
    return new ScriptRun(
        program, limits, host, contexts, scheduler, watch, transpilers, this::abandoned);
  }

  @Override
  protected void prepare() {
    try {
      contexts.renew();
      if (load().waiting() == 0) {
        contexts.fill();
      }
    } catch (RuntimeException | OutOfMemoryError e) {
      LOG.log(Level.DEBUG, "no context was made ahead", e);
    }
  }

  @Override
  public String note() {
    return note;
  }

  @Override
  public void getReady() {
    contexts.getReady();
  }

  @Override
  public void warm() {
    if (warm.compareAndSet(false, true)) {
      warmUp();
    }
  }

  @Override
  public CompletionStage<Outcome> warmUp() {
    return WarmUp.run(this, sandbox).whenComplete((outcome, failure) -> contexts.rest());
  }

  @Override
  public void close() {
    super.close();
    watch.close();
    contexts.close();
  }
}
