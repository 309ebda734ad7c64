package io.gatemini.internal.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** The libraries of the shipped stores are optional: a host without them has everything else. */
class OptionalStoresTest {
  private static final String JDBC = "{\"url\": \"jdbc:h2:mem:optional\"}";

  @Test
  void aGatewayWorksWithoutTheirLibraries() throws Exception {
    try (URLClassLoader host = host()) {
      assertThat(found(host, "StateStoreProvider")).contains("io.gatemini.jdbc.JdbcStateProvider");
      assertThat(found(host, "StateStoreProvider"))
          .contains("io.gatemini.redis.RedisStateProvider");
      assertThat(found(host, "ResultStoreProvider"))
          .contains("io.gatemini.redis.RedisResultsProvider");
      assertThat(built(host, "none", "{}")).isEqualTo("built");
    }
  }

  @Test
  void aStoreNamesTheArtifactItMisses() throws Exception {
    try (URLClassLoader host = host()) {
      assertThat(built(host, "jdbc-state", JDBC)).contains("add com.h2database:h2");
      for (String store : new String[] {"redis-state", "redis-results"}) {
        assertThat(built(host, store, "{\"url\": \"redis://localhost:6379\"}"))
            .contains("plugins." + store + ".url", "add io.lettuce:lettuce-core");
      }
    }
  }

  /** As in the server, whose plug-ins are no part of its class path. */
  @Test
  void aDriverMayBeInAClassLoaderBelow() throws Exception {
    try (URLClassLoader host = host();
        URLClassLoader below = new URLClassLoader(libraries(true).toArray(URL[]::new), host)) {
      Thread thread = Thread.currentThread();
      ClassLoader before = thread.getContextClassLoader();
      thread.setContextClassLoader(below);
      try {
        assertThat(built(host, "jdbc-state", JDBC)).isEqualTo("built");
      } finally {
        thread.setContextClassLoader(before);
      }
    }
  }

  private static List<String> found(ClassLoader host, String kind) throws ClassNotFoundException {
    return ServiceLoader.load(host.loadClass("io.gatemini.spi." + kind), host).stream()
        .map(provider -> provider.get().getClass().getName())
        .toList();
  }

  /** Builds a gateway of the host's classes; gives the message where it is refused. */
  private static String built(ClassLoader host, String plugin, String config) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    if (before == ClassLoader.getSystemClassLoader()) {
      thread.setContextClassLoader(host);
    }
    try {
      Object builder = host.loadClass("io.gatemini.Gateway").getMethod("builder").invoke(null);
      Class<?> type = host.loadClass("io.gatemini.GatewayBuilder");
      Class<?> json = host.loadClass("io.gatemini.RawJson");
      Object tree =
          json.getMethod("tree").invoke(json.getMethod("parse", String.class).invoke(null, config));
      if (!plugin.equals("none")) {
        type.getMethod(
                "pluginConfig",
                String.class,
                host.loadClass("com.fasterxml.jackson.databind.JsonNode"))
            .invoke(builder, plugin, tree);
      }
      ((AutoCloseable) type.getMethod("build").invoke(builder)).close();
      return "built";
    } catch (InvocationTargetException e) {
      return e.getCause().toString();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static URLClassLoader host() throws MalformedURLException {
    return new URLClassLoader(
        libraries(false).toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  /** The class path: the stores' libraries alone, or everything else. */
  private static List<URL> libraries(boolean wanted) throws MalformedURLException {
    List<URL> places = new ArrayList<>();
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    for (String place : path.split(File.pathSeparator, -1)) {
      String name = Path.of(place).getFileName().toString();
      if (name.matches("(h2|lettuce-core|netty-.*)-\\d.*\\.jar") == wanted) {
        places.add(Path.of(place).toUri().toURL());
      }
    }
    return places;
  }
}
