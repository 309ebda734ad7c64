package io.gatemini.server;

import io.gatemini.server.install.InstalledServer;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Loads plug-ins. The stores on Redis are part of the class path, whose loader does not see the
 * jars of plug-ins: where one of these is Lettuce, this loader defines the stores itself.
 */
final class PluginLoader extends URLClassLoader {
  private static final String STORES = "io.gatemini.redis.";
  private static final String CLIENT = "io/lettuce/core/RedisClient.class";

  static {
    registerAsParallelCapable();
  }

  private final boolean hasClient;

  PluginLoader(URL[] jars, ClassLoader parent) {
    super(jars, parent);
    hasClient = findResource(CLIENT) != null && parent.getResource(CLIENT) == null;
  }

  /**
   * Lets what this thread, and those that it starts, discover come from the jars in {@code plugins}
   * too, beside {@code gatemini.jar}. They are not on the class path: with another one than that of
   * the build its class archive would not fit.
   */
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

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!hasClient || !name.startsWith(STORES)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : defined(name);
    }
  }

  private Class<?> defined(String name) throws ClassNotFoundException {
    try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (file == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = file.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
