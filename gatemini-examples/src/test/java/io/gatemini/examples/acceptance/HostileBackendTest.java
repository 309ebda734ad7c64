package io.gatemini.examples.acceptance;

import static io.gatemini.examples.acceptance.RawMcpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.testing.MisbehavingServer.Mode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The bundled server as a process, with a backend that misbehaves beside one that does not. The
 * good one must not notice, and no process may be left.
 */
@Tag("long")
class HostileBackendTest extends LeavesNoProcess {
  private static final Duration EXIT = Duration.ofSeconds(60);

  /** A call that fails at once is answered in milliseconds; this is for a busy machine. */
  private static final Duration AT_ONCE = Duration.ofSeconds(10);

  @SuppressWarnings("NullAway.Init")
  private BundledServer server;

  @BeforeEach
  void describe() {
    server = new BundledServer(directory).backend("good", Mode.NORMAL);
  }

  @Test
  void failsOpenCallsOfAKilledBackendAndStartsItAgain() {
    RawMcpClient client = ready(Mode.NORMAL);
    long pid = Long.parseLong(RawMcpClient.text(client.chain("bad.pid", object())));
    CompletableFuture<JsonNode> open = client.chainAsync("bad.sleep", object("ms", 600_000));
    CompletableFuture<JsonNode> other = client.chainAsync("good.sleep", object("ms", 300));
    RawMcpClient.text(client.chain("bad.echo", object("text", "the sleep was sent before this")));

    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
    JsonNode failed = client.await(open, AT_ONCE).path("result");

    assertThat(failed.path("isError").asBoolean()).isTrue();
    assertThat(RawMcpClient.text(failed)).contains("bad").doesNotContain("\tat ");
    assertThat(RawMcpClient.text(client.await(other).path("result"))).isEqualTo("slept 300");
    assertWorks(client, "good");
    awaitUsable(client, Duration.ofSeconds(20));
    assertThat(RawMcpClient.text(client.chain("bad.pid", object()))).isNotEqualTo("" + pid);
    exitsCleanly(client);
  }

  @Test
  void tellsExitCodeAndLastWordsOfABackendThatDies() {
    RawMcpClient client = ready(Mode.NORMAL);

    JsonNode failed =
        client.await(client.chainAsync("bad.die", object("code", 42)), AT_ONCE).path("result");

    assertThat(failed.path("isError").asBoolean()).isTrue();
    assertThat(RawMcpClient.text(failed)).contains("42").contains("the disk is on fire");
    assertWorks(client, "good");
    awaitUsable(client, Duration.ofSeconds(20));
    exitsCleanly(client);
  }

  @Test
  void readsPastGarbageOnStdout() {
    RawMcpClient client = ready(Mode.GARBAGE);

    for (int i = 0; i < 50; i++) {
      assertThat(RawMcpClient.text(client.chain("bad.echo", object("text", "answer " + i))))
          .isEqualTo("answer " + i);
    }

    assertWorks(client, "good");
    exitsCleanly(client);
  }

  @Test
  void doesWithoutTheStderrOfABackend() {
    RawMcpClient client = ready(Mode.CLOSES_STDERR);

    assertWorks(client, "bad");
    assertWorks(client, "good");
    exitsCleanly(client);
  }

  @Test
  void killsABackendThatIgnoresTerm() {
    RawMcpClient client = ready(Mode.IGNORES_TERM);
    assertWorks(client, "bad");

    exitsCleanly(client);
  }

  @Test
  void takesGrandchildrenAlong() {
    RawMcpClient client = ready(Mode.GRANDCHILDREN);
    assertWorks(client, "bad");
    assertThat(Processes.noted(server.pidFile("bad"))).hasSize(2).allMatch(Processes::isAlive);

    exitsCleanly(client);
  }

  @Test
  void takesGrandchildrenAlongWhenItIsTerminated() {
    RawMcpClient client = ready(Mode.GRANDCHILDREN);

    // Closes its stdin as well, the way clients do: two reasons to end at once.
    client.process().destroy();

    assertThat(client.awaitExit(EXIT)).isEqualTo(143);
    assertNoOrphans();
  }

  @Test
  void givesABackendUpThatNeverAnswers() {
    server.backend("bad", Mode.MUTE).set("bad", "start_timeout", "2s");
    RawMcpClient client = connect();
    client.awaitTool("good.echo");

    await()
        .untilAsserted(
            () -> {
              JsonNode answer = client.chain("bad.echo", object("text", "x"));
              assertThat(answer.path("isError").asBoolean()).isTrue();
            });

    assertWorks(client, "good");
    exitsCleanly(client);
  }

  private RawMcpClient ready(Mode mode) {
    server.backend("bad", mode);
    RawMcpClient client = connect();
    client.awaitTool("good.echo");
    client.awaitTool("bad.echo");
    return client;
  }

  private RawMcpClient connect() {
    RawMcpClient client = server.start();
    started.add(client);
    client.initialize();
    return client;
  }

  private static void assertWorks(RawMcpClient client, String backend) {
    client.ping();
    assertThat(RawMcpClient.text(client.chain(backend + ".echo", object("text", "works"))))
        .as(client.stderr())
        .isEqualTo("works");
  }

  private static void awaitUsable(RawMcpClient client, Duration patience) {
    await()
        .atMost(patience)
        .untilAsserted(
            () ->
                assertThat(RawMcpClient.text(client.chain("bad.echo", object("text", "back"))))
                    .isEqualTo("back"));
  }

  private void exitsCleanly(RawMcpClient client) {
    client.closeStdin();
    assertThat(client.awaitExit(EXIT)).isZero();
    assertNoOrphans();
  }

  private void assertNoOrphans() {
    // The server stops its backends before it ends: there is nothing to wait for but the kernel.
    Processes.awaitNoneOf(server.pidFile("good"), AT_ONCE);
    Processes.awaitNoneOf(server.pidFile("bad"), AT_ONCE);
  }
}
