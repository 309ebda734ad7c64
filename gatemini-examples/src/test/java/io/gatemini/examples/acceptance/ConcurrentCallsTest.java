package io.gatemini.examples.acceptance;

import static io.gatemini.examples.acceptance.RawMcpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.testing.MisbehavingServer.Mode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many calls at a time through client, server process and stdio backend: each gets its own. */
@Tag("long")
class ConcurrentCallsTest {
  private static final int IN_FLIGHT = 64;
  private static final int CALLS = 10_000;

  @TempDir Path directory = Path.of("");

  @Test
  void losesAndMixesUpNothing() throws InterruptedException {
    BundledServer server =
        new BundledServer(directory).backend("one", Mode.NORMAL).backend("two", Mode.NORMAL);
    AtomicInteger right = new AtomicInteger();
    Queue<String> wrong = new ConcurrentLinkedQueue<>();
    try (RawMcpClient client = server.connect()) {
      client.awaitTool("one.echo");
      client.awaitTool("two.echo");
      Semaphore free = new Semaphore(IN_FLIGHT);

      for (int i = 0; i < CALLS; i++) {
        assertThat(free.tryAcquire(60, TimeUnit.SECONDS))
            .as("%s answers of %s calls", right.get() + wrong.size(), i)
            .isTrue();
        // Texts of all lengths, so that answers do not fall on the same byte offsets.
        String text = "call " + i + " \u00e9\ud83c\udf08 " + "x".repeat(i % 777);
        client
            .chainAsync(i % 3 == 0 ? "two.echo" : "one.echo", object("text", text))
            .whenComplete(
                (answer, problem) -> {
                  if (problem == null && isText(answer, text)) {
                    right.incrementAndGet();
                  } else {
                    wrong.add(text + " -> " + answer + problem);
                  }
                  free.release();
                });
      }
      assertThat(free.tryAcquire(IN_FLIGHT, 60, TimeUnit.SECONDS)).isTrue();

      assertThat(wrong).isEmpty();
      assertThat(right).hasValue(CALLS);
      assertThat(client.others())
          .extracting(message -> message.path("method").asText())
          .allMatch(method -> method.endsWith("/list_changed"));
      client.closeStdin();
      assertThat(client.awaitExit(Duration.ofSeconds(15))).isZero();
    } finally {
      Processes.killAll(directory);
    }
  }

  private static boolean isText(JsonNode answer, String text) {
    JsonNode result = answer.path("result");
    return result.path("content").size() == 1
        && RawMcpClient.text(result).equals(text)
        && !result.path("isError").asBoolean();
  }
}
