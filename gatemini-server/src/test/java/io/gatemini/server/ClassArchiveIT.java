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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

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
  void makesClassArchivesAfterItsFirstStart(String javaHome) throws Exception {
    // Java 17 archives no class of a jar whose path has spaces.
    Path home = unpack("unpacked");
    Path launcher = home.resolve("bin/gatemini");
    Path made = directory.resolve("cache/gatemini/classes");
    Map<String, String> environment =
        Map.of(
            "JAVA_HOME", javaHome, "XDG_CACHE_HOME", directory + "/cache", GATEMINI_JAVA_OPTS, "");

    Ended first = serve(launcher, environment);

    assertThat(first.out()).contains("\"serverInfo\"");
    await().atMost(Duration.ofMinutes(2)).until(() -> archives(made).size() == 2);
    await().atMost(Duration.ofMinutes(2)).until(() -> Files.notExists(made.resolve("making")));
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
    Path archive = archives(made).get(0);
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

  /** A client's host ends the process group, or the system the process that makes the archives. */
  @ParameterizedTest
  @CsvSource({
    "proxy.yaml, TERM, -", "gatemini-proxy.jar, TERM, -", "--direct, TERM, -",
    "proxy.yaml, KILL, ''", "gatemini-proxy.jar, KILL, ''", "--direct, KILL, ''",
    "EchoServer, KILL, ''"
  })
  void leavesNoProcessWhereMakingArchivesIsCutOff(String stage, String signal, String group)
      throws Exception {
    Path home = unpack("unpacked");
    Path made = Files.createDirectory(directory.resolve("made"));
    Process making = making(home, made);

    await()
        .pollInterval(Duration.ofMillis(5))
        .until(() -> Files.exists(made.resolve("making/" + stage)) || runs(home, stage));
    new ProcessBuilder("kill", "-" + signal, "--", group + making.pid()).start().waitFor();

    making.waitFor();
    await().atMost(Duration.ofSeconds(20)).until(() -> !runs(home, ""));
    assertThat(making(home, made).waitFor()).isZero();
    assertThat(archives(made)).hasSize(2);
    assertThat(runs(home, "")).isFalse();
  }

  private Process making(Path home, Path made) throws IOException {
    String archive = made + "/gatemini-" + System.getProperty("java.version") + "-0-1.jsa";
    String main = "io.gatemini.server.archive.ClassArchive";
    return new ProcessBuilder(
            "setsid",
            JAVA.toString(),
            "-cp",
            home.resolve("gatemini.jar").toString(),
            main,
            archive)
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("making.log").toFile())
        .start();
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
}
