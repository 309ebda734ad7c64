package io.gatemini.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.SandboxConfig;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngineProvider;
import io.gatemini.spi.TypeScriptTranspiler;
import java.util.Set;

/** The engine {@code graaljs}; it has no configuration beside the sandbox's. */
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
  public ScriptEngine create(SandboxConfig sandbox, JsonNode config, PluginContext context) {
    return new GraalJsEngine(
        sandbox,
        context.scheduler(),
        new Transpilers(() -> context.plugins(TypeScriptTranspiler.class)));
  }
}
