package io.gatemini.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.server.demo.EchoServer;
import io.gatemini.spi.OutputReducerProvider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The packaged server through its launcher; its tests run after {@code package}. */
abstract class PackagedServer {
  static final Path TARGET = Path.of("target").toAbsolutePath();
  static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
  static final String GATEMINI_JAVA_OPTS = "GATEMINI_JAVA_OPTS";

  /** Starts no process that would outlive a test. */
  static final String NO_ARCHIVE = "-Dgatemini.archive=";

  static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}\n";

  private static final String EXAMPLES = "../gatemini-examples/src/examples/java/";
  private static final String PLUGIN = "io.gatemini.examples.plugin.FirstLines";

  final Path directory;
  final Path config;

  PackagedServer(Path directory) {
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

  /** Commands leave daemons behind, which would outlive the build. */
  @AfterEach
  void endDaemons() throws Exception {
    List<ProcessHandle> daemons =
        ProcessHandle.allProcesses()
            .filter(each -> each.info().commandLine().orElse("").contains(directory.toString()))
            .toList();
    for (ProcessHandle daemon : daemons) {
      daemon.destroy();
      daemon.onExit().get(1, TimeUnit.MINUTES);
    }
  }

  /** The directory that the zip holds, somewhere else. */
  Path unpack(String name) throws IOException {
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
  static void addPlugin(Path home) throws IOException {
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

  Ended serve(Path launcher, Map<String, String> environment) throws Exception {
    return run(launcher, environment, INITIALIZE, "--direct", "-c", config.toString());
  }

  Ended run(Path program, Map<String, String> environment, String in, String... args)
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
      assertThat(process.waitFor(240, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Ended(
        process.exitValue(),
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  record Ended(int exitCode, String out, String err) {}
}
