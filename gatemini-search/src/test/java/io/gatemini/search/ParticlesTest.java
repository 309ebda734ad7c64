package io.gatemini.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.Values;
import java.time.Duration;

/** A particle of a verb is no word of the task: it must not outvote what the task means. */
class ParticlesTest {
  @Values("give the customer the money back | pay the customer back")
  void doNotOutvoteTheMeaning(String task) {
    try (Gateway gateway =
        Gateway.builder()
            .backend(
                "billing",
                BackendConfig.inProcess()
                    .tool("refund", "Refund an invoice.", "{\"type\":\"object\"}", args -> ""))
            .backend(
                "every",
                BackendConfig.inProcess()
                    .tool(
                        "echo", "Echoes back the input string", "{\"type\":\"object\"}", args -> "")
                    .tool("get-sum", "Returns the sum of two numbers", "{}", args -> ""))
            .build()) {
      assertThat(gateway.awaitIndexed(Duration.ofSeconds(30))).isTrue();

      assertThat(gateway.search(task).get(0).key()).isEqualTo("billing.refund");
    }
  }
}
