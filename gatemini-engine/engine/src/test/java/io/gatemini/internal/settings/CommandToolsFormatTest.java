package io.gatemini.internal.settings;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.option.OptionSource;
import io.gatemini.spi.option.Options;
import io.gatemini.testing.Pairs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Command-line tools in a configuration file. */
class CommandToolsFormatTest {
  @Test
  void takesToolsForCommandLineToolsAsTheyAreWritten() {
    BackendConfig config =
        ReadConfig.of(
                """
                backends:
                  git:
                    tools:
                      log: {command: 'git log ${x} $HOME', shell: true, timeout: 5}
                    health_check: git -C ${HOME} status
                    max_output_bytes: 2048
                    env: {TOKEN: "${TOKEN}"}
                """,
                Map.of("TOKEN", "t", "HOME", "/home"))
            .backend("git");

    assertThat(config.transport()).isEqualTo("cli-adapter");
    assertThat(config.options().toString())
        .isEqualTo(
            "{\"tools\":{\"log\":{\"command\":\"git log ${x}"
                + " $HOME\",\"shell\":true,\"timeout\":5}},\"health_check\":\"git -C ${HOME}"
                + " status\",\"max_output_bytes\":2048}");
    assertThat(config.env()).containsEntry("TOKEN", "t");
  }

  @Pairs(
      """
      tools.yaml -> etc/tools.yaml | ../${D}/tools.yaml -> etc/../shared/tools.yaml
      /opt/tools.yaml -> /opt/tools.yaml | ~/tools.yaml -> HOME/tools.yaml
      """)
  void findsAnAdapterFileFromItsOwnPlace(String written, String path) {
    BackendConfig config =
        ReadConfig.of("backends: {a: {adapter_file: '" + written + "'}}", Map.of("D", "shared"))
            .backend("a");

    assertThat(config.transport()).isEqualTo("cli-adapter");
    assertThat(config.options().path("adapter_file").asText().replace('\\', '/'))
        .isEqualTo(path.replace("HOME", System.getProperty("user.home")));
  }

  @Test
  void readsADocumentWithoutPuttingAnythingIn(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("a.yaml"), "a: ${HOME}\nb: [1.50, yes, true]");

    OptionSource source = OptionSource.verbatim("a.yaml");
    assertThat(Options.read(file, source, "tools").json().toString())
        .isEqualTo("{\"a\":\"${HOME}\",\"b\":[1.50,\"yes\",true]}");
    assertThrown(
            ConfigException.class,
            () -> Options.read(Files.writeString(file, "# nothing"), source, "tools"))
        .hasMessage("a.yaml: the file is empty; begin with \"tools:\", see the README");
  }
}
