package io.gatemini.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.process.ProcessTree;
import io.gatemini.testing.ScriptedServer;
import io.gatemini.testing.TestGateway;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes as a killed gateway leaves them; {@code $D} in their scripts is a directory. */
@EnabledOnOs(OS.LINUX)
class OrphanedServersTest {
  private static final String LIVES_ON = "\"$@\"; echo $$ > $D/ended; sleep 600";

  private final List<Process> started = new ArrayList<>();
  private final List<ProcessHandle> others = new ArrayList<>();

  @TempDir Path directory;

  @AfterEach
  void endAll() {
    started.forEach(Process::destroyForcibly);
    others.forEach(ProcessHandle::destroyForcibly);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        LIVES_ON,
        "trap '' TERM; " + LIVES_ON,
        // behind a wrapper, as npx is
        "sh -c 'trap \"\" TERM; while sleep 1; do :; done' & echo $! > $D/mine; " + LIVES_ON,
        "exec setsid sh -c '" + LIVES_ON + "' sh \"$@\"",
      })
  void endsTheServersOfAKilledGateway(String script) throws Exception {
    Process first = gateway(script);
    String server = Files.readString(directory.resolve("ready"));
    first.destroyForcibly();
    ProcessHandle left = read("ended");

    gateway("exec \"$@\"");

    await().until(() -> !ProcessTree.isAlive(left));
    if (Files.exists(directory.resolve("mine"))) {
      ProcessHandle behindIt = read("mine");
      await().until(() -> !ProcessTree.isAlive(behindIt));
    }
    await().untilAsserted(() -> assertThat(log()).containsOnlyOnce("process " + server));
    await().untilAsserted(() -> assertThat(records()).hasSize(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "setsid sleep 600 & echo $! > $D/daemon; ",
        "setsid sh -c 'echo $$ > $D/daemon; exec sleep 600' & ",
        "(nohup sleep 600 > $D/out & echo $! > $D/daemon); ",
      })
  void leavesWhatAServerDetached(String start) throws Exception {
    Process first = gateway(start + LIVES_ON);
    first.destroyForcibly();
    ProcessHandle left = read("ended");
    ProcessHandle daemon = read("daemon");

    gateway("exec \"$@\"");

    await().until(() -> !ProcessTree.isAlive(left));
    assertThat(ProcessTree.isAlive(daemon)).isTrue();
  }

  @Test
  void leavesTheServersOfARunningGateway() throws Exception {
    gateway("echo $$ > $D/server; exec \"$@\"");
    ProcessHandle server = read("server");

    new OrphanedServers(children()).end();

    assertThat(ProcessTree.isAlive(server)).isTrue();
    assertThat(records()).hasSize(1);
  }

  @Test
  void forgetsServersThatEnd() throws Exception {
    Process gateway = gateway("exec \"$@\"");
    assertThat(records()).hasSize(1);

    gateway.getOutputStream().close();

    assertThat(gateway.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(records()).isEmpty();
  }

  @Test
  void leavesAnotherProcessWithTheNumberOfTheServer() throws Exception {
    String dead = dead();
    Process other = sleeping();
    String own = identity(other);
    Path file = record(dead, own.replaceFirst(" \\d+ ", " 1 "));

    new OrphanedServers(children()).end();

    assertThat(other.isAlive()).isTrue();
    assertThat(file).doesNotExist();
  }

  @Test
  void takesAGatewayForDeadWhoseNumberAnotherProcessHas() throws Exception {
    Process orphan = sleeping();
    record(identity(sleeping()).replaceFirst(" \\d+ ", " 1 "), identity(orphan));

    new OrphanedServers(children()).end();

    assertThat(orphan.waitFor(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void leavesFilesOfAnotherHostForAWeek() throws Exception {
    Process other = sleeping();
    String elsewhere = "1 1 another-start pid:[1]";
    Path fresh = record(elsewhere, identity(other));
    Path old = record(elsewhere, identity(other));
    Path broken = record("", "");
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minusSeconds(8 * 86_400)));

    new OrphanedServers(children()).end();

    assertThat(other.isAlive()).isTrue();
    assertThat(fresh).exists();
    assertThat(broken).exists();
    assertThat(old).doesNotExist();
  }

  private Path children() {
    return directory.resolve("cache/gatemini/children");
  }

  private List<Path> records() throws IOException {
    try (Stream<Path> files = Files.list(children())) {
      return files.toList();
    }
  }

  private Path record(String gateway, String server) throws IOException {
    Files.createDirectories(children());
    Path file = Files.createTempFile(children(), "", "");
    return Files.write(file, List.of(gateway, server, "a"));
  }

  private static String identity(Process process) {
    return OrphanedServers.identity(process.pid()).orElseThrow();
  }

  private Process sleeping() throws IOException {
    Process process = new ProcessBuilder("sleep", "600").start();
    started.add(process);
    return process;
  }

  private String dead() throws Exception {
    Process process = sleeping();
    String identity = identity(process);
    process.destroyForcibly().waitFor();
    return identity;
  }

  private String log() throws IOException {
    return Files.readString(directory.resolve("log"));
  }

  private ProcessHandle read(String file) {
    Path path = directory.resolve(file);
    await().until(() -> Files.exists(path) && Files.readString(path).endsWith("\n"));
    try {
      long pid = Long.parseLong(Files.readString(path).strip());
      ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
      others.add(process);
      return process;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A gateway in a process of its own, with a server that a shell starts; both are ready. */
  private Process gateway(String script) throws IOException {
    Path ready = directory.resolve("ready");
    Files.deleteIfExists(ready);
    List<String> line = ScriptedServer.java(OrphanedServersTest.class);
    line.addAll(List.of(script.replace("$D", directory.toString()), ready.toString()));
    ProcessBuilder builder =
        new ProcessBuilder(line).redirectError(directory.resolve("log").toFile());
    builder.environment().put("XDG_CACHE_HOME", directory.resolve("cache").toString());
    Process gateway = builder.start();
    started.add(gateway);
    await().until(() -> Files.exists(ready) || !gateway.isAlive());
    assertThat(gateway.isAlive()).as(log()).isTrue();
    return gateway;
  }

  public static void main(String[] args) throws IOException {
    List<String> line = new ArrayList<>(List.of("sh", "-c", args[0], "sh"));
    line.addAll(ScriptedServer.config().command());
    try (Gateway gateway =
        TestGateway.ready(
            Gateway.builder().backend("a", BackendConfig.of("stdio").command(line)))) {
      Path written = Path.of(args[1] + ".new");
      Files.writeString(written, gateway.backends().get(0).pid().getAsLong() + "");
      Files.move(written, Path.of(args[1]));
      System.in.read();
    }
    System.exit(0);
  }
}
