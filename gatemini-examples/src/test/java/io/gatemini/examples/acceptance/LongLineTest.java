package io.gatemini.examples.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.MisbehavingServer;
import io.gatemini.testing.MisbehavingServer.Mode;
import io.gatemini.testing.TestGateway;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts that took a reader or an engine for minutes; others are served meanwhile. */
class LongLineTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** The duration of the best of some calls, whatever the machine does at the same time. */
  private static final Duration QUICK = Duration.ofMillis(50);

  @TempDir Path directory = Path.of("");

  @Test
  void aLineOfBase64IsAnsweredAndHoldsNobodyUp() {
    try (Gateway gateway =
        TestGateway.ready(Gateway.builder().backend("bad", server()).backend("good", server()))) {

      List<Duration> same = new ArrayList<>();
      List<Duration> other = new ArrayList<>();

      for (int i = 0; i < 5; i++) {
        CompletableFuture<ChainResult> line =
            gateway.runAsync(
                ChainRequest.of("{\"tool\": \"bad.line\", \"arguments\": {\"of\": 1000000}}")
                    .withTimeout(TIMEOUT));
        do {
          same.add(echo(gateway, "bad"));
          other.add(echo(gateway, "good"));
        } while (!line.isDone());
        ChainResult answer = line.join();
        assertThat(answer.isError()).as(answer.text()).isFalse();
        assertThat(answer.bytesProcessed()).isEqualTo(1_000_004);
        assertThat(answer.text()).contains("truncate: ").endsWith(" end");
      }

      assertThat(same).anySatisfy(took -> assertThat(took).isLessThan(QUICK));
      assertThat(other).anySatisfy(took -> assertThat(took).isLessThan(QUICK));
    }
  }

  @Test
  void aLongReceiverLeavesTheEngineToOthers() {
    String program = "const s = '" + "A".repeat(100_000) + "'; s.nothere()";
    try (Gateway gateway = Gateway.builder().build()) {
      List<CompletableFuture<ChainResult>> all = new ArrayList<>();
      for (int i = 0; i < 9; i++) {
        // A comment makes each another program.
        all.add(gateway.runAsync(ChainRequest.of(program + "//" + i).withTimeout(TIMEOUT)));
      }

      for (CompletableFuture<ChainResult> one : all) {
        assertThat(one)
            .succeedsWithin(TIMEOUT.multipliedBy(2))
            .satisfies(answer -> assertThat(answer.text()).contains("nothere is not a function"));
      }
      assertThat(gateway.runAsync(ChainRequest.of("return 6 * 7")))
          .succeedsWithin(TIMEOUT)
          .satisfies(answer -> assertThat(answer.text()).isEqualTo("42"));
    }
  }

  private static Duration echo(Gateway gateway, String backend) {
    long start = System.nanoTime();
    assertThat(gateway.call(backend + ".echo", Map.of("text", "here")).text()).isEqualTo("here");
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private BackendConfig server() {
    List<String> command = MisbehavingServer.command(Mode.NORMAL, directory.resolve("pids"));
    return BackendConfig.stdio(
            command.get(0), command.subList(1, command.size()).toArray(String[]::new))
        .timeout(TIMEOUT);
  }
}
