package io.gatemini.server.ipc;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.Gateway;
import io.gatemini.internal.process.ChildEnvironment;
import io.gatemini.internal.process.Environment;
import io.gatemini.internal.process.GatewayAncestry;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    assertThrown(
        NoSuchFileException.class, () -> DaemonPlaces.of(directory.resolve("none"), Map.of()));
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "backends: {a: {command: x, inherit_env: [ONE, \"TWO\", 'THREE_*', \"P_${PWD}\", FOUR]}}",
        "{\"backends\": {\"a\": {\"command\": \"x\", \"inherit_env\":[\"ONE\",\"TWO\"]}}}",
        """
        {"backends": {"a": {"command": "x",
          "inherit_env" : // the keys
          [
            "ONE", /* "NOT" */
            "TWO", // "NOT"
          ]}}}
        """,
        """
        inherit_env: # for all
          # the first
          - ONE   # one

          - "TWO"
          -   'THREE_*'
          # - FOUR
        backends:
          a:
            command: x
            args:
              - FIVE
        """,
        """
        backends:
          a:
            command: x
            'inherit_env': &both
            - ONE
            - none
          b: {command: x, inherit_env: *both}
          c:
            command: x
            inherit_env: all
            args: [NOT]
        """
      })
  void takeWhatInheritEnvNames(String text) throws IOException {
    Files.writeString(config, text);
    Set<String> read = new TreeSet<>();
    Gateway.builder()
        .config(config)
        .settings()
        .backends()
        .values()
        .forEach(backend -> read.addAll(backend.inheritEnv()));
    read.remove("all");
    assertThat(read).contains("ONE");

    assertThat(NamedVariables.inherited(text))
        .map(name -> name.replace("${PWD}", System.getenv().getOrDefault("PWD", "")))
        .containsExactlyInAnyOrderElementsOf(read);
  }

  /** The proxy has no class of the engine, and spares a secret that no program gets. */
  @Test
  void takeOfAPatternWhatAProgramGets() throws IOException {
    Files.writeString(config, "inherit_env: [A*, B_*_C, '*.d', X_KEY, KEY*, GONE]");
    Map<String, String> environment = new TreeMap<>();
    List.of(
            "A,AA,BA,B__C,B_x_C,b_x_C,x.d,xdd,X_KEY,KEY,KEYS,A_KEY,A_TOKEN,A_TOKENS,ATOKEN,A_secrets,APASSWORD_1"
                .split(","))
        .forEach(name -> environment.put(name, "1"));

    assertThat(NamedVariables.in(config, environment))
        .isEqualTo(
            ChildEnvironment.of(
                environment,
                List.of("none", "A*", "B_*_C", "*.d", "X_KEY", "KEY*", "GONE"),
                Map.of(),
                false))
        .containsKeys("A", "B_x_C", "x.d", "X_KEY", "KEYS", "A_TOKENS")
        .doesNotContainKeys("BA", "KEY", "A_KEY", "A_secrets", "APASSWORD_1");
  }

  @Test
  void areSaidInOneLineOfJson() throws IOException {
    String hard = "a\"b\\c\n\u0001é\ud83d\ude00\ud800";
    String line = Greeting.client("1", "/x y", Map.of("HARD", hard));

    assertThat(line).doesNotContain("\n");
    assertThat(Json.mapper().readTree(line).at("/variables/HARD").asText()).isEqualTo(hard);
    for (boolean waiting : new boolean[] {true, false}) {
      assertThat(Greeting.readDaemon(Greeting.daemon("0.2.0", waiting)))
          .hasValue(new Greeting.Daemon("0.2.0", ProcessHandle.current().pid(), waiting));
    }
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
        assertThat(DaemonPlaces.configDirectory(os, "/home/x", environment))
            .isEqualTo(Environment.configDirectory(os, "/home/x", environment));
      }
    }
  }
}
