package io.gatemini.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.SandboxConfig;
import io.gatemini.sandbox.internal.graaljs.GraalJsFactory;
import io.gatemini.sandbox.internal.run.EngineFactory;
import io.gatemini.sandbox.internal.worker.JavaWorkers;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngineProvider;
import io.gatemini.spi.option.OptionTable;
import java.util.Optional;
import java.util.Set;

/**
 * The engine {@code graaljs}. Beside the sandbox's configuration it takes, for worker processes
 * where the gateway's own Java or class path cannot be used: {@code worker_java}, the path of a
 * {@code java}, and {@code worker_class_path}.
 */
public final class GraalJsProvider implements ScriptEngineProvider {
  private final EngineFactory engines = new GraalJsFactory();

  @Override
  public String name() {
    return engines.plugin();
  }

  /** None where the host has left the jars of GraalJS out. */
  @Override
  public Set<String> languages() {
    return GraalJsFactory.isThere() ? Set.of("javascript", "typescript") : Set.of();
  }

  @Override
  public OptionTable settings() {
    return JavaWorkers.KEYS;
  }

  @Override
  public Optional<String> warning(SandboxConfig sandbox, JsonNode config) {
    return new SandboxEngines(engines).warning(sandbox, config);
  }

  @Override
  public ScriptEngine create(SandboxConfig sandbox, JsonNode config, PluginContext context) {
    return new SandboxEngines(engines).create(sandbox, config, context);
  }
}
