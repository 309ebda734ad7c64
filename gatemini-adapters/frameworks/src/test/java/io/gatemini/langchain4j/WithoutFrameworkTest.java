package io.gatemini.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The framework is optional: a host without it has everything but this package. */
class WithoutFrameworkTest {
  @Test
  void aGatewayWorks() throws Exception {
    try (URLClassLoader host = withoutFramework()) {
      Class<?> gateway = host.loadClass("io.gatemini.Gateway");
      Object builder = gateway.getMethod("builder").invoke(null);
      try (AutoCloseable built =
          (AutoCloseable)
              gateway.getMethod("builder").getReturnType().getMethod("build").invoke(builder)) {
        Object instructions = gateway.getMethod("instructions").invoke(built);

        assertThat(instructions.toString()).isNotEmpty();
        assertThat(gateway.getClassLoader()).isSameAs(host);
      }
    }
  }

  @Test
  void theAdapterIsMissedWhereItIsAskedFor() throws Exception {
    try (URLClassLoader host = withoutFramework()) {
      assertThat(missing(host)).contains("dev/langchain4j");
    }
  }

  private static String missing(ClassLoader host) throws ClassNotFoundException {
    try {
      host.loadClass("io.gatemini.langchain4j.GatewayToolProvider");
      return "nothing";
    } catch (NoClassDefFoundError e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static URLClassLoader withoutFramework() throws MalformedURLException {
    List<URL> places = new ArrayList<>();
    for (String place : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (!place.contains("langchain4j")) {
        places.add(Path.of(place).toUri().toURL());
      }
    }
    return new URLClassLoader(places.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }
}
