package io.gatemini.internal.plugin;

import io.gatemini.internal.async.Futures;
import io.gatemini.internal.async.Guard;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptHost;
import java.util.concurrent.CompletableFuture;

/** A script engine behind the wall: none of its methods throws. */
final class GuardedScriptEngine implements ScriptEngine {
  private final ScriptEngine engine;
  private final Guard guard;

  /**
   * @param name of the plug-in, for the log
   */
  GuardedScriptEngine(String name, ScriptEngine engine) {
    this.engine = engine;
    this.guard = new Guard("script engine " + name);
  }

  @Override
  public CompletableFuture<Outcome> run(Program program, Limits limits, ScriptHost host) {
    return Futures.of(() -> engine.run(program, limits, host));
  }

  @Override
  public void warm() {
    guard.run("could not get ready", engine::warm);
  }

  @Override
  public Load load() {
    return guard.ask("failed to report its work", engine::load, new Load(0, 0, 0));
  }

  @Override
  public void close() {
    guard.run("did not close cleanly", engine::close);
  }
}
