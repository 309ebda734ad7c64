package io.gatemini.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.SandboxConfig;
import io.gatemini.config.SandboxConfig.Isolation;
import io.gatemini.sandbox.internal.run.EngineFactory;
import io.gatemini.sandbox.internal.worker.JavaWorkers;
import io.gatemini.sandbox.internal.worker.WorkerEngine;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ScriptEngine;
import java.util.Optional;

/** Makes the engine that a configuration asks for; what runs programs does not see which. */
final class SandboxEngines {
  private final EngineFactory engines;

  /**
   * @param engines makes the engine of a language
   */
  SandboxEngines(EngineFactory engines) {
    this.engines = engines;
  }

  /**
   * An engine; no process is started before it is warmed or gets a program.
   *
   * @param config the plug-in's own configuration
   */
  ScriptEngine create(SandboxConfig sandbox, JsonNode config, PluginContext context) {
    return isInGateway(sandbox, config)
        ? engines.create(sandbox, context)
        : new WorkerEngine(
            sandbox, JavaWorkers.of(engines, sandbox, config), engines.plugins(context), context);
  }

  /** Whether programs run in the gateway's process. */
  boolean isInGateway(SandboxConfig sandbox, JsonNode config) {
    return switch (sandbox.isolation()) {
      case IN_PROCESS -> true;
      case PROCESS -> false;
      // Where nothing runs away, no program needs a process of its own.
      default -> engines.countsAll() || JavaWorkers.whyNone(engines, config).isPresent();
    };
  }

  /** A warning for an operator whose configuration, the default, cannot be had. */
  Optional<String> warning(SandboxConfig sandbox, JsonNode config) {
    if (engines.countsAll()
        || sandbox.isolation() == Isolation.IN_PROCESS
        || sandbox.isolation() == Isolation.PROCESS) {
      return Optional.empty();
    }
    return JavaWorkers.whyNone(engines, config)
        .map(
            reason ->
                "programs run in this process: one that cannot be stopped keeps a core busy until"
                    + " the process ends, and with more than "
                    + sandbox.maxZombies()
                    + " of them no program runs. No worker process can be started: "
                    + reason);
  }
}
