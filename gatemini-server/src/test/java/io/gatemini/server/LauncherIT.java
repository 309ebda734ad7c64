package io.gatemini.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.server.demo.EchoServer;
import io.gatemini.server.serve.Server;
import io.gatemini.spi.Json;
import io.gatemini.spi.OutputReducerProvider;
import io.gatemini.testing.Values;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The packaged server through its launcher; runs after {@code package}. */
@DisabledOnOs(OS.WINDOWS)
class LauncherIT {
  private static final Path TARGET = Path.of("target").toAbsolutePath();

  private static final String EXAMPLES = "../gatemini-examples/src/examples/java/";
  private static final String PLUGIN = "io.gatemini.examples.plugin.FirstLines";

  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  private static final String GATEMINI_JAVA_OPTS = "GATEMINI_JAVA_OPTS";

  /** Starts no process that would outlive a test. */
  private static final String NO_ARCHIVE = "-Dgatemini.archive=";

  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}\n";

  private final Path directory;
  private final Path config;

  LauncherIT(@TempDir Path directory) {
    this.directory = directory;
    this.config = directory.resolve("gatemini.yaml");
  }

  /** This Java, and those of variables such as {@code JAVA_HOME_25}. */
  static List<String> javaHomes() {
    return Stream.concat(
            Stream.of(System.getProperty("java.home")),
            System.getenv().entrySet().stream()
                .filter(variable -> variable.getKey().startsWith("JAVA_HOME_"))
                .map(Map.Entry::getValue))
        .distinct()
        .toList();
  }

  @BeforeEach
  void configureABackend() throws IOException {
    Files.writeString(
        config,
        "backends: {training: {command: '%s', args: [-cp, '%s', %s]}}"
            .formatted(JAVA, TARGET.resolve("gatemini.jar"), EchoServer.class.getName()));
  }

  @ParameterizedTest
  @MethodSource("javaHomes")
  void answersAClientAndEndsWithIt(String javaHome) throws Exception {
    Ended ended = serve(TARGET.resolve("bin/gatemini"), Map.of("JAVA_HOME", javaHome));

    assertThat(ended.out).startsWith("{").contains("\"id\":1", "\"serverInfo\"");
    assertThat(ended.exitCode).isZero();
  }

  @ParameterizedTest
  @MethodSource("javaHomes")
  void worksUnpackedFromTheZipThroughALink(String javaHome) throws Exception {
    Path link =
        Files.createSymbolicLink(
            directory.resolve("gm"), unpack("with spaces").resolve("bin/gatemini"));

    Ended ended = serve(link, Map.of("JAVA_HOME", javaHome));

    assertThat(ended.out).contains("\"serverInfo\"");
    assertThat(ended.exitCode).isZero();
  }

  @Test
  void namesTheLicenceOfEachLibraryInTheZip() throws Exception {
    Path home = unpack("licences");
    Set<String> listed =
        new HashSet<>(List.of(Files.readString(home.resolve("THIRD-PARTY.txt")).split("[\\s,]+")));

    try (Stream<Path> jars = Files.list(home.resolve("lib"))) {
      assertThat(jars.map(jar -> jar.getFileName().toString().split("-\\d")[0]))
          .filteredOn(name -> !name.startsWith("gatemini"))
          .hasSizeGreaterThan(20)
          .allMatch(name -> listed.contains(name) || listed.contains(name.split("-")[0]));
    }
  }

  @Test
  void runsProgramsInJavaScriptAndLuaUnpackedFromTheZip() throws Exception {
    Path launcher = unpack("programs").resolve("bin/gatemini");
    Files.writeString(directory.resolve("program.ts"), "const n: number = 6; return n * 7");
    Files.writeString(directory.resolve("program.lua"), "result(6 * 7)");

    for (String program : List.of("program.ts", "program.lua")) {
      Ended ended =
          run(launcher, Map.of(), "", "--direct", "-c", config.toString(), "run", program);

      assertThat(ended.out.strip()).as(ended.err).isEqualTo("42");
    }
  }

  @Test
  void saysWhichZipHasTheOtherEngine() throws Exception {
    Path launcher = unpack("one engine").resolve("bin/gatemini");
    String engine;
    try (Stream<Path> jars = Files.list(launcher.resolveSibling("../lib"))) {
      engine = jars.anyMatch(jar -> jar.toString().contains("javet-v8-")) ? "graaljs" : "v8";
    }
    Files.writeString(config, "backends: {}\nsandbox: {engine: " + engine + "}");
    Files.writeString(directory.resolve("program.lua"), "result(6 * 7)");

    Ended doctor = run(launcher, Map.of(), "", "doctor", "-c", config.toString());
    Ended lua =
        run(launcher, Map.of(), "", "--direct", "-c", config.toString(), "run", "program.lua");

    assertThat(doctor.out)
        .contains(
            "BAD  programs: sandbox.engine is " + engine + ", which is not on the class path");
    assertThat(doctor.exitCode).isEqualTo(1);
    assertThat(lua.out.strip()).as(lua.err).isEqualTo("42");
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
      assertThat(client.out).startsWith("{").contains("\"id\":1", "\"serverInfo\"");
      assertThat(client.exitCode).isZero();
      long first = daemon(run(launcher, environment, "", "status", "--json", "-c", file));

      Ended restarted = run(launcher, environment, "", "restart", "-c", file);

      long second = daemon(run(launcher, environment, "", "status", "--json", "-c", file));
      assertThat(restarted.out)
          .containsSubsequence(
              "process " + first + " has ended", "process " + second + " has been started");
      assertThat(run(launcher, environment, INITIALIZE, "-c", file).out).contains("\"serverInfo\"");
      assertThat(daemon(run(launcher, environment, "", "status", "--json", "-c", file)))
          .isEqualTo(second)
          .isNotEqualTo(first);
    } finally {
      assertThat(run(launcher, environment, "", "stop", "-c", file).exitCode).isZero();
    }
  }

  @Test
  void servesByTheTransportOfAPlugin() throws Exception {
    Path launcher = TARGET.resolve("bin/gatemini");
    String file = config.toString();

    Ended served = run(launcher, Map.of(), INITIALIZE, "serve", "--transport", "stdio", "-c", file);
    Ended unknown = run(launcher, Map.of(), "", "serve", "--transport", "line-tcp", "-c", file);

    assertThat(served.out).contains("\"serverInfo\"");
    assertThat(served.exitCode).isZero();
    assertThat(unknown.err)
        .contains("transport \"line-tcp\" is not known; there is daemon, http, stdio");
    assertThat(unknown.exitCode).isEqualTo(2);
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

    assertThat(ended.err).doesNotContain("there is no file", "Exception");
    // It was 2, or 0 with nothing done; that no daemon runs is 1.
    assertThat(ended.exitCode).as(ended.err + ended.out).isLessThan(2);
    assertThat(ended.out + ended.err).isNotEmpty();
  }

  @Test
  void startsAndEndsADaemonWithoutATerminal() throws Exception {
    Path launcher = TARGET.resolve("bin/gatemini");
    // Named from where the command runs, which is not where the daemon does.
    String file = directory.relativize(config).toString();

    Ended started = run(launcher, Map.of(), "", "-c", file, "restart");
    Ended ended = run(launcher, Map.of(), "", "-c", file, "stop");

    assertThat(started.out).contains("has been started");
    assertThat(ended.out).contains("has ended");
  }

  @Test
  void looksForFilesInTheHomeThatTheEnvironmentNames() throws Exception {
    Path home = Files.createDirectory(directory.resolve("home"));
    Map<String, String> environment = Map.of("HOME", home.toString(), "XDG_CONFIG_HOME", "");

    Ended missing = run(TARGET.resolve("bin/gatemini"), environment, "", "config", "path");

    assertThat(missing.err).contains(home + "/.config/gatemini");
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

    assertThat(served.out).as(served.err).contains("\"serverInfo\"");
    assertThat(run(Path.of("setpriv"), Map.of(), "", stop).exitCode).isZero();
  }

  private static long daemon(Ended status) throws IOException {
    return Json.mapper().readTree(status.out).path("pid").asLong();
  }

  @Test
  void saysWhatIsMissingWhereTheJarIsAlone() throws Exception {
    Path jar = Files.copy(TARGET.resolve("gatemini.jar"), directory.resolve("gatemini.jar"));

    for (String command : List.of("demo", "serve")) {
      Ended ended = run(JAVA, Map.of(), "", "-jar", jar.toString(), command);

      assertThat(ended.err.lines()).singleElement(STRING).contains("needs the directory lib");
      assertThat(ended.exitCode).isEqualTo(2);
    }
  }

  @Test
  void bringsItsDocumentsAndAnExample() throws Exception {
    Path home = unpack("unpacked");
    String example = home.resolve("example.yaml").toString();

    Ended checked = run(home.resolve("bin/gatemini"), Map.of(), "", "config", "check", example);
    Ended listed = run(home.resolve("bin/gatemini"), Map.of(), "", "tools", "-c", example);

    assertThat(checked.out).contains("nothing is wrong");
    assertThat(listed.out).as(listed.err).contains("git.log", "git.status");
    assertThat(home.resolve("README.md")).exists();
    assertThat(home.resolve("gatemini-api/docs/configuration.md")).exists();
  }

  @Test
  void findsPluginsBesideItsLibraries() throws Exception {
    Path home = unpack("with spaces");
    Path launcher = home.resolve("bin/gatemini");
    assertThat(run(launcher, Map.of(), "", "plugins").out).doesNotContain("first-lines");

    addPlugin(home);

    assertThat(run(launcher, Map.of(), "", "plugins").out).contains("first-lines");
    String jar = home.resolve("gatemini.jar").toString();
    assertThat(run(JAVA, Map.of(), "", "-jar", jar, "plugins").out).contains("first-lines");
  }

  @ParameterizedTest
  @MethodSource("javaHomes")
  void makesClassArchivesAfterItsFirstStart(String javaHome) throws Exception {
    // Java 17 archives no class of a jar whose path has spaces.
    Path home = unpack("unpacked");
    Path launcher = home.resolve("bin/gatemini");
    Path made = directory.resolve("cache/gatemini/classes");
    Map<String, String> environment =
        Map.of(
            "JAVA_HOME", javaHome, "XDG_CACHE_HOME", directory + "/cache", GATEMINI_JAVA_OPTS, "");

    Ended first = serve(launcher, environment);

    assertThat(first.out).contains("\"serverInfo\"");
    await().atMost(Duration.ofMinutes(2)).until(() -> archives(made).size() == 2);
    await().atMost(Duration.ofMinutes(2)).until(() -> Files.notExists(made.resolve("making")));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
        .isEqualTo("rwx------");
    addPlugin(home);
    Ended second = serve(launcher, logged(environment));
    assertThat(second.err.lines()).anyMatch(line -> line.contains("output-reducer first-lines"));
    assertThat(second.exitCode).isZero();
    assertThat(sourceOfServer()).contains("source: shared objects file");

    // The server starts without an archive that others can write or that was damaged.
    Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxrwx---"));
    assertThat(serve(launcher, logged(environment)).exitCode).isZero();
    assertThat(sourceOfServer()).doesNotContain("shared objects file");
    Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwx------"));
    Path archive = archives(made).get(0);
    byte[] whole = Files.readAllBytes(archive);
    byte[] overwritten = whole.clone();
    Arrays.fill(overwritten, whole.length / 2, whole.length / 2 + 10_000, (byte) -1);
    for (byte[] damaged :
        List.of(overwritten, new byte[whole.length], Arrays.copyOf(whole, whole.length / 2))) {
      Files.delete(archive);
      Files.write(archive, damaged);
      Ended ended = serve(launcher, logged(environment));
      assertThat(ended.out).startsWith("{").contains("\"serverInfo\"");
      assertThat(ended.exitCode).isZero();
      assertThat(sourceOfServer()).doesNotContain("shared objects file");
    }
  }

  @Test
  void startsWhereNoClassArchiveCanBeMade() throws Exception {
    Path launcher = unpack("unpacked").resolve("bin/gatemini");
    Path file = Files.createFile(directory.resolve("file"));

    for (String cache : List.of(file.toString(), "/proc/none", "relative", "")) {
      Map<String, String> environment =
          Map.of("XDG_CACHE_HOME", cache, "HOME", file.toString(), GATEMINI_JAVA_OPTS, "");
      Ended ended = serve(launcher, environment);

      assertThat(ended.out).as(cache).startsWith("{").contains("\"serverInfo\"");
      assertThat(ended.exitCode).isZero();
    }
    Files.writeString(directory.resolve("program.ts"), "const n: number = 6; return n * 7");
    Ended program =
        run(
            launcher,
            Map.of("XDG_CACHE_HOME", file.toString()),
            "",
            "--direct",
            "-c",
            config.toString(),
            "run",
            "program.ts");
    assertThat(program.out.strip()).as(program.err).isEqualTo("42");
  }

  /** Those of the server first. */
  private static List<Path> archives(Path directory) throws IOException {
    if (Files.notExists(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** Makes no archive, and lists from where its classes are. */
  private Map<String, String> logged(Map<String, String> environment) {
    Map<String, String> logged = new HashMap<>(environment);
    logged.put(
        GATEMINI_JAVA_OPTS, NO_ARCHIVE + " -Xlog:class+load:file=" + directory + "/classes.log");
    logged.put("GATEMINI_LOG", "debug");
    return logged;
  }

  private String sourceOfServer() throws IOException {
    return Files.readAllLines(directory.resolve("classes.log")).stream()
        .filter(line -> line.contains(" " + Server.class.getName() + " "))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void installsItselfInAClient() throws Exception {
    Path launcher = TARGET.resolve("bin/gatemini");
    Path file = directory.resolve("mcp.json");

    String entry = run(launcher, Map.of(), "", "install", "vscode", "-c", "gatemini.yaml").out;
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
    assertThat(written.out).startsWith("added \"gatemini\" in " + file);
    assertThat(Json.mapper().readTree(file.toFile()).at("/servers/gatemini")).isEqualTo(server);
    assertThat(server.path("command").asText()).isEqualTo(launcher.toString());
    assertThat(server.path("args").toString()).isEqualTo("[\"--config\",\"%s\"]".formatted(config));
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

    assertThat(ended.err).contains("would contain itself");
    assertThat(ended.exitCode).isEqualTo(2);
  }

  @Test
  void findsJavaOnThePath() throws Exception {
    Ended ended = run(TARGET.resolve("bin/gatemini"), Map.of("JAVA_HOME", ""), "", "--version");

    assertThat(ended.out).startsWith("gatemini 0.");
    assertThat(ended.exitCode).isZero();
  }

  @Test
  void saysOnATerminalWhatItWaitsFor() throws Exception {
    Path terminal = Path.of("/usr/bin/script");
    assumeThat(terminal).exists();
    String serve = "'%s' --direct -c '%s'".formatted(TARGET.resolve("bin/gatemini"), config);

    Ended ended = run(terminal, Map.of(), "", "-qec", serve, "/dev/null");

    assertThat(ended.out).contains("gatemini: waiting for an MCP client on stdin; Ctrl-D ends");
    assertThat(ended.exitCode).isZero();
  }

  @Test
  void takesItsClassesFromTheArchive() throws Exception {
    assumeThat(Runtime.version().feature()).isLessThan(24);
    assertThat(TARGET.resolve("lib/gatemini-" + System.getProperty("java.version") + ".jsa"))
        .exists();

    serve(
        TARGET.resolve("bin/gatemini"),
        logged(Map.of("JAVA_HOME", System.getProperty("java.home"))));

    assertThat(sourceOfServer()).endsWith("source: shared objects file (top)");
  }

  @Test
  void runsTheDemoFromThePlainJar() throws Exception {
    Ended ended =
        run(JAVA, Map.of(), "", "-jar", TARGET.resolve("gatemini.jar").toString(), "demo");

    assertThat(ended.out).contains("dates.business_days_between");
    assertThat(ended.exitCode).isZero();
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
    assertThat(ended.err.lines()).allMatch(line -> line.startsWith("gatemini: waiting for "));
    assertThat(ended.out).isEqualTo("ab\n");
    assertThat(ended.exitCode).isZero();
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

    assertThat(ended.out).startsWith("{\"pools\":{\"everyday30\":{\"queries\":25,\"tools\":30,");
    assertThat(ended.exitCode).isZero();
  }

  @Test
  void endsWithTwoWhenTheConfigurationIsMissing() throws Exception {
    Ended ended =
        run(TARGET.resolve("bin/gatemini"), Map.of(), "", "--direct", "-c", "missing.yaml");

    assertThat(ended.out).isEmpty();
    assertThat(ended.err).contains("gatemini: missing.yaml: there is no such file");
    assertThat(ended.exitCode).isEqualTo(2);
  }

  /** The directory that the zip holds, somewhere else. */
  private Path unpack(String name) throws IOException {
    Path zip;
    try (Stream<Path> built = Files.list(TARGET)) {
      zip =
          built
              .filter(file -> file.toString().endsWith(".zip"))
              .max(Comparator.comparing(file -> file.toFile().lastModified()))
              .orElseThrow();
    }
    Path unpacked = Files.createDirectory(directory.resolve(name));
    try (FileSystem files =
            FileSystems.newFileSystem(zip, Map.of("enablePosixFileAttributes", true));
        Stream<Path> entries = Files.walk(files.getPath("/"))) {
      for (Path entry : entries.skip(1).toList()) {
        Path copy = unpacked.resolve(entry.toString().substring(1));
        Files.copy(entry, copy);
        Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(entry));
      }
    }
    try (Stream<Path> tops = Files.list(unpacked)) {
      return tops.findFirst().orElseThrow();
    }
  }

  /** Compiles an example and puts its jar where plug-ins are looked for. */
  private static void addPlugin(Path home) throws IOException {
    Path classes = home.resolveSibling("first-lines");
    String example = PLUGIN.replace('.', '/');
    String classPath = System.getProperty("java.class.path");
    List<String> arguments =
        new ArrayList<>(List.of("-proc:none", "-d", classes.toString(), "-cp", classPath));
    Stream.of("", "Provider")
        .map(end -> EXAMPLES + example + end + ".java")
        .forEach(arguments::add);
    String[] line = arguments.toArray(String[]::new);
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, line)).isZero();
    try (JarOutputStream jar =
        new JarOutputStream(Files.newOutputStream(home.resolve("plugins/first-lines.jar")))) {
      for (String name : List.of(example + ".class", example + "Provider.class")) {
        jar.putNextEntry(new JarEntry(name));
        Files.copy(classes.resolve(name), jar);
      }
      jar.putNextEntry(new JarEntry("META-INF/services/" + OutputReducerProvider.class.getName()));
      jar.write((PLUGIN + "Provider").getBytes(StandardCharsets.UTF_8));
    }
  }

  private Ended serve(Path launcher, Map<String, String> environment) throws Exception {
    return run(launcher, environment, INITIALIZE, "--direct", "-c", config.toString());
  }

  private Ended run(Path program, Map<String, String> environment, String in, String... args)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(args));
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    Path stdin = Files.writeString(directory.resolve("in"), in);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectInput(stdin.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put(GATEMINI_JAVA_OPTS, NO_ARCHIVE);
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Ended(
        process.exitValue(),
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  private record Ended(int exitCode, String out, String err) {}
}
