package io.gatemini.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Gateways of one process share no state: what changes belongs to an index or a search. */
class StaticStateTest {
  @Test
  void onlyTheBundledModelIsShared() throws Exception {
    List<String> mutable =
        classes()
            .flatMap(type -> Stream.of(type.getDeclaredFields()))
            .filter(field -> !field.isSynthetic() && Modifier.isStatic(field.getModifiers()))
            .filter(field -> !Modifier.isFinal(field.getModifiers()))
            .map(Field::toString)
            .toList();

    assertThat(mutable).singleElement().asString().contains("StaticModel.bundled");
  }

  private static Stream<Class<?>> classes() throws URISyntaxException, IOException {
    Path root =
        Path.of(HybridRetriever.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<Path> files;
    try (Stream<Path> all = Files.walk(root)) {
      files = all.filter(file -> file.toString().endsWith(".class")).toList();
    }
    assertThat(files).hasSizeGreaterThan(50);
    return files.stream()
        .map(file -> root.relativize(file).toString().replace('/', '.').replaceAll("\\.class$", ""))
        .map(StaticStateTest::load);
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, StaticStateTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }
}
