package io.gatemini.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.SandboxConfig;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngineProvider;
import java.util.Optional;
import java.util.Set;

/**
 * The engine {@code graaljs}. Beside the sandbox's configuration it takes, for worker processes
 * where the gateway's own Java or class path cannot be used: {@code worker_java}, the path of a
 * {@code java}, and {@code worker_class_path}.
 */
public final class GraalJsProvider implements ScriptEngineProvider {
  @Override
  public String name() {
    return "graaljs";
  }

  @Override
  public Set<String> languages() {
    return Set.of("javascript", "typescript");
  }

  @Override
  public Optional<String> warning(SandboxConfig sandbox, JsonNode config) {
    return ScriptEngines.warning(sandbox, config);
  }

  @Override
  public ScriptEngine create(SandboxConfig sandbox, JsonNode config, PluginContext context) {
    return ScriptEngines.create(sandbox, config, context);
  }
}
