package io.gatemini.sandbox.internal.npm;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A package of CommonJS files in a jar of {@code org.mvnpm}. */
public enum NpmPackage {
  /** The transpiler. */
  SUCRASE("sucrase", "dist/"),
  /** Globals of the web that engines lack. */
  CORE_JS("core-js", "");

  private static final Pattern REQUIRED = Pattern.compile("require\\('(\\.[^']*)'\\)");

  private static final String LOADER = "io/gatemini/sandbox/internal/npm/commonjs.js";

  /** A class of a module sees the resources of no other module; its loader does. */
  private static final ClassLoader CLASSES = NpmPackage.class.getClassLoader();

  private final String artifact;
  private final String folder;

  NpmPackage(String artifact, String folder) {
    this.artifact = artifact;
    this.folder = folder;
  }

  /** The resource that the jar is known by: it has neither a class nor a manifest. */
  public String properties() {
    return "META-INF/maven/org.mvnpm/" + artifact + "/pom.properties";
  }

  /** Whether the jar is on the class path. */
  public boolean isThere() {
    return CLASSES.getResource(properties()) != null;
  }

  /**
   * An expression whose value is a function that takes what is absent, by path, and returns one
   * that loads a module by its path.
   *
   * @param entries the modules that will be loaded; it has them and all that they require
   */
  public String loader(List<String> entries) {
    StringBuilder script = new StringBuilder("((files) => (absent) => ");
    script.append(String.valueOf(read(LOADER))).append("(files, absent))({__proto__: null");
    String directory = "META-INF/resources/_static/%s/%s/%s".formatted(artifact, version(), folder);
    Set<String> seen = new HashSet<>();
    Deque<String> left = new ArrayDeque<>(entries);
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
        continue; // something is in its place, or the loader says that it is missing
      }
      script.append(",\n'").append(path).append("': function (exports, require, module) {");
      script.append(text).append("\n}");
      Matcher others = REQUIRED.matcher(text);
      while (others.find()) {
        left.add(URI.create("/" + path).resolve(others.group(1)).getPath().substring(1));
      }
    }
    return script.append("})").toString();
  }

  /** The version that its jar has. */
  public String version() {
    Properties properties = new Properties();
    try (InputStream in = CLASSES.getResourceAsStream(properties())) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the version of " + artifact, e);
    }
    return properties.getProperty("version");
  }

  private static @Nullable String read(String resource) {
    try (InputStream in = CLASSES.getResourceAsStream(resource)) {
      return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
  }
}
