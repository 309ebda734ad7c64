package io.gatemini.sandbox.internal.run;

import io.gatemini.config.SandboxConfig;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ScriptEngine;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Makes the engine of a language, in the gateway's process and in worker processes. A worker makes
 * the factory by the name of its class, with the public constructor that has no parameters.
 */
public interface EngineFactory {
  /** The name of the plug-in whose engine it makes. */
  String plugin();

  /** Whether its engine counts every step and byte of a program, and so needs no other process. */
  default boolean countsAll() {
    return false;
  }

  /** An engine in this process. */
  LocalEngine create(SandboxConfig sandbox, PluginContext context);

  /**
   * An engine in the gateway's process.
   *
   * @param workers the engine over worker processes, for what is better done there; absent where
   *     there can be none, and empty after its end
   */
  default LocalEngine createInGateway(
      SandboxConfig sandbox,
      PluginContext context,
      Optional<Supplier<Optional<ScriptEngine>>> workers) {
    return create(sandbox, context);
  }

  /** The jars that a worker needs beside the gateway's. */
  EngineJars jars();

  /** The names of the plug-ins that the engine uses, in their order. */
  default List<String> plugins(PluginContext context) {
    return List.of();
  }
}
