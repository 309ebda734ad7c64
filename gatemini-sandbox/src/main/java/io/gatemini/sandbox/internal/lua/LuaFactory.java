package io.gatemini.sandbox.internal.lua;

import io.gatemini.config.SandboxConfig;
import io.gatemini.sandbox.internal.run.EngineFactory;
import io.gatemini.sandbox.internal.run.EngineJars;
import io.gatemini.sandbox.internal.run.LocalEngine;
import io.gatemini.spi.PluginContext;

/** Makes the engine {@code lua}, which needs no jar but this one. */
public final class LuaFactory implements EngineFactory {
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
    return EngineJars.of(LuaFactory.class);
  }
}
