package io.gatemini.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gatemini.Gateway;
import io.gatemini.internal.DefaultEngine;
import io.gatemini.internal.answer.LosslessReduction;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.program.ChainRouter;
import io.gatemini.internal.surface.ToolSurface;
import io.gatemini.mcp.client.McpBackend;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Hosts whose class loaders see the public types, and the engine beside them or above, or not. */
class EngineLookupTest {
  private static final Class<?>[] API = {
    Gateway.class,
    ObjectMapper.class,
    JsonParser.class,
    JsonProperty.class,
    Jdk8Module.class,
    JavaTimeModule.class,
    NullMarked.class
  };
  private static final Class<?>[] ENGINE = {
    DefaultEngine.class,
    ToolSurface.class,
    ChainRouter.class,
    LosslessReduction.class,
    Catalog.class,
    McpBackend.class,
    Caffeine.class,
    Histogram.class
  };

  private static URLClassLoader loader(ClassLoader parent, Class<?>... of) {
    URL[] places =
        Stream.of(of)
            .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
            .toArray(URL[]::new);
    return new URLClassLoader(places, parent);
  }

  /** The builder that a host gets whose types come from {@code types}. */
  private static Object builder(ClassLoader types, ClassLoader context) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(context);
    try {
      return types.loadClass("io.gatemini.Gateway").getMethod("builder").invoke(null);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Test
  void saysWhichArtifactIsMissing() throws Exception {
    try (URLClassLoader alone = loader(ClassLoader.getPlatformClassLoader(), API)) {
      assertThatThrownBy(() -> builder(alone, alone))
          .isInstanceOf(InvocationTargetException.class)
          .cause()
          .hasMessageContaining("add the artifact io.gatemini:gatemini-engine");
    }
  }

  @Test
  void isFoundBesideTheTypesWhateverTheThreadSees() throws Exception {
    try (URLClassLoader both =
        loader(
            ClassLoader.getPlatformClassLoader(),
            Stream.of(API, ENGINE).flatMap(Stream::of).toArray(Class<?>[]::new))) {
      Object builder = builder(both, ClassLoader.getPlatformClassLoader());

      assertThat(builder.getClass().getClassLoader()).isSameAs(both);
    }
  }

  @Test
  void isEachApplicationsOwnWhereAllShareTheTypes() throws Exception {
    try (URLClassLoader shared = loader(ClassLoader.getPlatformClassLoader(), API);
        URLClassLoader one = loader(shared, ENGINE);
        URLClassLoader other = loader(shared, ENGINE)) {
      assertThat(builder(shared, one).getClass().getClassLoader()).isSameAs(one);
      assertThat(builder(shared, other).getClass().getClassLoader()).isSameAs(other);
    }
  }
}
