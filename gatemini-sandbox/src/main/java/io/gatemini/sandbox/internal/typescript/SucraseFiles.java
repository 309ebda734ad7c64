package io.gatemini.sandbox.internal.typescript;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sucrase ({@code org.mvnpm:sucrase}) as it is published, in CommonJS files, as one script. */
public final class SucraseFiles {
  /** What the jar of Sucrase is known by: it has neither a class nor a manifest. */
  public static final String PROPERTIES = "META-INF/maven/org.mvnpm/sucrase/pom.properties";

  private static final String FILES = "META-INF/resources/_static/sucrase/%s/dist/";

  private static final String LOADER = "io/gatemini/sandbox/internal/typescript/sucrase.js";

  private static final Pattern REQUIRED = Pattern.compile("require\\('(\\.[^']*)'\\)");

  /** A class of a module sees the resources of no other module; its loader does. */
  private static final ClassLoader CLASSES = SucraseFiles.class.getClassLoader();

  private SucraseFiles() {}

  static boolean areThere() {
    return CLASSES.getResource(PROPERTIES) != null;
  }

  /**
   * An expression whose value is a function that takes a TypeScript program and returns an object
   * with its {@code code}, or with an {@code error} and the {@code line} of it.
   */
  public static String asFunction() {
    StringBuilder script = new StringBuilder("((files) => ");
    script.append(required(LOADER)).append("((path) => files[path] ?? null))({__proto__: null");
    String directory = FILES.formatted(version());
    Set<String> seen = new HashSet<>();
    Deque<String> left = new ArrayDeque<>(Set.of("index"));
    while (!left.isEmpty()) {
      String module = left.remove();
      if (!seen.add(module)) {
        continue;
      }
      String path = module + ".js";
      String text = read(directory + path);
      if (text == null) {
        path = module + "/index.js";
        text = read(directory + path);
      }
      if (text == null) {
        continue; // the loader has something in its place, or says so
      }
      script.append(",\n'").append(path).append("': function (exports, require, module) {");
      script.append(text).append("\n}");
      Matcher others = REQUIRED.matcher(text);
      while (others.find()) {
        left.add(resolved(path, others.group(1)));
      }
    }
    return script.append("})").toString();
  }

  private static String resolved(String path, String name) {
    return java.net.URI.create("/" + path).resolve(name).getPath().substring(1);
  }

  private static String version() {
    Properties properties = new Properties();
    try (InputStream in = CLASSES.getResourceAsStream(PROPERTIES)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the version of Sucrase", e);
    }
    return properties.getProperty("version");
  }

  private static String required(String resource) {
    String text = read(resource);
    if (text == null) {
      throw new IllegalStateException("the jar lacks " + resource);
    }
    return text;
  }

  private static @Nullable String read(String resource) {
    try (InputStream in = CLASSES.getResourceAsStream(resource)) {
      return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
  }
}
