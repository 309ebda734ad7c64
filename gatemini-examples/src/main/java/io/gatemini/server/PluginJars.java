package io.gatemini.server;

import io.gatemini.server.install.InstalledServer;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

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
    Optional<InstalledServer> server = InstalledServer.running();
    File[] files = server.isEmpty() ? null : server.get().directory("plugins").toFile().listFiles();
    if (files == null) {
      return;
    }
    Arrays.sort(files);
    List<URL> jars = new ArrayList<>();
    for (File file : files) {
      if (file.getName().endsWith(".jar")) {
        jars.add(file.toURI().toURL());
      }
    }
    if (jars.isEmpty()) {
      return;
    }
    Thread.currentThread()
        .setContextClassLoader(
            new PluginLoader(
                jars.toArray(URL[]::new), Thread.currentThread().getContextClassLoader()));
  }
}
