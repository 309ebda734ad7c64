package io.gatemini.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** The server is without Lettuce: its jars, among the plug-ins, make the stores on Redis work. */
class PluginLoaderTest {
  @Test
  void givesTheStoresALibraryOfThePlugins() throws Exception {
    try (URLClassLoader server =
        new URLClassLoader(jars(false), ClassLoader.getPlatformClassLoader())) {
      // Never closed: threads of the library outlive its clients, and load classes as they go.
      PluginLoader plugins = new PluginLoader(jars(true), server);
      Class<?> kind = server.loadClass("io.gatemini.spi.StateStoreProvider");
      List<Class<?>> found = new ArrayList<>();
      ServiceLoader.load(kind, plugins).forEach(provider -> found.add(provider.getClass()));

      assertThat(found)
          .filteredOn(type -> type.getName().equals("io.gatemini.redis.RedisStateProvider"))
          .extracting(Class::getClassLoader)
          .containsExactly(plugins);
      Class<?> clients = plugins.loadClass("io.gatemini.redis.RedisClients");
      try (AutoCloseable client =
          (AutoCloseable)
              clients.getMethod("open", String.class).invoke(null, "redis://localhost:6379")) {
        assertThat(client.getClass().getClassLoader()).isSameAs(plugins);
      }
    }
  }

  private static URL[] jars(boolean ofLettuce) throws Exception {
    List<URL> places = new ArrayList<>();
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    for (String place : path.split(File.pathSeparator, -1)) {
      String name = Path.of(place).getFileName().toString();
      if (name.matches("(lettuce-core|netty-.*|reactor-core|reactive-streams)-\\d.*\\.jar")
          == ofLettuce) {
        places.add(Path.of(place).toUri().toURL());
      }
    }
    return places.toArray(URL[]::new);
  }
}
