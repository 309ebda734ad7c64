package io.gatemini.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProcessTreeTest {
  /** A program that never asks how its child ended keeps a zombie. */
  @Test
  void knowsAProcessThatIsOnItsWayOut() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/statm")));
    ProcessTree tree =
        ProgramStart.of(
                List.of("sh", "-c", "read line & exec sleep 600"),
                List.of(),
                Map.of(),
                Optional.empty())
            .start();
    Process parent = tree.process();
    try {
      await().until(() -> parent.children().count() == 1);
      ProcessHandle zombie = parent.children().findFirst().orElseThrow();

      assertThat(ProcessTree.isExiting(parent.toHandle())).isFalse();
      await().until(() -> ProcessTree.isExiting(zombie));
      assertThat(ProcessTree.isAlive(zombie)).isFalse();
    } finally {
      tree.end(Duration.ZERO);
    }
    assertThat(parent.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(ProcessTree.isExiting(parent.toHandle())).isTrue();
  }
}
