package io.gatemini.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.server.serve.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher takes classes from an archive that the server makes, and starts without one. */
@DisabledOnOs(OS.WINDOWS)
class ClassArchiveIT extends PackagedServer {
  ClassArchiveIT(@TempDir Path directory) {
    super(directory);
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

  @ParameterizedTest
  @MethodSource("javaHomes")
  void makesClassArchivesOnRequest(String javaHome) throws Exception {
    // Java 17 archives no class of a jar whose path has spaces.
    Path home = unpack("unpacked");
    Path launcher = home.resolve("bin/gatemini");
    Path made = directory.resolve("cache/gatemini/classes");
    Map<String, String> environment =
        Map.of(
            "JAVA_HOME", javaHome, "XDG_CACHE_HOME", directory + "/cache", GATEMINI_JAVA_OPTS, "");

    assertThat(run(launcher, environment, "", "install", "zed").err()).contains("gatemini warm");

    Ended first = run(launcher, environment, "", "warm");

    assertThat(first.out().lines())
        .as(first.err())
        .hasSize(4)
        .allMatch(
            line -> line.matches(made + "/(worker|gatemini(-proxy)?)-.*: [\\d,]+ KB in .* s"));
    assertThat(first.exitCode()).isZero();
    assertThat(made.resolve("making")).doesNotExist();
    assertThat(run(launcher, environment, "", "warm").out()).startsWith("nothing to do");
    assertThat(run(launcher, environment, "", "install", "zed").err()).doesNotContain("warm");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
        .isEqualTo("rwx------");
    addPlugin(home);
    Ended second = serve(launcher, logged(environment));
    assertThat(second.err().lines()).anyMatch(line -> line.contains("output-reducer first-lines"));
    assertThat(second.exitCode()).isZero();
    assertThat(sourceOfServer()).contains("source: shared objects file");

    // The server starts without an archive that others can write or that was damaged.
    Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxrwx---"));
    assertThat(serve(launcher, logged(environment)).exitCode()).isZero();
    assertThat(sourceOfServer()).doesNotContain("shared objects file");
    Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwx------"));
    Path archive = archives(made, "gatemini-").get(0);
    byte[] whole = Files.readAllBytes(archive);
    byte[] overwritten = whole.clone();
    Arrays.fill(overwritten, whole.length / 2, whole.length / 2 + 10_000, (byte) -1);
    for (byte[] damaged :
        List.of(overwritten, new byte[whole.length], Arrays.copyOf(whole, whole.length / 2))) {
      Files.delete(archive);
      Files.write(archive, damaged);
      Ended ended = serve(launcher, logged(environment));
      assertThat(ended.out()).startsWith("{").contains("\"serverInfo\"");
      assertThat(ended.exitCode()).isZero();
      assertThat(sourceOfServer()).doesNotContain("shared objects file");
    }
  }

  /** A container has a new cache in each run. */
  @Tag("long")
  @Test
  void makesClassArchivesAfterAnIdleMinuteWhereTheCacheIsNotNew() throws Exception {
    Path home = unpack("unpacked");
    Path known = Files.createDirectories(directory.resolve("known/gatemini/classes"));
    Files.setPosixFilePermissions(known, PosixFilePermissions.fromString("rwx------"));
    long began = System.nanoTime();
    Process server = idle(home, directory.resolve("known"));
    Process fresh = idle(home, directory.resolve("fresh"));

    await().atMost(Duration.ofMinutes(3)).until(() -> archives(known, "gatemini-").size() == 2);

    assertThat(System.nanoTime() - began).isGreaterThan(Duration.ofMinutes(1).toNanos());
    assertThat(archives(directory.resolve("fresh/gatemini/classes"), "gatemini-")).isEmpty();
    server.destroy();
    fresh.destroy();
    server.waitFor();
    fresh.waitFor();
    await().atMost(Duration.ofSeconds(20)).until(() -> !runs(home, ""));
  }

  private Process idle(Path home, Path cache) throws IOException {
    ProcessBuilder server =
        new ProcessBuilder(home + "/bin/gatemini", "--direct", "-c", config.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log").toFile());
    server.environment().putAll(Map.of("XDG_CACHE_HOME", "" + cache, GATEMINI_JAVA_OPTS, ""));
    return server.start();
  }

  /** A person ends the command and all that it has started, or the system the command alone. */
  @ParameterizedTest
  @CsvSource({
    "WorkerMain, TERM, -", "gatemini-proxy.jar, TERM, -", "--direct, TERM, -",
    "WorkerMain, KILL, ''", "gatemini-proxy.jar, KILL, ''", "--direct, KILL, ''",
    "EchoServer, KILL, ''"
  })
  void leavesNoProcessWhereMakingArchivesIsCutOff(String stage, String signal, String group)
      throws Exception {
    Path home = unpack("unpacked");
    Map<String, String> environment =
        Map.of("XDG_CACHE_HOME", directory + "/cache", GATEMINI_JAVA_OPTS, "");
    ProcessBuilder warm = new ProcessBuilder("setsid", home + "/bin/gatemini", "warm");
    warm.environment().putAll(environment);
    Process making = warm.start();

    await().pollInterval(Duration.ofMillis(5)).until(() -> runs(home, stage));
    new ProcessBuilder("kill", "-" + signal, "--", group + making.pid()).start().waitFor();

    making.waitFor();
    await().atMost(Duration.ofSeconds(20)).until(() -> !runs(home, ""));
    assertThat(run(home.resolve("bin/gatemini"), environment, "", "warm").exitCode()).isZero();
    assertThat(archives(directory.resolve("cache/gatemini/classes"), "gatemini-")).hasSize(2);
    assertThat(runs(home, "")).isFalse();
  }

  @Test
  void makesArchivesForAllUsersAsTheImageHasThem() throws Exception {
    Path home = unpack("unpacked");
    String line =
        Files.readAllLines(Path.of("Dockerfile")).stream()
            .filter(words -> words.startsWith("RUN /opt/gatemini/"))
            .findFirst()
            .orElseThrow();
    String[] words = line.substring("RUN ".length()).replace("/opt/gatemini", "" + home).split(" ");

    Ended warm = run(Path.of(words[0]), Map.of(), "", Arrays.copyOfRange(words, 1, words.length));

    assertThat(warm.exitCode()).as(warm.err()).isZero();
    assertThat(archives(home.resolve("lib"), "gatemini-")).hasSize(2);
    serve(home.resolve("bin/gatemini"), logged(Map.of()));
    assertThat(sourceOfServer()).endsWith("source: shared objects file (top)");
  }

  /** A full disk, and one that cannot be written, in mounts of their own. */
  @ParameterizedTest
  @ValueSource(strings = {"size=1m", "ro"})
  void saysWhyNoClassArchiveCanBeMade(String options) throws Exception {
    assumeThat(Path.of("/usr/bin/unshare")).exists();
    Path home = unpack("unpacked");
    Path cache = Files.createDirectory(directory.resolve("cache"));
    Path out = directory.resolve("err");
    String script = "mount -t tmpfs -o %s none %s && exec %s/bin/gatemini warm";
    ProcessBuilder warm =
        new ProcessBuilder("unshare", "-rm", "sh", "-c", script.formatted(options, cache, home));
    warm.environment().putAll(Map.of("XDG_CACHE_HOME", "" + cache, GATEMINI_JAVA_OPTS, ""));

    int exitCode = warm.redirectOutput(out.toFile()).redirectErrorStream(true).start().waitFor();

    assertThat(Files.readString(out))
        .contains("no class archive can be made in " + cache + "/gatemini/classes")
        .contains("name another cache in XDG_CACHE_HOME");
    assertThat(exitCode).isEqualTo(1);
    assertThat(runs(home, "")).isFalse();
  }

  /** Whether a process of the installation runs that has such an argument. */
  private static boolean runs(Path home, String argument) {
    return ProcessHandle.allProcesses()
        .flatMap(process -> process.info().commandLine().stream())
        .anyMatch(line -> line.contains(home.toString()) && line.contains(argument));
  }

  @Test
  void startsWhereNoClassArchiveCanBeMade() throws Exception {
    Path launcher = unpack("unpacked").resolve("bin/gatemini");
    Path file = Files.createFile(directory.resolve("file"));

    for (String cache : List.of(file.toString(), "/proc/none", "relative", "")) {
      Map<String, String> environment =
          Map.of("XDG_CACHE_HOME", cache, "HOME", file.toString(), GATEMINI_JAVA_OPTS, "");
      Ended ended = serve(launcher, environment);

      assertThat(ended.out()).as(cache).startsWith("{").contains("\"serverInfo\"");
      assertThat(ended.exitCode()).isZero();
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
    assertThat(program.out().strip()).as(program.err()).isEqualTo("42");
  }

  /** Those with such a name, those of the server first. */
  private static List<Path> archives(Path directory, String... names) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".jsa") || file.toString().endsWith(".aot"))
          .filter(file -> Stream.of(names).anyMatch(file.getFileName().toString()::startsWith))
          .sorted()
          .toList();
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
}
