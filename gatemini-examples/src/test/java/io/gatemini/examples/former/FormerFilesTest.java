package io.gatemini.examples.former;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.spi.Json;
import io.gatemini.spi.OutputReducerProvider;
import io.gatemini.testing.TestGateway;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that 0.2.0 (d67a417e) wrote or was given: a configuration, the cache with its pins and
 * figures, and the jar of a plug-in compiled against it. They work as they are.
 */
class FormerFilesTest {
  private static final Path FILES =
      Path.of("src/test/resources/io/gatemini/examples/former/0.2.0").toAbsolutePath();

  private final Path directory;
  private final Path configuration;
  @AutoClose private URLClassLoader jar;

  FormerFilesTest(@TempDir Path directory) {
    this.directory = directory;
    this.configuration = directory.resolve("gatemini.yaml");
  }

  @BeforeEach
  void copy() throws IOException {
    for (String file : new String[] {"gatemini.yaml", "cache.json"}) {
      Files.copy(FILES.resolve(file), directory.resolve(file));
    }
    jar =
        new URLClassLoader(
            new URL[] {FILES.resolve("first-lines-0.2.0.jar").toUri().toURL()},
            OutputReducerProvider.class.getClassLoader());
  }

  private Gateway gateway() {
    Gateway gateway =
        TestGateway.ready(
            Gateway.builder()
                .plugin(
                    ServiceLoader.load(OutputReducerProvider.class, jar).stream()
                        .filter(it -> it.type().getName().equals("former.FirstLinesProvider"))
                        .findFirst()
                        .orElseThrow()
                        .get())
                .config(configuration));

    return gateway;
  }

  @Test
  void work() throws IOException {
    try (Gateway gateway = gateway()) {
      assertThat(gateway.call("talk", Map.of("text", "hello")).text()).isEqualTo("hello\n");
      assertThat(gateway.run("return await __composite.twice({text: 'a'})").text())
          .isEqualTo("a\na\n");
      ChainResult lines = gateway.run("{\"tool\":\"shell.lines\",\"arguments\":{}}");
      assertThat(lines.text()).contains("first 2 of 20000 lines").endsWith("\n1\n2");
    }
    // Its count of calls goes on.
    JsonNode cache = Json.mapper().readTree(directory.resolve("cache.json").toFile());
    assertThat(cache.path("usage_stats").path("tools").path("shell.say").asInt()).isEqualTo(9);
  }

  @Test
  void keepTheirPins() throws IOException {
    String changed = Files.readString(configuration).replace("Says a text.", "Says another text.");
    Files.writeString(configuration, changed);
    try (Gateway gateway = gateway()) {
      ChainResult said = gateway.run("{\"tool\":\"shell.say\",\"arguments\":{\"text\":\"a\"}}");

      assertThat(said.isError()).isTrue();
      assertThat(said.text()).contains("quarantined");
      assertThat(gateway.run("{\"tool\":\"shell.lines\",\"arguments\":{}}").isError()).isFalse();
    }
  }
}
