package io.gatemini.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The server of the zip, unpacked somewhere. */
@DisabledOnOs(OS.WINDOWS)
class UnpackedZipIT extends PackagedServer {
  UnpackedZipIT(@TempDir Path directory) {
    super(directory);
  }

  @ParameterizedTest
  @MethodSource("javaHomes")
  void worksUnpackedFromTheZipThroughALink(String javaHome) throws Exception {
    Path link =
        Files.createSymbolicLink(
            directory.resolve("gm"), unpack("with spaces").resolve("bin/gatemini"));

    Ended ended = serve(link, Map.of("JAVA_HOME", javaHome));

    assertThat(ended.out()).contains("\"serverInfo\"");
    assertThat(ended.exitCode()).isZero();
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

      assertThat(ended.out().strip()).as(ended.err()).isEqualTo("42");
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

    assertThat(doctor.out())
        .contains(
            "BAD  programs: sandbox.engine is " + engine + ", which is not on the class path");
    assertThat(doctor.exitCode()).isEqualTo(1);
    assertThat(lua.out().strip()).as(lua.err()).isEqualTo("42");
  }

  @Test
  void bringsItsDocumentsAndAnExample() throws Exception {
    Path home = unpack("unpacked");
    String example = home.resolve("example.yaml").toString();

    Ended checked = run(home.resolve("bin/gatemini"), Map.of(), "", "config", "check", example);
    Ended listed = run(home.resolve("bin/gatemini"), Map.of(), "", "tools", "-c", example);

    assertThat(checked.out()).contains("nothing is wrong");
    assertThat(listed.out()).as(listed.err()).contains("git.log", "git.status");
    assertThat(home.resolve("README.md")).exists();
    assertThat(home.resolve("gatemini-api/docs/configuration.md")).exists();
  }

  @Test
  void findsPluginsBesideItsLibraries() throws Exception {
    Path home = unpack("with spaces");
    Path launcher = home.resolve("bin/gatemini");
    assertThat(run(launcher, Map.of(), "", "plugins").out()).doesNotContain("first-lines");

    addPlugin(home);

    assertThat(run(launcher, Map.of(), "", "plugins").out()).contains("first-lines");
    String jar = home.resolve("gatemini.jar").toString();
    assertThat(run(JAVA, Map.of(), "", "-jar", jar, "plugins").out()).contains("first-lines");
  }
}
