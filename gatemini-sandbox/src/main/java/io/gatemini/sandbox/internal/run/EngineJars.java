package io.gatemini.sandbox.internal.run;

import java.util.List;

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
