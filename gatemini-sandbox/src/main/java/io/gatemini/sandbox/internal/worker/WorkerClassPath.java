package io.gatemini.sandbox.internal.worker;

import io.gatemini.config.ConfigException;
import io.gatemini.sandbox.internal.run.EngineFactory;
import io.gatemini.sandbox.internal.run.EngineFactory.EngineJars;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The jars and directories a worker needs, found where this process loads their classes from. Other
 * entries of the host's class path are not passed on.
 */
final class WorkerClassPath {
  /** A class of each jar that every worker needs. */
  private static final List<String> NEEDED =
      List.of(
          "io.gatemini.sandbox.internal.worker.WorkerMain",
          "io.gatemini.RawJson",
          "com.fasterxml.jackson.databind.ObjectMapper",
          "com.fasterxml.jackson.core.JsonParser",
          "com.fasterxml.jackson.annotation.JsonProperty");

  private static final String MANIFEST = "META-INF/MANIFEST.MF";

  private final String plugin;
  private final ClassLoader loader;
  private final Set<Path> entries = new LinkedHashSet<>();

  private WorkerClassPath(EngineFactory engines) {
    plugin = engines.plugin();
    loader = Objects.requireNonNull(engines.getClass().getClassLoader());
  }

  /**
   * Finds it.
   *
   * @throws ConfigException when something is not in a jar or directory of its own
   */
  static String find(EngineFactory engines) {
    WorkerClassPath path = new WorkerClassPath(engines);
    EngineJars jars = engines.jars();
    NEEDED.forEach(path::need);
    path.need(engines.getClass().getName());
    jars.needed().forEach(path::need);
    jars.wanted().forEach(path::want);
    jars.resources().forEach(path::all);
    path.named(jars.names());
    return path.entries.stream()
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private void need(String name) {
    if (!want(name)) {
      throw new ConfigException("isolation process needs the class " + name);
    }
  }

  private boolean want(String name) {
    String resource = name.replace('.', '/') + ".class";
    URL url = loader.getResource(resource);
    return url != null && add(url, resource);
  }

  private void all(String resource) {
    urls(resource).forEach(url -> add(url, resource));
  }

  /** The jars whose file names begin so. */
  private void named(List<String> beginnings) {
    for (URL url : urls(MANIFEST)) {
      String text = url.toString();
      String jar = text.substring(0, text.length() - MANIFEST.length() - 1);
      String file = jar.substring(jar.lastIndexOf('/') + 1);
      if (beginnings.stream().anyMatch(file::startsWith)) {
        add(url, MANIFEST);
      }
    }
  }

  private List<URL> urls(String resource) {
    try {
      return Collections.list(loader.getResources(resource));
    } catch (IOException e) {
      return List.of();
    }
  }

  private boolean add(URL url, String resource) {
    entries.add(entry(url, resource, plugin));
    return true;
  }

  /** The jar or directory behind the address of a resource in it. */
  static Path entry(URL url, String resource, String plugin) {
    String text = url.toString();
    if (text.endsWith(resource)) {
      String entry = text.substring(0, text.length() - resource.length());
      if (entry.startsWith("jar:") && entry.endsWith("!/")) {
        entry = entry.substring("jar:".length(), entry.length() - "!/".length());
      }
      if (entry.startsWith("file:") && !entry.contains("!/")) {
        try {
          return Path.of(new URI(entry));
        } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
          throw odd(resource, plugin);
        }
      }
    }
    throw odd(resource, plugin);
  }

  private static ConfigException odd(String resource, String plugin) {
    return new ConfigException(
        "isolation process needs its classes in jars of their own, and "
            + resource
            + " is not in one; set worker_class_path of the plug-in "
            + plugin
            + ", or isolation in_process");
  }
}
