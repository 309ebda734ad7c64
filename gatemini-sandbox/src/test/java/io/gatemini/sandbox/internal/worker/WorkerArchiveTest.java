package io.gatemini.sandbox.internal.worker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.config.SandboxConfig;
import io.gatemini.sandbox.EngineFixture;
import io.gatemini.sandbox.internal.graaljs.GraalJsFactory;
import io.gatemini.testing.Patience;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The class archive of workers. */
@SuppressWarnings("NullAway.Init")
class WorkerArchiveTest {
  @TempDir Path directory;

  private String classPath;

  /** Only jars can be archived; the classes of this build are in directories. */
  @BeforeEach
  void packClasses() throws IOException {
    List<String> entries = new ArrayList<>();
    for (String entry : WorkerClassPath.find(new GraalJsFactory()).split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      entries.add(Files.isDirectory(path) ? packed(path, entries.size()) : entry);
    }
    classPath = String.join(File.pathSeparator, entries);
  }

  private String packed(Path classes, int number) throws IOException {
    Path jar = directory.resolve("classes-" + number + ".jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = classes.relativize(file).toString().replace(File.separatorChar, '/');
        out.putNextEntry(new JarEntry(name));
        Files.copy(file, out);
        out.closeEntry();
      }
    }
    return jar.toString();
  }

  private JavaWorkers workers() {
    ObjectNode config = JsonNodeFactory.instance.objectNode().put("worker_class_path", classPath);
    return JavaWorkers.of(
        new GraalJsFactory(), SandboxConfig.defaults(), config, directory.resolve("cache"));
  }

  @Tag("long")
  @Test
  void isMadeOnceAndUsedByLaterWorkers() throws IOException, InterruptedException {
    SandboxConfig config = WorkerEngineTest.config();
    Files.createDirectory(
        directory.resolve("cache"),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    JavaWorkers first = workers();
    Path old = first.archive().file().orElseThrow().resolveSibling("v8-0.snapshot");
    Files.setLastModifiedTime(Files.createFile(old), FileTime.fromMillis(0));
    try (EngineFixture fixture = new EngineFixture(config, first)) {
      assertThat(fixture.run("1 + 1").value()).hasToString("2");
      first.archive().awaitMade();
      assertThat(first.archive().made()).isEmpty();
      await()
          .until(
              () -> {
                fixture.pass(Duration.ofMinutes(1));
                first.archive().awaitMade();
                return first.archive().made().isPresent();
              });
    }
    Path archive = first.archive().made().orElseThrow();

    assertThat(archive).isRegularFile();
    assertThat(Files.size(archive)).isGreaterThan(1 << 20);
    try (Stream<Path> left = Files.list(archive.getParent())) {
      assertThat(left).containsExactly(archive);
    }
    JavaWorkers second = workers();
    assertThat(second.archive().flags()).contains(ClassArchives.using(archive));
    try (EngineFixture fixture = new EngineFixture(config, second)) {
      assertThat(fixture.run("return await demo.echo({a: 1})").value()).hasToString("{\"a\":1}");
    }

    // A broken or partial archive is as good as none.
    byte[] half = Arrays.copyOf(Files.readAllBytes(archive), (int) (Files.size(archive) / 2));
    for (byte[] damage : List.of(new byte[0], new byte[10_000], half)) {
      Files.deleteIfExists(archive);
      Files.write(archive, damage);
      try (EngineFixture fixture = new EngineFixture(config, workers())) {
        assertThat(fixture.run("1 + 1").value()).hasToString("2");
      }
    }
  }

  @Test
  void isNotMadeInACacheThatThisProcessHasMade() throws InterruptedException {
    JavaWorkers workers = workers();

    workers.rested();
    workers.archive().awaitMade();

    assertThat(workers.archive().file()).isPresent();
    assertThat(workers.archive().made()).isEmpty();
  }

  @Test
  void isNotMadeOnceTheGatewayHasEnded() throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> train = new ArrayList<>(List.of(java, "-cp", classPath));
    train.addAll(List.of(WorkerMain.class.getName(), GraalJsFactory.class.getName(), "--train"));
    Process training = new ProcessBuilder(train).start();

    training.getOutputStream().close();

    assertThat(training.getErrorStream()).asString(UTF_8).startsWith("the gateway has ended");
    Patience.awaitEnd(training);
    assertThat(training.exitValue()).isEqualTo(1);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void isNotTakenFromADirectoryThatOthersCanWriteTo() throws IOException {
    Path mine = workers().archive().file().map(Path::getParent).orElseThrow();
    Files.setPosixFilePermissions(mine, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThat(workers().archive().file()).isEmpty();
    assertThat(workers().archive().flags()).isEmpty();
  }

  @Test
  void isAnotherOneForAnotherClassPath() throws IOException {
    Optional<Path> one = workers().archive().file();

    classPath = packed(Files.createDirectory(directory.resolve("empty")), 99);

    assertThat(workers().archive().file()).isPresent().isNotEqualTo(one);
  }

  @Test
  void isNotMadeOfDirectories() {
    classPath = directory.toString();

    assertThat(workers().archive().file()).isEmpty();
  }
}
