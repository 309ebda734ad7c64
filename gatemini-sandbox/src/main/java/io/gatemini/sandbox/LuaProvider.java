package io.gatemini.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.SandboxConfig;
import io.gatemini.sandbox.internal.lua.LuaFactory;
import io.gatemini.sandbox.internal.run.EngineFactory;
import io.gatemini.sandbox.internal.worker.JavaWorkers;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngineProvider;
import io.gatemini.spi.ScriptLanguage;
import io.gatemini.spi.option.OptionTable;
import java.util.Optional;
import java.util.Set;

/**
 * The engine {@code lua}: programs in Lua 5.4. It needs no jar beside this one. Its configuration
 * is that of {@link GraalJsProvider}.
 */
public final class LuaProvider implements ScriptEngineProvider {
  private final EngineFactory engines = new LuaFactory();

  @Override
  public String name() {
    return engines.plugin();
  }

  @Override
  public Set<String> languages() {
    return Set.of(engines.plugin());
  }

  @Override
  public Optional<ScriptLanguage> language() {
    return Optional.of(LuaFactory.LANGUAGE);
  }

  @Override
  public OptionTable settings() {
    return JavaWorkers.KEYS;
  }

  @Override
  public ScriptEngine create(SandboxConfig sandbox, JsonNode config, PluginContext context) {
    return new SandboxEngines(engines).create(sandbox, config, context);
  }
}
