package io.gatemini.server;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;

/**
 * The jars in {@code plugins}, beside {@code gatemini.jar}: what is discovered is looked for in
 * them too.
 *
 * <p>They are not on the class path: with another one than that of the build its class archive
 * would not fit.
 */
final class PluginJars {
  private PluginJars() {}

  /** Lets what this thread, and those that it starts, discover come from the jars too. */
  static void discover() throws MalformedURLException {
    // Started with -jar, the class path is that jar.
    File directory =
        new File(
            new File(System.getProperty("java.class.path")).getAbsoluteFile().getParentFile(),
            "plugins");
    File[] jars = directory.listFiles((parent, name) -> name.endsWith(".jar"));
    if (jars == null || jars.length == 0) {
      return;
    }
    Arrays.sort(jars);
    URL[] urls = new URL[jars.length];
    for (int i = 0; i < jars.length; i++) {
      urls[i] = jars[i].toURI().toURL();
    }
    Thread.currentThread()
        .setContextClassLoader(
            new URLClassLoader(urls, Thread.currentThread().getContextClassLoader()));
  }
}
