package io.gatemini.sandbox.internal.lua;

import io.gatemini.config.SandboxConfig;
import io.gatemini.sandbox.internal.lua.vm.Interpreter;
import io.gatemini.sandbox.internal.run.EngineFactory;
import io.gatemini.sandbox.internal.run.EngineFactory.EngineJars;
import io.gatemini.sandbox.internal.run.LocalEngine;
import io.gatemini.sandbox.internal.run.ThreadedEngine;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ScriptHost;
import io.gatemini.spi.ScriptLanguage;
import java.util.concurrent.ScheduledExecutorService;

/** Makes the engine {@code lua}, which needs the jar of the machine and no other. */
public final class LuaFactory implements EngineFactory {
  public static final ScriptLanguage LANGUAGE = LuaLanguage.LANGUAGE;

  @Override
  public String plugin() {
    return LuaLanguage.NAME;
  }

  @Override
  public boolean countsAll() {
    return true;
  }

  @Override
  public LocalEngine create(SandboxConfig sandbox, PluginContext context) {
    return new LuaEngine(sandbox, context.scheduler());
  }

  @Override
  public EngineJars jars() {
    return EngineJars.of(Interpreter.class);
  }

  /**
   * Runs each program on a machine of its own. A program that was stopped ends at once, unless the
   * host is at work for it: then its slot goes to the next one all the same. Thread-safe.
   */
  private static final class LuaEngine extends ThreadedEngine<LuaRun> {
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
}
