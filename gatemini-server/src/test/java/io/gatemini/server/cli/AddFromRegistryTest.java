package io.gatemini.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.gatemini.testing.TestHttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code gatemini add} with a server of a registry, over real files and a real HTTP server. */
class AddFromRegistryTest {
  private static final String BEFORE = "backends: # mine\n  old: {command: old} # stays\n";

  private static final String WEATHER =
      """
      {"name": "io.github.acme/weather", "description": "The sky\\u001b[2J", "version": "1.0.2",
       "packages": [{"registryType": "npm", "identifier": "@acme/weather", "version": "1.0.2",
         "transport": {"type": "stdio"},
         "environmentVariables": [
           {"name": "API_KEY", "isRequired": true, "isSecret": true},
           {"name": "UNITS", "isRequired": true, "description": "Its units"}]}],
       "remotes": [{"type": "streamable-http", "url": "https://acme.io/mcp"}]}
      """;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private final Path config;
  private final Path registry;

  AddFromRegistryTest(@TempDir Path directory) throws IOException {
    Path folder = directory.toRealPath();
    config = folder.resolve("gatemini.yaml");
    registry = folder.resolve("server.json");
  }

  @BeforeEach
  void write() throws IOException {
    Files.writeString(config, BEFORE);
    Files.writeString(registry, WEATHER);
  }

  @Test
  void writesAPackageAndSaysWhatRuns() throws IOException {
    assertThat(add("weather", "--set", "UNITS=metric", "--package", "npm")).isZero();

    assertThat(err.toString()).isEmpty();
    assertThat(config)
        .hasContent(
            BEFORE
                + """
                  weather:
                    command: npx
                    args: ["-y", "@acme/weather@1.0.2"]
                    env:
                      API_KEY: "secretref:env:API_KEY"
                      UNITS: metric
                """);
    assertThat(out.toString().lines())
        .contains(
            "io.github.acme/weather 1.0.2  The sky  (npm, remote)",
            "  runs: npx -y @acme/weather@1.0.2",
            "  API_KEY: secretref:env:API_KEY",
            "  UNITS: metric",
            "  file: " + config,
            "  put API_KEY=... into the environment, or into " + config.resolveSibling(".env"),
            "added \"weather\" to " + config + ", line 3");
  }

  @Test
  void writesTheAddressOfARemoteServerUnderAnotherName() {
    assertThat(add("io.github.acme/weather", "--package", "remote", "--name", "sky")).isZero();

    assertThat(config).hasContent(BEFORE + "  sky:\n    url: \"https://acme.io/mcp\"\n");
    assertThat(out.toString()).contains("  address: https://acme.io/mcp");
  }

  @Test
  void writesTheKeysOfAClient() throws IOException {
    Files.writeString(config, "{\"mcpServers\": {}}");

    assertThat(add("weather", "--set", "UNITS=us")).isZero();
    assertThat(add("weather", "--package", "remote", "--name", "sky")).isZero();

    assertThat(Files.readString(config))
        .contains("\"API_KEY\": \"${API_KEY}\"", "\"type\": \"http\"");
  }

  @Test
  void changesNothingWhereAValueIsMissing() {
    assertThat(add("weather", "--package", "npm")).isEqualTo(2);

    assertThat(err.toString()).contains("a value is missing: --set UNITS=VALUE (Its units)");
    assertThat(config).hasContent(BEFORE);
  }

  @Test
  void writesNothingWhereNobodyCanBeAsked() {
    String[] line = {"add", "weather", "-c", config.toString(), "--registry", registry.toString()};

    assertThat(run(line)).isEqualTo(2);
    assertThat(run(withUnits(line))).isEqualTo(1);

    assertThat(out.toString()).contains("runs: npx -y @acme/weather@1.0.2");
    assertThat(err.toString()).contains("nothing is written; without a terminal it takes --yes");
    assertThat(config).hasContent(BEFORE);
  }

  private static String[] withUnits(String... line) {
    List<String> args = new ArrayList<>(List.of(line));
    args.addAll(List.of("--package", "npm", "--set", "UNITS=us"));
    return args.toArray(String[]::new);
  }

  @Test
  void refusesANameThatIsTaken() {
    assertThat(add("weather", "--name", "old")).isEqualTo(2);

    assertThat(err.toString()).contains("has a server \"old\" already");
    assertThat(config).hasContent(BEFORE);
  }

  @Test
  void listsServersAndShowsHowToNameOne() throws IOException {
    String other = "{\"name\": \"b.c/weather\", \"description\": \"Rain\"}";
    String answer = "{\"servers\": [{\"server\": " + WEATHER + "}, {\"server\": " + other + "}]}";
    try (TestHttpServer server = new TestHttpServer((it, reply) -> reply.json(answer))) {
      String place = "http://" + server.authority();

      assertThat(run("add", "WEATHER", "-c", config.toString(), "--registry", place)).isEqualTo(1);
      assertThat(out.toString().lines())
          .containsExactly(
              "io.github.acme/weather 1.0.2  The sky  (npm, remote)", "b.c/weather   Rain  ()");
      assertThat(err.toString().strip())
          .endsWith(
              "2 servers have \"WEATHER\" in their name or description; name one: gatemini add"
                  + " io.github.acme/weather");
    }
    assertThat(config).hasContent(BEFORE);
  }

  @Test
  void namesTheRegistryThatHasNone() {
    assertThat(add("tides")).isEqualTo(1);

    assertThat(err.toString()).contains(registry + " has no server with \"tides\"");
    assertThat(config).hasContent(BEFORE);
  }

  /** The runner is a script that starts the server of the demonstration. */
  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void theWrittenEntryStarts() throws Exception {
    assertThat(add("weather", "--package", "npm", "--set", "UNITS=us")).isZero();
    Path bin = Files.createDirectory(config.resolveSibling("bin"));
    Path npx =
        Files.writeString(
            bin.resolve("npx"),
            """
            #!/bin/sh
            [ "$*" = "-y @acme/weather@1.0.2" ] && [ "$API_KEY-$UNITS" = "k-us" ] || exit 3
            exec '%s' -cp '%s' io.gatemini.server.demo.EchoServer
            """
                .formatted(java(), System.getProperty("java.class.path")));
    assertThat(npx.toFile().setExecutable(true)).isTrue();
    Files.writeString(config.resolveSibling(".env"), "API_KEY=k\n");
    Files.writeString(
        config, Files.readString(config).replace("command: npx", "command: '" + npx + "'"));

    int exitCode = run("tools", "--backend", "weather", "-c", config.toString());

    assertThat(out.toString()).contains("weather.echo  Return a text.");
    assertThat(exitCode).isZero();
  }

  /** A pseudo terminal of util-linux: the questions as a person sees them. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void asksOnATerminal() throws Exception {
    assumeThat(Path.of("/usr/bin/script")).exists();
    String line =
        ("'%s' -XX:TieredStopAtLevel=1 -cp '%s' io.gatemini.server.Main add weather"
                + " --package npm -c %s")
            .formatted(java(), System.getProperty("java.class.path"), config);
    ProcessBuilder command = new ProcessBuilder("script", "-qec", line, "/dev/null");
    command.environment().put("GATEMINI_REGISTRY", registry.toString());
    Process process = command.redirectErrorStream(true).start();
    try (PrintWriter in = new PrintWriter(process.getOutputStream(), true)) {
      in.print("hunter2\nmetric\ny\n");
      in.flush();
      String shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();

      assertThat(shown)
          .contains("API_KEY; a secret: secretref:PROVIDER:NAME", "UNITS (Its units): ")
          .contains("write it as \"weather\"? (y/n)", "added \"weather\"");
      assertThat(process.exitValue()).isZero();
    }
    assertThat(Files.readString(config))
        .contains("API_KEY: \"secretref:env:API_KEY\"", "UNITS: metric")
        .doesNotContain("hunter2");
  }

  private static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  private int add(String wanted, String... options) {
    List<String> args = new ArrayList<>(List.of("add", wanted, "-c", config.toString(), "--yes"));
    args.addAll(List.of("--registry", registry.toString()));
    args.addAll(List.of(options));
    return run(args.toArray(String[]::new));
  }

  private int run(String... args) {
    PrintWriter outWriter = new PrintWriter(out);
    PrintWriter errWriter = new PrintWriter(err);
    int exitCode = CommandLineMain.run(outWriter, errWriter, args);
    outWriter.flush();
    errWriter.flush();
    return exitCode;
  }
}
