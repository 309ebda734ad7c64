package io.gatemini.examples.acceptance;

import static io.gatemini.examples.acceptance.RawMcpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.testing.MisbehavingServer.Mode;
import io.gatemini.testing.Values;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Programs that nothing in their process can stop, and what is left to others of the server. */
@Tag("long")
class UnstoppableProgramsTest extends LeavesNoProcess {
  /** For machines that stand still in between; the promise is 2 s. */
  private static final Duration SOON = Duration.ofSeconds(12);

  private static final String UNSTOPPABLE = "return (2n ** 100000000n).toString().length";
  private static final String ASSERTIONS = "let x: any = " + "<a>(".repeat(40) + ")".repeat(40);

  private BundledServer server() {
    return new BundledServer(directory).backend("demo", Mode.NORMAL);
  }

  private static CompletableFuture<JsonNode> start(RawMcpClient client, String code) {
    return client.callAsync("call_tool_chain", object("code", code).put("timeout", 300));
  }

  /** The bundled server as it comes: more of them at once than it lets run at a time. */
  @Values("`` | mixed | process")
  void nineOfThemTakeTheEngineFromNobody(String isolation) {
    BundledServer server =
        isolation.isEmpty() ? server() : server().sandbox("isolation", isolation);
    // A third of a minute for a process that has others burn beside it.
    Duration soon = isolation.equals("mixed") ? SOON.multipliedBy(2) : SOON;
    try (RawMcpClient client = server.connect()) {
      client.awaitTool("demo.echo");
      assertThat(RawMcpClient.text(client.program("return 1 + (await demo.size({text: 'four'}))")))
          .isEqualTo("5");
      List<CompletableFuture<JsonNode>> guilty = new ArrayList<>();
      for (int i = 0; i < (isolation.equals("mixed") ? 3 : 9); i++) {
        guilty.add(start(client, UNSTOPPABLE));
      }

      long start = System.nanoTime();
      assertThat(quickestCallWhile(guilty, client)).isLessThan(Duration.ofMillis(50));
      guilty.forEach(program -> client.await(program));
      assertThat(RawMcpClient.text(client.program("return [1, 2].map(n => n + 1)[1]")))
          .isEqualTo("3");

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(soon);
      if (!isolation.equals("mixed")) {
        awaitIdle(client.process());
      }
    }
  }

  /** Calls of another backend, one after the other; on a busy machine some wait for a core. */
  private static Duration quickestCallWhile(
      List<CompletableFuture<JsonNode>> running, RawMcpClient client) {
    long quickest = Long.MAX_VALUE;
    do {
      long start = System.nanoTime();
      assertThat(RawMcpClient.text(client.chain("demo.echo", object("text", "hi"))))
          .isEqualTo("hi");
      quickest = Math.min(quickest, System.nanoTime() - start);
    } while (!running.stream().allMatch(CompletableFuture::isDone));
    return Duration.ofNanos(quickest);
  }

  /** Until the workers have next to nothing to do. */
  private static void awaitIdle(Process server) {
    await()
        .atMost(SOON)
        .pollInterval(Duration.ofSeconds(1))
        .until(
            () -> {
              long before = cpuNanos(server);
              long start = System.nanoTime();
              await().pollDelay(Duration.ofMillis(500)).until(() -> true);
              double share = (double) (cpuNanos(server) - before) / (System.nanoTime() - start);
              return share < 0.5;
            });
  }

  private static long cpuNanos(Process server) {
    return server
        .toHandle()
        .descendants()
        .mapToLong(child -> child.info().totalCpuDuration().map(Duration::toNanos).orElse(0L))
        .sum();
  }

  /** A text that the native parser of TypeScript would never get through. */
  @Test
  void refusesTypeScriptThatIsReadAgainAndAgain() {
    try (RawMcpClient client = server().connect()) {
      client.awaitTool("demo.echo");

      for (int i = 0; i < 3; i++) {
        JsonNode result = client.await(start(client, ASSERTIONS + ";" + i)).path("result");
        assertThat(result.path("isError").asBoolean()).isTrue();
      }
      JsonNode next = client.program("const a: number = 2\nreturn a");

      assertThat(RawMcpClient.text(next)).isEqualTo("2");
    }
  }
}
