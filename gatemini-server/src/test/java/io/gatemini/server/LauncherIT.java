package io.gatemini.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.Json;
import io.gatemini.testing.Table;
import io.gatemini.testing.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Commands, clients and daemons through the launcher. */
@DisabledOnOs(OS.WINDOWS)
class LauncherIT extends PackagedServer {
  LauncherIT(@TempDir Path directory) {
    super(directory);
  }

  @ParameterizedTest
  @MethodSource("javaHomes")
  void answersAClientAndEndsWithIt(String javaHome) throws Exception {
    Ended ended = serve(TARGET.resolve("bin/gatemini"), Map.of("JAVA_HOME", javaHome));

    assertThat(ended.out()).startsWith("{").contains("\"id\":1", "\"serverInfo\"");
    assertThat(ended.exitCode()).isZero();
  }

  /** A client starts a proxy, which starts the daemon that the commands speak to. */
  @ParameterizedTest
  @MethodSource("javaHomes")
  void leadsAClientToADaemonAndStartsAnother(String javaHome) throws Exception {
    Path launcher = TARGET.resolve("bin/gatemini");
    Map<String, String> environment =
        Map.of(
            "JAVA_HOME", javaHome,
            "XDG_RUNTIME_DIR", Files.createDirectory(directory.resolve("run")).toString(),
            "XDG_CACHE_HOME", directory.toString());
    String file = config.toString();
    try {
      Ended client = run(launcher, environment, INITIALIZE, "-c", file);
      assertThat(client.out()).startsWith("{").contains("\"id\":1", "\"serverInfo\"");
      assertThat(client.exitCode()).isZero();
      long first = daemon(run(launcher, environment, "", "status", "--json", "-c", file));

      Ended restarted = run(launcher, environment, "", "restart", "-c", file);

      long second = daemon(run(launcher, environment, "", "status", "--json", "-c", file));
      assertThat(restarted.out())
          .containsSubsequence(
              "process " + first + " has ended", "process " + second + " has been started");
      assertThat(run(launcher, environment, INITIALIZE, "-c", file).out())
          .contains("\"serverInfo\"");
      assertThat(daemon(run(launcher, environment, "", "status", "--json", "-c", file)))
          .isEqualTo(second)
          .isNotEqualTo(first);
    } finally {
      assertThat(run(launcher, environment, "", "stop", "-c", file).exitCode()).isZero();
    }
  }

  @Test
  void servesByTheTransportOfAPlugin() throws Exception {
    Path launcher = TARGET.resolve("bin/gatemini");
    String file = config.toString();

    Ended served = run(launcher, Map.of(), INITIALIZE, "serve", "--transport", "stdio", "-c", file);
    Ended unknown = run(launcher, Map.of(), "", "serve", "--transport", "line-tcp", "-c", file);

    assertThat(served.out()).contains("\"serverInfo\"");
    assertThat(served.exitCode()).isZero();
    assertThat(unknown.err())
        .contains("transport \"line-tcp\" is not known; there is daemon, http, stdio");
    assertThat(unknown.exitCode()).isEqualTo(2);
  }

  /** In scripts and agents' shells there is no terminal, and no client either. */
  @Values(
      """
      -c FILE tools | -c FILE config check | -c FILE search echo | -c FILE status --json
      --config FILE info training.echo | config check -c FILE | -c FILE config schema
      -c FILE config path | -c FILE config export claude | -c FILE install claude | -c FILE doctor
      -c FILE plugins | -c FILE pins | -c FILE reload | -c FILE stop | help call
      generate-completion | -c FILE call training.echo {"text":"hello"}
      """)
  void runsCommandsWithoutATerminal(String line) throws Exception {
    Ended ended =
        run(
            TARGET.resolve("bin/gatemini"),
            Map.of("XDG_CACHE_HOME", directory.toString()),
            "",
            line.replace("FILE", config.toString()).split(" "));

    assertThat(ended.err()).doesNotContain("there is no file", "Exception");
    // It was 2, or 0 with nothing done; that no daemon runs is 1.
    assertThat(ended.exitCode()).as(ended.err() + ended.out()).isLessThan(2);
    assertThat(ended.out() + ended.err()).isNotEmpty();
  }

  @Test
  void startsAndEndsADaemonWithoutATerminal() throws Exception {
    Path launcher = TARGET.resolve("bin/gatemini");
    // Named from where the command runs, which is not where the daemon does.
    String file = directory.relativize(config).toString();

    Ended started = run(launcher, Map.of(), "", "-c", file, "restart");
    Ended ended = run(launcher, Map.of(), "", "-c", file, "stop");

    assertThat(started.out()).contains("has been started");
    assertThat(ended.out()).contains("has ended");
  }

  @Test
  void looksForFilesInTheHomeThatTheEnvironmentNames() throws Exception {
    Path home = Files.createDirectory(directory.resolve("home"));
    Map<String, String> environment = Map.of("HOME", home.toString(), "XDG_CONFIG_HOME", "");

    Ended missing = run(TARGET.resolve("bin/gatemini"), environment, "", "config", "path");

    assertThat(missing.err()).contains(home + "/.config/gatemini");
  }

  /** As containers start programs: under a number that the password file does not list. */
  @Test
  void servesAUserWithoutAnEntryInThePasswordFile() throws Exception {
    assumeThat(ProcessHandle.current().info().user()).hasValue("root");
    // As in a directory of mktemp, which another user cannot enter.
    for (Path path = TARGET.toAbsolutePath(); path != null; path = path.getParent()) {
      assumeThat(Files.getPosixFilePermissions(path)).contains(PosixFilePermission.OTHERS_EXECUTE);
    }
    Path home = Files.createDirectory(directory.resolve("home"));
    Path file = Files.copy(config, home.resolve("gatemini.yaml"));
    for (Path path : List.of(directory, home, file)) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxrwxrwx"));
    }
    List<String> words = new ArrayList<>(List.of("setpriv", "--reuid=12345", "--regid=12345"));
    words.addAll(List.of("--clear-groups", "env", "-i", "PATH=" + System.getenv("PATH")));
    words.addAll(List.of("HOME=" + home, "JAVA_HOME=" + System.getProperty("java.home")));
    words.addAll(List.of("XDG_RUNTIME_DIR=" + home, TARGET.resolve("bin/gatemini").toString()));
    words.addAll(List.of("-c", file.toString()));
    String[] client = words.subList(1, words.size()).toArray(String[]::new);
    words.add("stop");
    String[] stop = words.subList(1, words.size()).toArray(String[]::new);

    Ended served = run(Path.of("setpriv"), Map.of(), INITIALIZE, client);

    assertThat(served.out()).as(served.err()).contains("\"serverInfo\"");
    assertThat(run(Path.of("setpriv"), Map.of(), "", stop).exitCode()).isZero();
  }

  private static long daemon(Ended status) throws IOException {
    return Json.mapper().readTree(status.out()).path("pid").asLong();
  }

  @Test
  void saysWhatIsMissingWhereTheJarIsAlone() throws Exception {
    Path jar = Files.copy(TARGET.resolve("gatemini.jar"), directory.resolve("gatemini.jar"));

    for (String command : List.of("demo", "serve")) {
      Ended ended = run(JAVA, Map.of(), "", "-jar", jar.toString(), command);

      assertThat(ended.err().lines()).singleElement(STRING).contains("needs the directory lib");
      assertThat(ended.exitCode()).isEqualTo(2);
    }
  }

  @Test
  void installsItselfInAClient() throws Exception {
    Path launcher = TARGET.resolve("bin/gatemini");
    Path file = directory.resolve("mcp.json");

    String entry = run(launcher, Map.of(), "", "install", "vscode", "-c", "gatemini.yaml").out();
    Ended written =
        run(
            launcher,
            Map.of(),
            "",
            "install",
            "VSCode",
            "--write",
            "--file",
            "mcp.json",
            "-c",
            "gatemini.yaml");

    JsonNode server = Json.mapper().readTree(entry).at("/servers/gatemini");
    assertThat(written.out()).startsWith("added \"gatemini\" in " + file);
    assertThat(Json.mapper().readTree(file.toFile()).at("/servers/gatemini")).isEqualTo(server);
    assertThat(server.path("command").asText()).isEqualTo(launcher.toString());
    assertThat(server.path("args").toString()).isEqualTo("[\"--config\",\"%s\"]".formatted(config));
  }

  @Table(
      """
      claude-code | `` | 2.1.121 | alwaysLoad=true
      claude-code | `` | 2.1.120 | ``
      claude-code | --no-host-hints | 2.1.121 | ``
      copilot-cli | `` | 1.0.63 | deferTools="never"
      copilot-cli | --no-host-hints | 1.0.63 | ``
      cursor | `` | 9.9.9 | ``
      """)
  void asksAClientToLoadItsToolsAtOnce(String client, String option, String version, String key)
      throws Exception {
    Path program = directory.resolve(client.startsWith("claude") ? "claude" : "copilot");
    Files.writeString(program, "#!/bin/sh\necho " + version + "\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Map<String, String> path = Map.of("PATH", directory + ":" + System.getenv("PATH"));
    List<String> line = new ArrayList<>(List.of("install", client, "-c", "gatemini.yaml"));
    if (!option.isEmpty()) {
      line.add(option);
    }
    Path launcher = TARGET.resolve("bin/gatemini");

    String asked = run(launcher, path, "", line.toArray(String[]::new)).out();
    Files.writeString(
        config, "\nplugins: {meta: {host_hints: false}}\n", StandardOpenOption.APPEND);
    String switchedOff = run(launcher, path, "", line.toArray(String[]::new)).out();

    assertThat(keys(asked)).isEqualTo(key);
    assertThat(keys(switchedOff)).isEmpty();
  }

  private static String keys(String printed) throws IOException {
    return Json.mapper().readTree(printed).at("/mcpServers/gatemini").properties().stream()
        .filter(member -> Set.of("alwaysLoad", "deferTools").contains(member.getKey()))
        .map(Map.Entry::toString)
        .collect(Collectors.joining());
  }

  @Test
  void refusesToPutAGatewayIntoItself() throws Exception {
    Ended ended =
        run(
            TARGET.resolve("bin/gatemini"),
            Map.of(),
            "",
            "install",
            "claude",
            "--write",
            "--file",
            "gatemini.yaml",
            "-c",
            "gatemini.yaml");

    assertThat(ended.err()).contains("would contain itself");
    assertThat(ended.exitCode()).isEqualTo(2);
  }

  @Test
  void findsJavaOnThePath() throws Exception {
    Ended ended = run(TARGET.resolve("bin/gatemini"), Map.of("JAVA_HOME", ""), "", "--version");

    assertThat(ended.out()).startsWith("gatemini 0.");
    assertThat(ended.exitCode()).isZero();
  }

  @Test
  void saysOnATerminalWhatItWaitsFor() throws Exception {
    Path terminal = Path.of("/usr/bin/script");
    assumeThat(terminal).exists();
    String serve = "'%s' --direct -c '%s'".formatted(TARGET.resolve("bin/gatemini"), config);

    Ended ended = run(terminal, Map.of(), "", "-qec", serve, "/dev/null");

    assertThat(ended.out()).contains("gatemini: waiting for an MCP client on stdin; Ctrl-D ends");
    assertThat(ended.exitCode()).isZero();
  }

  @Test
  void runsTheDemoFromThePlainJar() throws Exception {
    Ended ended =
        run(JAVA, Map.of(), "", "-jar", TARGET.resolve("gatemini.jar").toString(), "demo");

    assertThat(ended.out()).contains("dates.business_days_between");
    assertThat(ended.exitCode()).isZero();
  }

  @ParameterizedTest
  @MethodSource("javaHomes")
  void runsAProgramFromStdin(String javaHome) throws Exception {
    Ended ended =
        run(
            TARGET.resolve("bin/gatemini"),
            Map.of("JAVA_HOME", javaHome),
            "const text: string = await training.echo({text: 'a'});\nreturn text + 'b';",
            "run",
            "-",
            "-c",
            config.toString());

    // Waits of more than a second on a busy machine are logged.
    assertThat(ended.err().lines().filter(line -> !line.startsWith("gatemini: waiting for ")))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("gatemini: leaves a daemon behind; run "),
            line -> assertThat(line).startsWith("gatemini: asks the daemon, process "));
    assertThat(ended.out()).isEqualTo("ab\n");
    assertThat(ended.exitCode()).isZero();
  }

  @ParameterizedTest
  @MethodSource("javaHomes")
  void evaluatesADataSet(String javaHome) throws Exception {
    Path sample = Path.of("../gatemini-search/src/test/resources/evaluation/sample");

    Ended ended =
        run(
            TARGET.resolve("bin/gatemini"),
            Map.of("JAVA_HOME", javaHome),
            "",
            "evaluate",
            "--json",
            "--data",
            sample.toRealPath().toString());

    assertThat(ended.out()).startsWith("{\"pools\":{\"everyday30\":{\"queries\":25,\"tools\":30,");
    assertThat(ended.exitCode()).isZero();
  }

  @Test
  void endsWithTwoWhenTheConfigurationIsMissing() throws Exception {
    Ended ended =
        run(TARGET.resolve("bin/gatemini"), Map.of(), "", "--direct", "-c", "missing.yaml");

    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).contains("gatemini: missing.yaml: there is no such file");
    assertThat(ended.exitCode()).isEqualTo(2);
  }
}
