package io.gatemini.sandbox.internal.run;

import io.gatemini.config.SandboxConfig;
import io.gatemini.spi.PluginContext;
import java.util.List;

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

  /** An engine in this process, which may be a worker's. */
  LocalEngine create(SandboxConfig sandbox, PluginContext context);

  /** The jars that a worker needs beside the gateway's. */
  EngineJars jars();

  /** Whether a program may end the process that it is in. */
  default boolean needsSpare() {
    return false;
  }

  /** The heap of the virtual machine of a worker. */
  default long heapBytes(SandboxConfig sandbox) {
    return sandbox.workerHeapBytes();
  }

  /** Flags of the virtual machine that a worker gets for it. */
  default List<String> flags() {
    return List.of();
  }

  /** The names of the plug-ins that the engine uses, in their order. */
  default List<String> plugins(PluginContext context) {
    return List.of();
  }

  /**
   * The jars that an engine is loaded from, each named by something in it.
   *
   * @param needed a class of each jar that the engine cannot do without
   * @param wanted a class of each jar that it uses where it is there
   * @param resources resources whose every jar it uses
   * @param names beginnings of the file names of jars that it uses, for those without classes
   */
  public record EngineJars(
      List<String> needed, List<String> wanted, List<String> resources, List<String> names) {
    public EngineJars {
      needed = List.copyOf(needed);
      wanted = List.copyOf(wanted);
      resources = List.copyOf(resources);
      names = List.copyOf(names);
    }

    /** The jars of these classes alone. */
    public static EngineJars of(Class<?>... classes) {
      return new EngineJars(
          List.of(classes).stream().map(Class::getName).toList(), List.of(), List.of(), List.of());
    }
  }
}
