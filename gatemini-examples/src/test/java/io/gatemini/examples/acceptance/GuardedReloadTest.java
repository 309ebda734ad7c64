package io.gatemini.examples.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.server.Main;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.server.ipc.Greeting;
import io.gatemini.server.proxy.ProxyMain;
import io.gatemini.server.serve.ConfigLocation;
import io.gatemini.spi.Json;
import io.gatemini.testing.MisbehavingServer;
import io.gatemini.testing.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** An agent that can write the configuration cannot start what it writes there. */
@DisabledOnOs(OS.WINDOWS)
class GuardedReloadTest {
  private static final String FILES =
      """
      backends:
        files:
          cwd: .
          env: {TOKEN: "${TOKEN:-none}"}
          tools: {copy: {description: "Copies a file.", command: "cp {{from}} {{to}}"}}
      """;
  private static final String SHELL =
      "  own: {tools: {sh: {description: Runs., command: 'echo {{script}}'}}}\n";

  private static final String TOOLS =
      "tools: {say: {description: Says it., shell: true, command: 'echo said %s for $WHO'}}\n";
  private static final String API =
      """
      openapi: 3.0.0
      info: {title: t, version: "1"}
      servers: [{url: "http://127.0.0.1:9"}]
      paths: {/a: {get: {operationId: %s, responses: {"200": {description: x}}}}}
      """;

  private final Path directory;
  private final Path config;
  private final Path log;
  private final DaemonPlaces places;

  GuardedReloadTest(@TempDir Path directory) throws IOException {
    this.directory = directory;
    config = Files.writeString(directory.resolve("gatemini.yaml"), FILES);
    log = directory.resolve("log");
    places = DaemonPlaces.at(directory.resolve("run/d.sock"));
  }

  private Process daemon() throws IOException {
    Process process = process("serve", "--socket", places.socket().toString());
    await().ignoreExceptions().until(() -> !process.isAlive() || ask(Greeting.STATUS).has("pid"));
    return process;
  }

  private Process process(String... arguments) throws IOException {
    return process(Main.class, arguments);
  }

  private Process process(Class<?> program, String... arguments) throws IOException {
    List<String> line = new ArrayList<>(MisbehavingServer.java(program));
    line.addAll(List.of("--config", config.toString()));
    line.addAll(List.of(arguments));
    return new ProcessBuilder(line)
        .directory(directory.toFile())
        .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  private static void end(Process process) {
    process.destroy();
    Patience.awaitEnd(process);
  }

  private JsonNode ask(String what) throws IOException {
    try (SocketClient asks = SocketClient.of(places, Greeting.asking(what, "1"))) {
      return Json.mapper().readTree(Objects.requireNonNull(asks.line()));
    }
  }

  private static String call(SocketClient client, String tool, String argument) throws IOException {
    return client.call(tool, Map.of("script", argument));
  }

  private void writeByTheAgent(SocketClient client, String text) throws IOException {
    Path from = Files.writeString(directory.resolve("from"), text);
    client.call("files.copy", Map.of("from", from.toString(), "to", config.toString()));
    assertThat(Files.readString(config)).isEqualTo(text);
  }

  private String gatemini(String... command) throws IOException {
    return gatemini(0, command);
  }

  private String gatemini(int exit, String... command) throws IOException {
    List<String> line = new ArrayList<>(List.of(command));
    if (List.of("status", "reload").contains(command[0])) {
      line.addAll(List.of("--socket", places.socket().toString()));
    }
    Process process = process(line.toArray(String[]::new));
    String out = new String(process.getInputStream().readAllBytes());
    Patience.awaitEnd(process);
    assertThat(process.exitValue()).isEqualTo(exit);
    return out;
  }

  private Process killedAndStarted(Process daemon) throws IOException {
    daemon.destroyForcibly();
    Patience.awaitEnd(daemon);
    return daemon();
  }

  @Test
  void takesNoFileThatTheConfigurationNamesBeforeAnOperatorAsks() throws IOException {
    Path tools = directory.resolve("tools.yaml");
    Path document = directory.resolve("api.yaml");
    Path variables = Files.writeString(directory.resolve(".env"), "WHO=one\n");
    String named =
        FILES
            + """
              cli: {adapter_file: tools.yaml, timeout: 20s, env: {WHO: "${WHO}"}}
              api: {document: api.yaml, timeout: 20s}
            """;
    Files.writeString(config, named);
    Files.writeString(tools, TOOLS.formatted("one"));
    Files.writeString(document, API.formatted("one"));
    Process daemon = daemon();
    try (SocketClient client = SocketClient.connect(places, Map.of())) {
      assertThat(client.call("cli.say", Map.of())).startsWith("said one").contains("for one");
      assertThat(client.call("api.one", Map.of())).doesNotContain("is not known");

      Files.writeString(tools, TOOLS.formatted("two"));
      Files.writeString(document, API.formatted("two"));
      Files.writeString(variables, "WHO=two\n");
      await().until(() -> ask(Greeting.STATUS).path("waiting").asText().contains("WHO changed"));
      String digest = ask(Greeting.STATUS).path("digest").asText();
      Files.writeString(config, named.replace("20s", "21s"));
      await().until(() -> !ask(Greeting.STATUS).path("digest").asText().equals(digest));

      assertThat(client.call("cli.say", Map.of())).startsWith("said one").contains("for one");
      try (SocketClient later = SocketClient.connect(places, Map.of("TOKEN", "other"))) {
        assertThat(later.call("cli.say", Map.of())).startsWith("said one").contains("for one");
        assertThat(later.call("api.one", Map.of())).doesNotContain("is not known");
      }
    } finally {
      daemon = killedAndStarted(daemon);
    }
    try (SocketClient client = SocketClient.connect(places, Map.of())) {
      assertThat(client.call("cli.say", Map.of())).doesNotContain("two");

      assertThat(gatemini("reload")).contains(tools + " changed", document + " changed", "WHO");

      await()
          .untilAsserted(
              () ->
                  assertThat(client.call("cli.say", Map.of()))
                      .startsWith("said two")
                      .contains("for two"));
      assertThat(client.call("api.two", Map.of())).doesNotContain("is not known");
    } finally {
      end(daemon);
    }
  }

  @Test
  void holdsAChangeBeyondTheEndOfTheDaemonThatSawIt() throws IOException {
    Process daemon = daemon();
    Files.writeString(config, FILES + SHELL);
    await().until(() -> ask(Greeting.STATUS).has("waiting"));
    daemon = killedAndStarted(daemon);
    try (SocketClient client = SocketClient.connect(places, Map.of())) {
      assertThat(call(client, "own.sh", "hello")).doesNotStartWith("hello");
      assertThat(client.daemon().waiting()).isTrue();
      Process proxy = process(ProxyMain.class, "--socket", places.socket().toString());
      await().until(() -> Files.readString(log).contains("a change of the configuration waits"));
      end(proxy);
      assertThat(gatemini("status")).contains("waiting backends.own added");

      gatemini("reload");

      assertThat(call(client, "own.sh", "hello")).startsWith("hello");
    } finally {
      daemon = killedAndStarted(daemon);
    }
    try (SocketClient client = SocketClient.connect(places, Map.of())) {
      assertThat(call(client, "own.sh", "hello")).startsWith("hello");
      assertThat(ask(Greeting.STATUS).has("waiting")).isFalse();
    } finally {
      end(daemon);
    }
    Path accepted = ConfigLocation.acceptedFile(config);
    assertThat(Files.getPosixFilePermissions(accepted))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void goesOnWithEveryChangeWhereAnOperatorAcceptedThat() throws IOException {
    String file = FILES.replace("    cwd: .\n", "") + "  cli: {adapter_file: tools.yaml}\n";
    Files.writeString(directory.resolve("tools.yaml"), TOOLS.formatted("one"));
    Files.writeString(config, file);
    Process daemon = daemon();
    try (SocketClient client = SocketClient.connect(places, Map.of())) {
      Files.writeString(config, file + "daemon: {reload: all}\n");
      gatemini("reload");

      Files.writeString(config, file + SHELL + "daemon: {reload: all}\n");

      await().until(() -> call(client, "own.sh", "hello").startsWith("hello"));
      assertThat(client.call("cli.say", Map.of())).startsWith("said one");
    } finally {
      daemon = killedAndStarted(daemon);
    }
    try (SocketClient client = SocketClient.connect(places, Map.of())) {
      assertThat(call(client, "own.sh", "hello")).startsWith("hello");
    } finally {
      end(daemon);
    }
  }

  @Test
  void appliesTheChangeThatWasShownAndNoOther() throws IOException {
    Process daemon = daemon();
    try {
      Files.writeString(config, FILES + SHELL);
      await().until(() -> ask(Greeting.STATUS).has("waiting"));
      gatemini("status");
      Files.writeString(config, FILES + SHELL.replace("own", "other"));

      assertThat(gatemini(1, "reload")).isEmpty();
      String digest = ask(Greeting.STATUS).path("digest").asText();
      assertThat(gatemini(1, "reload", "--expect", "0" + digest)).isEmpty();
      assertThat(Files.readString(log))
          .contains(
              "another change waits now: backends.other added; run \"",
              " reload --expect " + digest + " --config " + config + "\" to apply it");

      assertThat(gatemini("reload", "--expect", digest)).startsWith("backends.other added");
    } finally {
      end(daemon);
    }
  }

  @Test
  void acceptsAnEditThatACommandMadeWhereTheFileBeforeWasAccepted() throws IOException {
    end(daemon());
    gatemini("add", "own", "--", "true");
    Process daemon = daemon();
    assertThat(ask(Greeting.STATUS).has("waiting")).isFalse();
    end(daemon);
    Files.writeString(config, Files.readString(config) + SHELL.replace("own", "other"));

    gatemini("disable", "own");

    daemon = daemon();
    assertThat(ask(Greeting.STATUS).path("waiting").asText()).contains("backends.other added");
    end(daemon);
    Files.delete(config);

    gatemini("config", "init");

    daemon = daemon();
    assertThat(ask(Greeting.STATUS).has("waiting")).isFalse();
    end(daemon);
  }

  @Test
  void startsWhatAnAgentHasWrittenOnlyOnceAnOperatorAsks() throws IOException {
    Process daemon = daemon();
    try (SocketClient client = SocketClient.connect(places, Map.of())) {
      writeByTheAgent(client, FILES + SHELL);
      await().until(() -> ask(Greeting.STATUS).has("waiting"));

      assertThat(call(client, "own.sh", "hello")).doesNotStartWith("hello");
      try (SocketClient later = SocketClient.connect(places, Map.of("TOKEN", "other"))) {
        assertThat(call(later, "own.sh", "hello")).doesNotStartWith("hello");
      }
      assertThat(gatemini("status"))
          .contains("waiting backends.own added; run \"", " reload --config " + config + "\" to");

      assertThat(gatemini("reload")).isEqualTo("backends.own added" + System.lineSeparator());

      assertThat(call(client, "own.sh", "hello")).startsWith("hello");
      assertThat(ask(Greeting.STATUS).has("waiting")).isFalse();
      assertThat(gatemini("reload")).isEqualTo("nothing has changed" + System.lineSeparator());
    } finally {
      end(daemon);
    }
    assertThat(Files.readAllLines(log))
        .filteredOn(line -> line.contains(" WARNING "))
        .anyMatch(
            line -> line.contains("backends.files: the cwd \".\" is a folder that contains the"))
        .anyMatch(
            line ->
                line.contains("may start something new: backends.own added; run \"")
                    && line.endsWith(" reload --config " + config + "\" to apply it"))
        .anyMatch(
            line ->
                line.endsWith("configuration reloaded: by=gatemini reload, backends.own added"));
  }

  @Test
  void showsAnInvalidFileAndLogsWhatComesAndGoes() throws IOException {
    Process killed = daemon();
    killed.destroyForcibly();
    Patience.awaitEnd(killed);
    Process daemon = daemon();
    try (SocketClient client = SocketClient.connect(places, Map.of())) {
      assertThat(client).isNotNull();
      Files.writeString(config, "backends: 7\n");
      await().until(() -> ask(Greeting.STATUS).has("invalid"));

      assertThat(gatemini("status")).contains("; the file is not in force");

      Files.writeString(config, FILES);
      await().until(() -> !ask(Greeting.STATUS).has("invalid"));
    } finally {
      end(daemon);
    }
    assertThat(Files.readString(log))
        .containsPattern(
            "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ INFO the daemon starts: process \\d+, version [0-9.]+, installation of classes, ")
        .contains("the last daemon (process " + killed.pid() + ") was killed or crashed")
        .contains("a client comes: process ")
        .contains("a client is connected: test 1, process ")
        .contains("a client leaves: test 1, process ")
        .contains("ends on a signal (SIGTERM, ")
        .containsOnlyOnce("the daemon has ended: process " + daemon.pid());
  }

  @Test
  void narrowsAtOnceAndForgetsAChangeThatIsTakenBack() throws IOException {
    Process daemon = daemon();
    String narrow = FILES + "    denied_tools: [copy]\n";
    try (SocketClient client = SocketClient.connect(places, Map.of())) {
      Files.writeString(config, narrow + SHELL);
      await().until(() -> ask(Greeting.STATUS).has("waiting"));
      Path from = Files.writeString(directory.resolve("from"), "text");
      Path to = directory.resolve("to");
      client.call("files.copy", Map.of("from", from.toString(), "to", to.toString()));
      assertThat(to).as("the change waits as a whole").exists();

      Files.writeString(config, narrow);

      await().until(() -> !ask(Greeting.STATUS).has("waiting"));
      // Nothing waits from the look at the file on, and what it says is in force a moment later.
      await()
          .untilAsserted(
              () ->
                  assertThat(client.call("files.copy", Map.of("from", "a", "to", "b")))
                      .contains("files.copy")
                      .doesNotContain("exit code"));
    } finally {
      end(daemon);
    }
    assertThat(Files.readString(log))
        .contains("configuration reloaded: by=file watch, backends.files.denied_tools added");
  }

  @Test
  void keepsWhatRunsWhereTheFileThatIsAskedForIsInvalid() throws IOException {
    Process daemon = daemon();
    try (SocketClient client = SocketClient.connect(places, Map.of())) {
      Files.writeString(config, FILES + "  own: {comand: x}\n");

      await().until(() -> ask(Greeting.RELOAD).path("error").asText().contains("comand"));

      Files.writeString(config, FILES + "daemon: {reload: all}\n");
      assertThat(ask(Greeting.RELOAD).path("error").asText()).contains("refused while a backend");
      writeByTheAgent(client, FILES);
    } finally {
      end(daemon);
    }
  }

  @Test
  void doesNotStartWhereEveryChangeCountsAndABackendCanWriteTheFile() throws IOException {
    Files.writeString(config, FILES + "daemon: {reload: all}\n");

    Process daemon = daemon();

    Patience.awaitEnd(daemon);
    assertThat(daemon.exitValue()).isEqualTo(2);
    assertThat(Files.readString(log))
        .contains("daemon.reload: \"all\" is refused while a backend can write the configuration");
  }

  @Test
  void takesEveryChangeWhereTheConfigurationSaysSo() throws IOException {
    String all = "daemon: {reload: all}\n" + FILES.replace("    cwd: .\n", "");
    Files.writeString(config, all);
    Process daemon = daemon();
    try (SocketClient client = SocketClient.connect(places, Map.of())) {
      Files.writeString(config, all + SHELL);

      await().until(() -> call(client, "own.sh", "hello").startsWith("hello"));
    } finally {
      end(daemon);
    }
    assertThat(Files.readString(log))
        .contains("configuration reloaded: by=file watch, backends.own added");
  }

  @Test
  void waitsForARestartWithoutADaemon() throws IOException {
    Process server = process("--direct");
    try {
      await().until(() -> Files.readString(log).contains("backends.files: the cwd"));
      Files.writeString(config, FILES + SHELL);

      await()
          .until(
              () ->
                  Files.readString(log)
                      .contains("backends.own added; restart the server to apply it"));
    } finally {
      end(server);
    }
  }
}
