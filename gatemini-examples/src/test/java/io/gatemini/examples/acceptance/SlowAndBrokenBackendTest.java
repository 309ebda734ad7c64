package io.gatemini.examples.acceptance;

import static io.gatemini.examples.acceptance.RawMcpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.testing.MisbehavingServer.Mode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backends that start late or not at all delay no other. */
@Tag("long")
class SlowAndBrokenBackendTest {
  private static final Duration SLOW = Duration.ofSeconds(20);

  @TempDir Path directory = Path.of("");

  @Test
  void doNotDelayTheHandshakeNorTheOthers() {
    BundledServer server =
        new BundledServer(directory)
            .backend("slow", Mode.SLOW_START, "" + SLOW.toMillis())
            .backend("absent", List.of("gatemini-no-such-command-anywhere"))
            .backend("exits", Mode.EXITS_AT_ONCE)
            .backend("good", Mode.NORMAL);
    long spawned = System.nanoTime();
    try (RawMcpClient client = server.start()) {
      client.initialize();
      Duration initialized = since(spawned);
      List<JsonNode> tools = client.tools();
      client.awaitTool("good.echo");
      JsonNode answer = client.chain("good.echo", object("text", "early"));
      Duration called = since(spawned);
      List<String> early = client.toolKeys();
      CompletableFuture<JsonNode> waiting =
          client.chainAsync("slow.echo", object("text", "patient"));
      JsonNode absent = client.chain("absent.echo", object("text", "x"));
      JsonNode exits = client.chain("exits.echo", object("text", "x"));
      Duration refused = since(spawned);

      // The slow one cannot have answered before SLOW: whatever is below did not wait for it.
      assertThat(initialized).isLessThan(SLOW);
      assertThat(tools).hasSize(7);
      assertThat(RawMcpClient.text(answer)).isEqualTo("early");
      assertThat(called).isLessThan(SLOW);
      assertThat(early).contains("good.echo").noneMatch(key -> key.startsWith("slow."));
      assertThat(refused).isLessThan(SLOW);
      assertThat(waiting).isNotDone();
      assertThat(List.of(absent, exits))
          .allSatisfy(
              failed -> {
                assertThat(failed.path("isError").asBoolean()).isTrue();
                assertThat(RawMcpClient.text(failed)).doesNotContain("Exception");
              });
      assertThat(RawMcpClient.text(absent)).contains("absent");
      assertThat(RawMcpClient.text(exits)).contains("exits");
      await()
          .untilAsserted(
              () ->
                  assertThat(client.stderr())
                      .contains("gatemini-no-such-command-anywhere")
                      .contains("the licence file is missing"));

      // A call to a backend that is starting waits for it, within its own time.
      assertThat(RawMcpClient.text(client.await(waiting).path("result"))).isEqualTo("patient");
      client.awaitTool("slow.echo");
      assertThat(forModels(client.tools()))
          .as("whatever backends came and went")
          .isEqualTo(forModels(tools));
      assertThat(RawMcpClient.text(client.chain("slow.echo", object("text", "late"))))
          .isEqualTo("late");
      client.closeStdin();
      assertThat(client.awaitExit(Duration.ofSeconds(15))).isZero();
      for (String backend : List.of("slow", "exits", "good")) {
        Processes.awaitNoneOf(server.pidFile(backend), Duration.ofSeconds(5));
      }
    } finally {
      Processes.killAll(directory);
    }
  }

  @Test
  void doNotHoldUpTheEnd() {
    BundledServer server =
        new BundledServer(directory)
            .backend("slow", Mode.SLOW_START, "60000")
            .backend("mute", Mode.MUTE);
    try (RawMcpClient client = server.start()) {
      client.initialize();

      client.closeStdin();

      assertThat(client.awaitExit(Duration.ofSeconds(20))).isZero();
      Processes.awaitNoneOf(server.pidFile("slow"), Duration.ofSeconds(5));
      Processes.awaitNoneOf(server.pidFile("mute"), Duration.ofSeconds(5));
    } finally {
      Processes.killAll(directory);
    }
  }

  private static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }

  /** The hints for hosts have words of the tools that there are. */
  private static List<JsonNode> forModels(List<JsonNode> tools) {
    return tools.stream()
        .<JsonNode>map(tool -> ((ObjectNode) tool.deepCopy()).without(List.of("_meta")))
        .toList();
  }
}
