package io.gatemini.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.SandboxConfig;
import io.gatemini.config.SandboxConfig.Isolation;
import io.gatemini.sandbox.internal.js.GraalJsEngine;
import io.gatemini.sandbox.internal.typescript.Swc4jTranspiler;
import io.gatemini.sandbox.internal.worker.JavaWorkers;
import io.gatemini.sandbox.internal.worker.LazyWorkers;
import io.gatemini.sandbox.internal.worker.MixedEngine;
import io.gatemini.sandbox.internal.worker.WorkerEngine;
import io.gatemini.sandbox.internal.worker.WorkerTranspiler;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.TypeScriptTranspiler;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Makes the engine that a configuration asks for; what runs programs does not see which. */
final class ScriptEngines {
  private ScriptEngines() {}

  /**
   * An engine; no process is started before it is warmed or gets a program.
   *
   * @param config the plug-in's own configuration
   */
  static ScriptEngine create(SandboxConfig sandbox, JsonNode config, PluginContext context) {
    if (sandbox.isolation() == Isolation.PROCESS) {
      return workers(sandbox, config, context);
    }
    if (JavaWorkers.whyNone(config).isPresent()) {
      return GraalJsEngine.of(
          sandbox, context, found -> found.stream().filter(t -> !isNative(t)).toList());
    }
    boolean movesOver = sandbox.isolation() == Isolation.MIXED;
    LazyWorkers workers = new LazyWorkers(() -> workers(sandbox, config, context));
    UnaryOperator<List<TypeScriptTranspiler>> transpilers =
        found ->
            found.stream()
                .map(t -> isNative(t) ? new WorkerTranspiler(t, workers, sandbox) : t)
                .toList();
    // Where there are workers, no program is refused for others that go on.
    SandboxConfig here =
        movesOver ? sandbox.toBuilder().maxZombies(Integer.MAX_VALUE).build() : sandbox;
    return new MixedEngine(GraalJsEngine.of(here, context, transpilers), workers, movesOver);
  }

  /** Whether nothing but the end of the process ends it. */
  private static boolean isNative(TypeScriptTranspiler transpiler) {
    return transpiler instanceof Swc4jTranspiler;
  }

  /** A warning for an operator whose configuration, the default, cannot be had. */
  static Optional<String> warning(SandboxConfig sandbox, JsonNode config) {
    return sandbox.isolation() != Isolation.MIXED
        ? Optional.empty()
        : JavaWorkers.whyNone(config)
            .map(
                reason ->
                    "programs run in this process alone: one that cannot be stopped keeps a core"
                        + " busy until the process ends, and beside more than "
                        + sandbox.maxZombies()
                        + " of them no program is run. No worker process can take over: "
                        + reason);
  }

  private static ScriptEngine workers(
      SandboxConfig sandbox, JsonNode config, PluginContext context) {
    return new WorkerEngine(sandbox, JavaWorkers.of(sandbox, config), context);
  }
}
