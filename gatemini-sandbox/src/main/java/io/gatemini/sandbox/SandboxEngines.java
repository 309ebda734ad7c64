package io.gatemini.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.SandboxConfig;
import io.gatemini.config.SandboxConfig.Isolation;
import io.gatemini.sandbox.internal.run.EngineFactory;
import io.gatemini.sandbox.internal.worker.JavaWorkers;
import io.gatemini.sandbox.internal.worker.LazyWorkers;
import io.gatemini.sandbox.internal.worker.MixedEngine;
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
    boolean asNeeded = sandbox.isolation() == Isolation.AS_NEEDED;
    if (sandbox.isolation() == Isolation.PROCESS || (asNeeded && !engines.countsAll())) {
      return workers(sandbox, config, context);
    }
    // Where nothing runs away there is no program that another process could take over.
    if (engines.countsAll() || JavaWorkers.whyNone(engines, config).isPresent()) {
      return engines.createInGateway(sandbox, context, Optional.empty());
    }
    boolean movesOver = sandbox.isolation() == Isolation.MIXED;
    LazyWorkers workers = new LazyWorkers(() -> workers(sandbox, config, context));
    // Where there are workers, no program is refused for others that go on.
    SandboxConfig here = movesOver ? sandbox.maxZombies(Integer.MAX_VALUE) : sandbox;
    return new MixedEngine(
        engines.createInGateway(here, context, Optional.of(workers::get)), workers, movesOver);
  }

  /** A warning for an operator whose configuration, the default, cannot be had. */
  Optional<String> warning(SandboxConfig sandbox, JsonNode config) {
    return sandbox.isolation() != Isolation.MIXED
        ? Optional.empty()
        : JavaWorkers.whyNone(engines, config)
            .map(
                reason ->
                    "programs run in this process alone: one that cannot be stopped keeps a core"
                        + " busy until the process ends, and beside more than "
                        + sandbox.maxZombies()
                        + " of them no program is run. No worker process can take over: "
                        + reason);
  }

  private ScriptEngine workers(SandboxConfig sandbox, JsonNode config, PluginContext context) {
    return new WorkerEngine(
        sandbox, JavaWorkers.of(engines, sandbox, config), engines.plugins(context), context);
  }
}
