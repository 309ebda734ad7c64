package io.gatemini.sandbox.internal.lua;

import io.gatemini.config.SandboxConfig;
import io.gatemini.sandbox.internal.run.ThreadedEngine;
import io.gatemini.spi.ScriptHost;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Runs each program on a machine of its own. A program that was stopped ends at once, unless the
 * host is at work for it: then its place is given to the next one all the same. Thread-safe.
 */
final class LuaEngine extends ThreadedEngine<LuaRun> {
  private final ScheduledExecutorService scheduler;

  LuaEngine(SandboxConfig sandbox, ScheduledExecutorService scheduler) {
    super("gatemini-lua-", sandbox);
    this.scheduler = scheduler;
  }

  @Override
  protected LuaRun arrived(Program program, Limits limits, ScriptHost host) {
    return new LuaRun(program, limits, host, scheduler, this::abandoned);
  }
}
