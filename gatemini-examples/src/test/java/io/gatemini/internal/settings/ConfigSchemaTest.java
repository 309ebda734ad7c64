package io.gatemini.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.internal.plugin.Plugins;
import io.gatemini.server.cli.ConfigSchema;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.Json;
import io.gatemini.spi.Provider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The schema for editors and the reference for people say what the tables that read a configuration
 * say. {@code -Drecord.config} writes both anew.
 */
class ConfigSchemaTest {
  private static final Path API = Path.of("..", "gatemini-api");
  private static final Path SCHEMA =
      API.resolve("src/main/resources/io/gatemini/config.schema.json");
  private static final Path REFERENCE = API.resolve("CONFIGURATION.md");

  @BeforeAll
  static void record() throws IOException {
    if (System.getProperty("record.config") != null) {
      Files.writeString(SCHEMA, made().toPrettyString() + "\n");
      Files.writeString(REFERENCE, ConfigReference.of(made()));
    }
  }

  @Test
  void shipsTheSchemaOfTheTables() throws IOException {
    assertThat(Files.readString(SCHEMA)).isEqualTo(made().toPrettyString() + "\n");
  }

  @Test
  void describesTheKeysOfTheTables() throws IOException {
    assertThat(Files.readString(REFERENCE)).isEqualTo(ConfigReference.of(made()));
  }

  /** Those that are shipped. */
  private static List<Provider> plugins() {
    return Plugins.of(Provider.class, List.of(), true).stream()
        .filter(plugin -> !plugin.getClass().getName().startsWith("io.gatemini.examples."))
        .sorted(Comparator.comparing(Provider::name))
        .toList();
  }

  private static JsonNode made() throws IOException {
    List<BackendProvider> transports =
        ServiceLoader.load(BackendProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(provider -> provider.getClass().getName().startsWith("io.gatemini.transport."))
            .sorted(Comparator.comparing(BackendProvider::name))
            .toList();
    // Read back, so that numbers are of the kinds that a reader makes of them.
    return Json.mapper().readTree(ConfigSchema.of(transports, plugins()).toString());
  }
}
