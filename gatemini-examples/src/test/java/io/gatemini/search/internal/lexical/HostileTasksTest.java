package io.gatemini.search.internal.lexical;

import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.examples.fuzz.LinearTime;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tasks, and descriptions of tools, as the retrievers read them. */
@Tag("long")
class HostileTasksTest {
  @Test
  void readsTasksInLinearTime() {
    // No retriever reads more than ten thousand characters of a task.
    LinearTime.of(100_000, QuotedValues::without);
  }

  @Test
  void indexesDescriptionsInLinearTime() {
    LinearTime.of(
        text -> {
          try (Gateway gateway = gateway(text)) {
            gateway.search("the end of b");
          }
        });
  }

  private static Gateway gateway(String description) {
    return Gateway.builder()
        .executor(Runnable::run)
        .backend("b", BackendConfig.inProcess().tool("t", description, "{}", args -> ""))
        .build();
  }
}
