package io.gatemini.internal.prerequisite;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendUnavailableException;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.config.Prerequisite;
import io.gatemini.internal.backend.PortProgram;
import io.gatemini.testing.TestContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class PrerequisitesTest {
  private Path notes;
  private int port;
  private final TestContext context =
      new TestContext("shell", BackendConfig.of("none")).withThreads();
  private final Prerequisites prerequisites = new Prerequisites(context);

  @BeforeEach
  void prepare(@TempDir Path directory) throws IOException {
    notes = directory.resolve("pids");
    port = freePort();
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  @AfterEach
  void close() {
    prerequisites.close();
    context.close();
    pids().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
  }

  /** All processes that were started, in order. */
  private List<Long> pids() {
    try {
      return Files.exists(notes)
          ? Files.readAllLines(notes).stream().map(Long::parseLong).toList()
          : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  private Prerequisite program() {
    return PortProgram.prerequisite(notes, port, 200).readyPort(port).managed(true);
  }

  private void ensure(String backend, Prerequisite needed) throws Exception {
    prerequisites.ensure(backend, needed).get(60, TimeUnit.SECONDS);
  }

  private static Handler collecting(List<String> warnings) {
    return new Handler() {
      @Override
      public void publish(LogRecord record) {
        if (record.getLevel().equals(Level.WARNING)) {
          warnings.add(MessageFormat.format(record.getMessage(), record.getParameters()));
        }
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }

  @Test
  void startsAProgramAndWaitsForItsPort() throws Exception {
    CompletableFuture<Void> ready = prerequisites.ensure("cache", program());

    ready.get(60, TimeUnit.SECONDS);
    assertThat(ReadinessProbe.of(program()).isReady()).isTrue();
    assertThat(pids()).hasSize(1);
  }

  @Test
  void startsAProgramOnceForAllWhoNeedIt() throws Exception {
    List<CompletableFuture<Void>> all = new ArrayList<>();

    for (int i = 0; i < 20; i++) {
      all.add(prerequisites.ensure("backend" + i, program()));
    }
    all.get(3).cancel(true);
    all.remove(3);
    CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new)).get(60, TimeUnit.SECONDS);
    ensure("late", program());

    assertThat(pids()).hasSize(1);
  }

  @Test
  void asksEachProbeOfAProgramThatIsShared() throws Exception {
    Prerequisite byUrl =
        PortProgram.prerequisite(notes, port, 200).readyUrl("http://127.0.0.1:" + port + "/health");

    CompletableFuture<Void> one = prerequisites.ensure("one", program());
    CompletableFuture<Void> two = prerequisites.ensure("two", byUrl);

    CompletableFuture.allOf(one, two).get(60, TimeUnit.SECONDS);
    assertThat(pids()).hasSize(1);
  }

  /** It may run in the background or be done: with nothing to look for, both look the same. */
  @Test
  void warnsOnceOfAProgramThatIsStartedAgainAndAgain() throws Exception {
    List<String> warnings = new CopyOnWriteArrayList<>();
    Handler listener = collecting(warnings);
    Logger log = Logger.getLogger(PrerequisiteProgram.class.getName());
    log.addHandler(listener);
    Path marks = notes.resolveSibling("marks");
    Prerequisite brief =
        Prerequisite.command("sh", "-c", "echo started >> '" + marks + "'")
            .startupDelay(Duration.ofMillis(1));

    try {
      await()
          .until(
              () -> {
                ensure("cache", brief);
                return Files.exists(marks) && Files.readAllLines(marks).size() >= 4;
              });
    } finally {
      log.removeHandler(listener);
    }

    assertThat(warnings).hasSize(1);
    assertThat(warnings.get(0)).contains("backend cache", "process_match", "ready_port");
  }

  @Test
  void endsWhatItManagesAndLeavesTheRestRunning() throws Exception {
    ensure("one", program().managed(false));
    long unmanaged = pids().get(0);
    port = freePort();
    ensure("two", program());
    long managed = pids().get(1);

    prerequisites.close();

    await().until(() -> !isAlive(managed));
    assertThat(isAlive(unmanaged)).isTrue();
    assertThatThrownBy(() -> ensure("three", program())).hasMessageContaining("closing");
  }

  /** Where {@code /proc} shows the mark of what has left the tree. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void endsAManagedProgramThatPutItselfIntoTheBackground() throws Exception {
    ensure("one", intoTheBackground().managed(false));
    ensure("two", intoTheBackground().managed(true).env("NAME", "other"));
    await().until(() -> pids().size() == 2);

    prerequisites.close();

    await().until(() -> !isAlive(pids().get(1)));
    assertThat(isAlive(pids().get(0))).isTrue();
  }

  private Prerequisite intoTheBackground() {
    return Prerequisite.command(
            "sh",
            "-c",
            "sh -c 'echo $$ >> "
                + notes
                + "; exec sleep 60' & until test -s "
                + notes
                + "; do :; done")
        .startupDelay(Duration.ofMillis(300));
  }

  @Test
  void keepsSecretsOutOfItsLastWords() {
    Prerequisite needed =
        Prerequisite.command("sh", "-c", "echo bad key $KEY >&2; exit 3")
            .env("KEY", "s3cr3t-s3cr3t")
            .readyPort(port)
            .managed(true);

    assertThatThrownBy(() -> ensure("cache", needed))
        .hasMessageContaining("last words: bad key ${KEY}");
  }

  @Tag("long")
  @Test
  void killsWhatDoesNotEndByItself() throws Exception {
    Prerequisite stubborn =
        Prerequisite.command(
                "sh", "-c", "echo $$ >> " + notes + "; trap '' TERM; while :; do sleep 1; done")
            .startupDelay(Duration.ofMillis(300))
            .managed(true);
    ensure("one", stubborn);
    await().until(() -> pids().size() == 1);

    prerequisites.close();

    await().until(() -> !isAlive(pids().get(0)));
  }

  @Test
  void startsNothingWhereTheProbeIsAnsweredAlready() throws Exception {
    try (ServerSocket running = new ServerSocket(port, 5, InetAddress.getLoopbackAddress())) {
      ensure("cache", program());

      assertThat(running.isClosed()).isFalse();
    }
    assertThat(notes).doesNotExist();
  }

  @Test
  void startsNothingWhereAProcessMatches() throws Exception {
    String mark = UUID.randomUUID().toString();
    Process other = new ProcessBuilder("sh", "-c", "read line # " + mark).start();
    try {
      ensure(
          "cache",
          Prerequisite.command("sh", "-c", "echo $$ >> " + notes)
              .processMatch("line # " + mark.substring(0, 20)));

      assertThat(notes).doesNotExist();
    } finally {
      other.destroyForcibly();
    }
  }

  @Test
  void startsWhatDoesNotMatch() throws Exception {
    Prerequisite needed = program().processMatch("no-such-" + UUID.randomUUID() + "$");

    ensure("cache", needed);

    assertThat(pids()).hasSize(1);
  }

  @Test
  void tellsAtOnceThatAProgramEnded() {
    Prerequisite needed =
        Prerequisite.command("sh", "-c", "echo out of cheese >&2; sleep 2; exit 3")
            .readyPort(port)
            .managed(true);

    // And not, after ready_timeout, that its port did not answer.
    assertThatThrownBy(() -> ensure("cache", needed))
        .hasCauseInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("backend \"cache\" needs \"sh\" (prerequisite)")
        .hasMessageContaining("exited with code 3; last words: out of cheese");
  }

  @Tag("long")
  @Test
  void killsAProgramThatDoesNotBecomeReady() {
    Prerequisite needed =
        PortProgram.prerequisite(notes, port, 500)
            .readyUrl("http://localhost:" + port)
            .readyTimeout(Duration.ofSeconds(10));

    assertThatThrownBy(() -> ensure("cache", needed))
        .hasMessageContaining("ready_url did not answer within 10 s; raise ready_timeout")
        .hasMessageNotContaining(notes.toString())
        .hasMessageNotContaining(System.getProperty("java.home"));

    await().until(() -> pids().stream().noneMatch(PrerequisitesTest::isAlive));
    assertThat(pids()).hasSize(1);
  }

  @Test
  void startsAProgramAgainThatEndedMeanwhile() throws Exception {
    ensure("cache", program());
    ProcessHandle first = ProcessHandle.of(pids().get(0)).orElseThrow();
    first.destroyForcibly();
    first.onExit().get(60, TimeUnit.SECONDS);
    // The process itself learns of it after its handle does, and no event here shows when.
    await().pollDelay(Duration.ofSeconds(1)).until(() -> !first.isAlive());

    ensure("cache", program());

    assertThat(pids()).hasSize(2);
  }

  @Test
  void waitsForTheStartupDelayWhereNothingCanBeAsked() throws Exception {
    Prerequisite needed =
        Prerequisite.command("sh", "-c", "echo $$ >> " + notes + "; exec sleep 60")
            .startupDelay(Duration.ofMillis(400))
            .managed(true);
    long before = System.nanoTime();

    ensure("cache", needed);

    assertThat(Duration.ofNanos(System.nanoTime() - before))
        .isGreaterThanOrEqualTo(Duration.ofMillis(400));
    await().until(() -> pids().size() == 1);
    assertThat(isAlive(pids().get(0))).isTrue();
  }

  @Test
  void namesAProgramThatIsNotThere() {
    Prerequisite needed = Prerequisite.command("/opt/none/no-such-program", "--token=secret");

    assertThatThrownBy(() -> ensure("cache", needed))
        .hasMessageContaining("\"no-such-program\" (prerequisite)")
        .hasMessageContaining("was not found")
        .hasMessageNotContaining("/opt/none")
        .hasMessageNotContaining("secret");
  }

  @Test
  void endsWhatIsStillStartingWhenTheGatewayCloses() {
    CompletableFuture<Void> waiting =
        prerequisites.ensure(
            "cache", program().managed(false).readyPort(port + 1 > 65_535 ? 1 : port + 1));
    await().until(() -> pids().size() == 1);

    prerequisites.close();

    assertThatThrownBy(() -> waiting.get(60, TimeUnit.SECONDS)).hasMessageContaining("closing");
    await().until(() -> !isAlive(pids().get(0)));
  }

  @Test
  void refusesAPatternThatIsNone() {
    assertThrown(ConfigException.class, () -> program().processMatch("redis("))
        .hasMessageContaining("prerequisite.process_match is not a regular expression");
  }
}
