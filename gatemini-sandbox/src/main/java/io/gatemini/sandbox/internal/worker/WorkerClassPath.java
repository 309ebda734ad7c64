package io.gatemini.sandbox.internal.worker;

import io.gatemini.config.ConfigException;
import io.gatemini.sandbox.internal.typescript.SucraseTranspiler;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The jars and directories a worker needs, found where this process loads their classes from. What
 * else the host has on its class path is not passed on.
 */
public final class WorkerClassPath {
  /** A class of each jar that the engine cannot do without. */
  private static final List<String> NEEDED =
      List.of(
          "io.gatemini.sandbox.internal.worker.WorkerMain",
          "io.gatemini.RawJson",
          "com.fasterxml.jackson.databind.ObjectMapper",
          "com.fasterxml.jackson.core.JsonParser",
          "com.fasterxml.jackson.annotation.JsonProperty",
          "org.graalvm.polyglot.Context",
          "com.oracle.truffle.js.lang.JavaScriptLanguage",
          "com.oracle.truffle.api.Truffle",
          "com.oracle.truffle.regex.RegexLanguage",
          "org.graalvm.shadowed.com.ibm.icu.util.ULocale",
          "org.graalvm.collections.EconomicMap",
          "org.graalvm.nativeimage.ImageInfo",
          "org.graalvm.word.WordBase");

  /** A class of each jar that is used where it is there. */
  private static final List<String> WANTED =
      List.of(
          "org.graalvm.shadowed.org.tukaani.xz.XZ",
          "com.oracle.truffle.runtime.OptimizedTruffleRuntime",
          "com.oracle.truffle.compiler.TruffleCompiler",
          "org.graalvm.jniutils.JNI",
          "com.github.benmanes.caffeine.cache.Caffeine",
          "com.caoccao.javet.swc4j.Swc4j");

  /** The beginning of the names of jars with native parts: they bring no class. */
  private static final String NATIVE = "swc4j";

  private static final String TRANSPILERS =
      "META-INF/services/io.gatemini.spi.TypeScriptTranspiler";
  private static final String MANIFEST = "META-INF/MANIFEST.MF";

  private WorkerClassPath() {}

  /**
   * Finds it.
   *
   * @throws ConfigException when something is not in a jar or directory of its own
   */
  public static String find() {
    ClassLoader loader = Objects.requireNonNull(WorkerClassPath.class.getClassLoader());
    Set<Path> entries = new LinkedHashSet<>();
    for (String name : NEEDED) {
      entries.add(
          entry(loader, resource(name))
              .orElseThrow(() -> new ConfigException("isolation process needs the class " + name)));
    }
    for (String name : WANTED) {
      entry(loader, resource(name)).ifPresent(entries::add);
    }
    for (URL url : all(loader, TRANSPILERS)) {
      entries.add(entry(url, TRANSPILERS));
    }
    for (URL url : all(loader, MANIFEST)) {
      String text = url.toString();
      String jar = text.substring(0, text.length() - MANIFEST.length() - 1);
      String file = jar.substring(jar.lastIndexOf('/') + 1);
      if (file.startsWith(NATIVE)) {
        entries.add(entry(url, MANIFEST));
      }
    }
    entry(loader, SucraseTranspiler.PROPERTIES).ifPresent(entries::add);
    return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  private static String resource(String name) {
    return name.replace('.', '/') + ".class";
  }

  private static List<URL> all(ClassLoader loader, String resource) {
    try {
      return new ArrayList<>(Collections.list(loader.getResources(resource)));
    } catch (IOException e) {
      return List.of();
    }
  }

  private static Optional<Path> entry(ClassLoader loader, String resource) {
    return Optional.ofNullable(loader.getResource(resource)).map(url -> entry(url, resource));
  }

  /** The jar or directory behind the address of a resource in it. */
  static Path entry(URL url, String resource) {
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
          throw odd(resource);
        }
      }
    }
    throw odd(resource);
  }

  private static ConfigException odd(String resource) {
    return new ConfigException(
        "isolation process needs its classes in jars of their own, and "
            + resource
            + " is not in one; set worker_class_path of the plug-in graaljs, or isolation"
            + " in_process");
  }
}
