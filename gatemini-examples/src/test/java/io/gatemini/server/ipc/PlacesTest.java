package io.gatemini.server.ipc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.internal.config.Environment;
import io.gatemini.internal.process.GatewayAncestry;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a daemon and its configuration are, and what a client brings. */
class PlacesTest {
  private final Path directory;
  private final Path config;

  PlacesTest(@TempDir Path directory) throws IOException {
    this.directory = directory.toRealPath();
    config = Files.writeString(this.directory.resolve("a.yaml"), "backends: {}\n");
  }

  @Test
  void areThoseOfTheFileItselfWhateverItsName() throws IOException {
    Map<String, String> environment = Map.of("XDG_RUNTIME_DIR", "/run/user/7");
    Path link = Files.createSymbolicLink(directory.resolve("link.yaml"), config);
    Path other = Files.copy(config, directory.resolve("b.yaml"));

    DaemonPlaces places = DaemonPlaces.of(config, environment);

    assertThat(places.socket()).hasParentRaw(Path.of("/run/user/7/gatemini"));
    assertThat(DaemonPlaces.of(link, environment)).isEqualTo(places);
    assertThat(DaemonPlaces.of(other, environment)).isNotEqualTo(places);
    assertThat(List.of(places.pid(), places.log(), places.startLock(), places.ownerLock()))
        .doesNotHaveDuplicates()
        .allMatch(file -> file.startsWith(Path.of("/run/user/7/gatemini")));
  }

  @Test
  void areInTheTemporaryDirectoryWhereThereIsNoOther() throws IOException {
    String own = "/tmp/gatemini-" + System.getProperty("user.name");

    assertThat(DaemonPlaces.of(config, Map.of()).socket()).hasParentRaw(Path.of(own));
    assertThat(DaemonPlaces.of(config, Map.of("XDG_RUNTIME_DIR", "relative")).socket())
        .hasParentRaw(Path.of(own));
    assertThat(DaemonPlaces.of(config, Map.of("XDG_RUNTIME_DIR", "/" + "x".repeat(100))).socket())
        .hasParentRaw(Path.of(own));
  }

  @Test
  void areNowhereWithoutAConfiguration() {
    assertThatThrownBy(() -> DaemonPlaces.of(directory.resolve("none"), Map.of()))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void takeTheVariablesThatTheConfigurationNamesAndNoOther() throws IOException {
    Files.writeString(
        config,
        """
        backends:
          a: {command: x, args: ["${ONE}", "${env:TWO}", "${THREE:-3}", "$FOUR", "${PWD}"]}
          b: {url: "https://x/${not a name}", headers: {K: "secretref:env:FIVE"}}
          c: {command: "é${SIX}"}
        """);

    assertThat(
            NamedVariables.in(
                config,
                Map.of(
                    "ONE", "1", "TWO", "2", "FOUR", "4", "FIVE", "5", "SIX", "é", "SECRET", "s")))
        .containsOnly(
            Map.entry("ONE", "1"),
            Map.entry("TWO", "2"),
            Map.entry("FIVE", "5"),
            Map.entry("SIX", "é"),
            Map.entry("PWD", Path.of("").toAbsolutePath().toString()));
  }

  @Test
  void areSaidInOneLineOfJson() throws IOException {
    String hard = "a\"b\\c\n\u0001é\ud83d\ude00\ud800";
    String line = Greeting.client("1", "/x y", Map.of("HARD", hard));

    assertThat(line).doesNotContain("\n");
    assertThat(Json.mapper().readTree(line).at("/variables/HARD").asText()).isEqualTo(hard);
    assertThat(Greeting.readDaemon(Greeting.daemon("0.2.0")))
        .hasValue(new Greeting.Daemon("0.2.0", ProcessHandle.current().pid()));
    for (String odd :
        List.of("", "{}", "HTTP/1.1 400", "{\"gatemini\":2,\"version\":\"1\",\"pid\":1}")) {
      assertThat(Greeting.readDaemon(odd)).isEmpty();
    }
  }

  /** The proxy has no class of the engine, and reads the variable all the same. */
  @Test
  void readTheVariableThatTheEngineSets() {
    assertThat(Greeting.ANCESTRY).isEqualTo(GatewayAncestry.VARIABLE);
  }

  @Test
  void findTheConfigurationAsTheServerDoes() {
    for (String os : List.of("Linux", "Mac OS X", "Windows 11")) {
      for (Map<String, String> environment :
          List.of(
              Map.<String, String>of(),
              Map.of("XDG_CONFIG_HOME", "/c", "APPDATA", "/a"),
              Map.of("XDG_CONFIG_HOME", "relative"))) {
        assertThat(ConfigPath.directory(os, "/home/x", environment))
            .isEqualTo(Environment.configDirectory(os, "/home/x", environment));
      }
    }
  }
}
