package io.gatemini.sandbox;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.ConfigException;
import io.gatemini.config.SandboxConfig;
import io.gatemini.config.SandboxConfig.Engine;
import io.gatemini.config.SandboxConfig.Isolation;
import io.gatemini.sandbox.internal.graaljs.GraalJsFactory;
import io.gatemini.sandbox.internal.run.LocalEngine;
import io.gatemini.sandbox.internal.v8.V8Factory;
import io.gatemini.sandbox.internal.worker.JavaWorkers;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngineProvider;
import io.gatemini.spi.option.OptionTable;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The engine {@code v8}: JavaScript and TypeScript on V8, where {@code com.caoccao.javet:javet} and
 * its native part for this platform are on the class path. V8 runs in worker processes; where no
 * process may be started, {@link GraalJsProvider} takes its place. A configuration that names both
 * the engine {@code v8} and isolation {@code in_process} has V8 in the gateway's own process, which
 * a program can end then. The plug-in's configuration is that of {@link GraalJsProvider}.
 */
public final class V8Provider implements ScriptEngineProvider {
  private static final Logger LOG = System.getLogger(V8Provider.class.getName());

  private static final String NO_PROCESS =
      "V8 runs in worker processes, and there can be none: set sandbox.isolation to auto, or take"
          + " GraalJS, which org.graalvm.polyglot:js and the portable zip bring; sandbox.engine v8"
          + " with isolation in_process runs V8 in this process, which a program can end then";

  /** Keys of the sandbox that bound what V8 does not count. */
  private static final List<String> WITHOUT_MEANING =
      List.of(
          "max_allocated_bytes", "max_statements", "max_string_length", "max_typed_array_length");

  private final V8Factory engines = new V8Factory();
  private final GraalJsProvider other = new GraalJsProvider();

  @Override
  public String name() {
    return engines.plugin();
  }

  /** Before GraalJS. */
  @Override
  public int weight() {
    return DEFAULT_WEIGHT + 10;
  }

  /** None where the jars are not there. */
  @Override
  public Set<String> languages() {
    return V8Factory.isThere() ? Set.of("javascript", "typescript") : Set.of();
  }

  @Override
  public OptionTable settings() {
    return JavaWorkers.KEYS;
  }

  @Override
  public Optional<String> warning(SandboxConfig sandbox, JsonNode config) {
    if (!isOutside(sandbox, config) && !isInGateway(sandbox)) {
      return GraalJsFactory.isThere() ? other.warning(sandbox, config) : Optional.of(NO_PROCESS);
    }
    String given =
        WITHOUT_MEANING.stream()
            .filter(sandbox.json()::has)
            .map("sandbox."::concat)
            .collect(joining(", "));
    return given.isEmpty()
        ? Optional.empty()
        : Optional.of(
            given + ": JavaScript on V8 has no such bound; leave it out, or take GraalJS");
  }

  @Override
  public ScriptEngine create(SandboxConfig sandbox, JsonNode config, PluginContext context) {
    if (isOutside(sandbox, config)) {
      return new SandboxEngines(engines).create(sandbox, config, context);
    }
    if (isInGateway(sandbox)) {
      LocalEngine engine = engines.createInGateway(sandbox, context);
      if (!engine.note().isEmpty()) {
        LOG.log(Level.WARNING, engine.note());
      }
      return engine;
    }
    if (!GraalJsFactory.isThere()) {
      throw new ConfigException(NO_PROCESS);
    }
    return other.create(sandbox, config, context);
  }

  private static boolean isInGateway(SandboxConfig sandbox) {
    return sandbox.engine() == Engine.V8 && sandbox.isolation() == Isolation.IN_PROCESS;
  }

  private boolean isOutside(SandboxConfig sandbox, JsonNode config) {
    return !new SandboxEngines(engines).isInGateway(sandbox, config);
  }
}
