package io.gatemini.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;

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
