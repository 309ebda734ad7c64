package io.gatemini.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.SandboxConfig;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.TypeScriptTranspiler;

/** Makes the engine that a configuration asks for; what runs programs does not see which. */
final class ScriptEngines {
  private ScriptEngines() {}

  /**
   * An engine; no process is started before it is warmed or gets a program.
   *
   * @param config the plug-in's own configuration
   */
  static ScriptEngine create(SandboxConfig sandbox, JsonNode config, PluginContext context) {
    return switch (sandbox.isolation()) {
      case IN_PROCESS -> inProcess(sandbox, context);
      case PROCESS -> workers(sandbox, config, context);
      case MIXED ->
          new MixedEngine(
              sandbox.maxZombies(),
              inProcess(sandbox, context),
              () -> workers(sandbox, config, context));
    };
  }

  /** An engine in this process, whatever the configured isolation. */
  static GraalJsEngine inProcess(SandboxConfig sandbox, PluginContext context) {
    return new GraalJsEngine(
        sandbox,
        context.scheduler(),
        new Transpilers(() -> context.plugins(TypeScriptTranspiler.class)));
  }

  private static ScriptEngine workers(
      SandboxConfig sandbox, JsonNode config, PluginContext context) {
    return new WorkerEngine(sandbox, JavaWorkers.of(sandbox, config), context);
  }
}
